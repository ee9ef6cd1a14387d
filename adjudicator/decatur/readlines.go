package decatur

import (
	"slices"
	"strings"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How a letter is taken apart into lines, and lines into pieces that say one thing each.

const maxJoined = 600 // bytes of a line that another may go on with

// wholeLines are the lines of a text, put together where a mail program broke them.
func wholeLines(text string) []*cursor {
	var out []*cursor
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		next := lex(line)
		if n := len(out); n > 0 && len(out[n-1].Line)+len(line) < maxJoined && goesOn(out[n-1], next) {
			line = out[n-1].Line + " " + line
			out[n-1] = lex(line)
			continue
		}
		out = append(out, next)
	}
	return out
}

// goesOn reports whether a line goes on with that above it.
func goesOn(above, line *cursor) bool {
	if len(line.Tokens) == 0 || len(above.Tokens) == 0 {
		return false
	}
	c, head := &cursor{line.From(0)}, &cursor{above.From(0)}
	head.lead()
	if !head.begins() {
		return false
	}
	if goesOnWith(c) {
		return true
	}
	last := above.Tokens[len(above.Tokens)-1].Word
	if c.Peek() == "then" {
		return isCondition(head.Peek())
	}
	open := one(last, ",", parser.Dash, "commit", "max", "play", "to", "from", "if", "and", "or", "not", "discard", "first", "hand", "then", "with", "<=", ">=", "<", ">", "=", "into", "in", "on")
	if !open || len(above.Tokens) == 1 {
		return false
	}
	mark := c.Pos
	c.lead()
	numbered := c.Pos > mark
	return !numbered && (verbOf(c.Peek()) == noVerb || one(last, "then")) && !isCondition(c.Peek())
}

// goesOnWith reports whether what stands here is a part of the order before it: one of its options.
func goesOnWith(c *cursor) bool {
	w, next := c.Peek(), c.At(1)
	switch {
	case one(w, "commit", "committing", "max", "maximum", "play", "playing", "interactive", "with", "using", "hostile", "empty", "mine", "<=", ">=", "<", ">", "=", "fleet", "prefer", "and"):
		return true
	case w == "only":
		return next == "if"
	case w == "up":
		return next == "to"
	case w == "first":
		return one(next, "cards", "factors")
	case one(w, "cards", "factors"):
		return next == "first"
	case one(w, "move", "moving"):
		if next == ":" {
			next = c.At(2)
		}
		return order.IsNumeral(next) || one(next, "all", "everything")
	case w == "ask":
		return next == "me"
	case one(next, "factor", "factors") && one(c.At(2), "", ".", ","):
		return order.IsNumeral(w) || w == "all"
	case w == "if", w == "unless": // behind an action; else it begins one
		const far = 60 // tokens: longer than any condition that ends an order
		return !slices.ContainsFunc(c.Tokens[c.Pos:min(len(c.Tokens), c.Pos+far)], func(t order.Token) bool { return one(t.Word, ":", "then") || isActionWord(t.Word) }) && !c.fails()
	}
	return false
}

// fails reports whether "if that is not possible" stands here, which begins another alternative.
func (c *cursor) fails() bool {
	mark := c.Pos
	defer func() { c.Pos = mark }()
	return c.elsewise()
}

// elsewise goes past words that begin another alternative.
func (c *cursor) elsewise() bool {
	switch c.Peek() { // what one of them begins with
	case "if", "failing", "or", "as", "else", "otherwise", "alternatively", "fallback", "backup":
	default:
		return false
	}
	found := false
	for c.Phrase("if that fails", "if this fails", "if it fails", "if that is not possible", "if this is not possible", "if that isnt possible", "if thats not possible",
		"if not possible", "if impossible", "if that is impossible", "failing that", "failing which", "or else", "as a fallback", "as fallback", "as a backup", "as backup", "or if that fails", "otherwise if impossible") ||
		c.lastly() || c.ifNot() || c.Accept("else", "otherwise", "alternatively", "fallback", "backup") {
		found = true
		c.Skip(",", ":")
	}
	return found
}

// lastly goes past words for when nothing else can be done, as is so of any alternative.
func (c *cursor) lastly() bool {
	return c.Phrase("if nothing else works", "if nothing else is possible", "if nothing else is left", "if nothing works", "if nothing else", "if all else fails", "if everything else fails",
		"if none of these works", "if none of these work", "if none of that works", "if none of this works", "if none of them works", "if none of those works")
}

// further goes past a word that puts an action behind others: "also: draw", "then draw".
func (c *cursor) further() bool {
	mark := c.Pos
	c.Skip(parser.Dash)
	found := false
	for c.Accept("also", "and", "then", "or", "plus", "additionally", "finally", "lastly") {
		found = true
		c.Skip(",", ":")
	}
	if found {
		at := c.Pos
		if c.fillers(); isActionWord(c.Peek()) || isCondition(c.Peek()) {
			c.Pos = at
			return true
		}
	}
	c.Pos = mark
	return false
}

// ifNot goes past "if not, draw"; what stands behind it in "if not CLOCK UP" is a condition.
func (c *cursor) ifNot() bool {
	return (one(c.At(2), ",", ":") || isActionWord(c.At(2))) && c.Phrase("if not")
}

// lead goes past what stands before an order and says nothing, but for a number.
func (c *cursor) lead() (number int, marked bool) {
	c.Skip(parser.Dash, ">", "/", ":")
	mark := c.Pos
	c.Skip("(", "alternative", "priority", "choice", "option", "action", "order", "nr", "no", "number", "my")
	if n, ok := c.Number(); ok && n > 0 {
		end := c.Pos
		c.Skip(":", ")", parser.Dash, ",", ".", "/")
		if c.Pos > end || isVerbHere(c) || isActionWord(c.Peek()) || c.Done() || isCondition(c.Peek()) {
			return n, c.Pos > end
		}
	}
	c.Pos = mark
	if n := c.roman(); n > 0 {
		return n, true
	}
	if w := c.Peek(); len(w) == 1 && 'a' <= w[0] && w[0] <= 'i' && one(c.At(1), ")", ":") { // "a) ..."
		c.Pos += 2
		return int(w[0]-'a') + 1, true
	}
	for k, words := range [][]string{{"1st", "first", "firstly"}, {"2nd", "second", "secondly"}, {"3rd", "third", "thirdly"}, {"4th", "fourth"}} {
		if !one(c.Peek(), words...) || one(c.At(1), "cards", "factors") {
			continue
		}
		c.Pos++
		c.Skip("choice", "alternative", "option", "priority", "action")
		if c.Accept(":", ",", parser.Dash, ")") || isActionWord(c.Peek()) {
			c.Skip(":")
			return k + 1, true
		}
		c.Pos = mark
	}
	return 0, false
}

// roman goes past "ii." or "III)", and is the number; 0 for none.
func (c *cursor) roman() int {
	n := slices.Index([]string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"}, c.Peek()) + 1
	if n == 0 {
		return 0
	}
	if one(c.At(1), ")", ":") {
		c.Pos += 2
		return n
	}
	if end := c.Tokens[c.Pos].To; end < len(c.Line) && c.Line[end] == '.' {
		c.Pos++
		c.Skip(".")
		return n
	}
	return 0
}

// begins goes past words of courtesy, and reports whether an order begins behind them.
func (c *cursor) begins() bool {
	mark := c.Pos
	c.fillers()
	if isVerbHere(c) || isCondition(c.Peek()) || c.Peek() == "build" || c.fails() {
		return true
	}
	c.Pos = mark
	return false
}

// fillers goes past words that may stand before a verb.
func (c *cursor) fillers() {
	for c.Pos < len(c.Tokens) && !(c.Peek() == "do" && one(c.At(1), "nothing", "not")) && isFiller(c.Peek()) {
		c.Pos++
	}
}

// heading reports whether nothing is left but a number, as in "Orders for round 3:".
func (c *cursor) heading() bool {
	mark := c.Pos
	if c.Pos > 0 && one(c.before(), "round", "turn", "interval", "orders", "action", "actions", "sheet", parser.Dash, ":") {
		c.Number()
		c.Skip(":", ".", ",", parser.Dash)
	}
	if c.Done() {
		return true
	}
	c.Pos = mark
	return false
}

// remnant reports whether nothing stands here but what is a part of an order, with a number in it.
func (c *cursor) remnant(r *reader) bool {
	numbers := 0
	for ; !c.Done(); c.Pos++ {
		switch w := c.Peek(); {
		case order.IsNumeral(w), one(w, "all", "everything"):
			numbers++
		case order.IsSign(w), isOption(w), one(w, "and", "to", "from", "total", "in", "factor", "factors", "card", "cards", "of", "more", "just", "only", "or"):
		case r.isKind(c):
		default:
			_, used := r.locs.Prefix(c.ahead())
			if used == 0 {
				return false
			}
			c.Pos += used - 1
		}
	}
	return numbers > 0
}

func isFiller(w string) bool {
	switch w {
	case "i", "id", "ill", "we", "well", "would", "like", "want", "wish", "to", "please", "pls", "then", "and", "also", "so", "ok", "now", "just", "will", "shall", "lets", "let", "me", "us",
		"my", "try", "intend", "plan", "going", "am", "im", "order", "orders", "action", "actions", "is", "are", "the", "for", "turn", "this", "round", "next", "finally", "standing", "sheet",
		",", ":", "do", "use", "or", "interval", "alternatives", "alternative", "a", "an", "last", "lastly", "choice", parser.Dash:
		return true
	}
	return false
}

// A piece is a part of a line that says one thing.
type piece struct {
	*cursor
	other bool // it is for when what stands before it can't be done
}

// pieces splits a line.
func pieces(whole *cursor) []piece {
	toks := whole.Tokens
	var out []piece
	start, depth, number, other := 0, 0, 0, false
	cut := func(end, next int, isOther bool) {
		if end > start {
			out = append(out, piece{&cursor{whole.Part(start, end)}, other})
		}
		start, other, depth = next, isOther, 0
	}
	for i := 0; i < len(toks); i++ {
		w := toks[i].Word
		c := &cursor{whole.From(i)}
		if i == start {
			number, _ = (&cursor{whole.From(i)}).lead()
		}
		switch {
		case w == "if" && i > start && depth <= 0 && c.lastly() && order.IsSign(c.Peek()): // "draw if nothing else works"
			cut(i, c.Pos, true)
			if n := len(out); n > 0 {
				out[n-1].other = true
			}
			i = c.Pos - 1
		case w == "(":
			depth++
		case w == ")":
			depth--
		case w == "|":
			cut(i, i+1, false)
		case w == ";", w == "." && depth <= 0:
			next := &cursor{whole.From(i + 1)}
			if next.Skip(",", ";"); !goesOnWith(next) {
				cut(i, i+1, false)
			}
		case depth <= 0 && i > start && c.elsewise() && !listsPlaces(toks[start:i]):
			cut(i, c.Pos, true)
			i = c.Pos - 1
		case i == start && c.elsewise():
			start, other = c.Pos, true
			i = c.Pos - 1
		case w == "or" && i > start && i+1 < len(toks) && isActionWord(toks[i+1].Word) && depth <= 0:
			cut(i, i+1, true)
		case depth <= 0 && i > start && number > 0 && i+1 < len(toks) && one(toks[i+1].Word, ":", ")"):
			if n, ok := order.Numeral(w); ok && n == number+1 && !order.IsSign(toks[i-1].Word) && !isOption(toks[i-1].Word) || ok && n == number+1 && one(toks[i-1].Word, ",") {
				cut(i, i, false)
				number = n
			}
		}
	}
	cut(len(toks), len(toks), false)
	return out
}

// listsPlaces reports whether a piece is a RELOCATE or DECATUR, in which "else" goes on with a list.
func listsPlaces(toks []order.Token) bool {
	for _, t := range toks[:min(6, len(toks))] {
		if v := verbOf(t.Word); v == doRelocate || v == doDecatur {
			return true
		}
	}
	return false
}
