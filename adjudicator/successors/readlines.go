package successors

import (
	"slices"
	"strings"

	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How a letter is taken apart into lines, and lines into pieces that say one thing each.

const maxJoined = 600 // bytes of a line that another may go on with

// wholeLines are the lines of a text, put together where a mail program broke them, or where an order goes on below.
func wholeLines(text string) []*cursor {
	var out []*cursor
	apart := false // an empty line stands above
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			apart = true
			continue
		}
		next := lex(line)
		if n := len(out); n > 0 && !apart && len(out[n-1].Line)+len(line) < maxJoined && goesOn(out[n-1], next) {
			line = out[n-1].Line + " " + line
			out[n-1] = lex(line)
			continue
		}
		if apart = false; len(next.Tokens) > 0 {
			out = append(out, next)
		}
	}
	return out
}

// goesOn reports whether a line goes on with that above it.
func goesOn(above, line *cursor) bool {
	if len(line.Tokens) == 0 || len(above.Tokens) == 0 {
		return false
	}
	last := above.Tokens[len(above.Tokens)-1].Word
	option, units := line.isOption(), line.isUnits()
	open := len(above.Tokens) > 1 && one(last, ",", parser.Dash, "to", "from", "and", "with", "at", "in", "via", "carry", "carrying", "else", "retreat", "leave", "until", "losses", "rounds", "against", "if", "odds", ">=", "of", "or", "land", "for")
	if !option && !units && !open || line.courteous() {
		return false
	}
	head := &cursor{above.From(0)}
	head.lead()
	head.fillers()
	switch {
	case !isVerbHere(head):
		return false
	case option || units && head.wantsUnits():
		return true
	case !open:
		return false
	}
	mark := &cursor{line.From(0)}
	mark.lead()
	return mark.Pos == 0 && (!isVerbHere(mark) || one(last, "or", "else"))
}

// wantsUnits reports whether a march, a voyage or a purchase stands here without units.
func (c *cursor) wantsUnits() bool {
	mark := c.Pos
	v := c.verb()
	c.Pos = mark
	return one(v, doMove, doSail, doBuy) && len(c.Tokens) > c.Pos+2 && !slices.ContainsFunc(c.Tokens[c.Pos:], func(t order.Token) bool { return isUnit(t.Word) || one(t.Word, "all", "leader") })
}

// isUnits reports whether nothing but units begins here.
func (c *cursor) isUnits() bool {
	return (order.IsNumeral(c.Peek()) && isUnit(c.At(1)) || isUnit(c.Peek()) && len(c.Peek()) > 1 || one(c.Peek(), "leader", "all")) && !slices.ContainsFunc(c.Tokens, func(t order.Token) bool { return t.Word == parser.Dash || t.Word == ">" })
}

// isOption reports whether what stands here is a part of the order before it.
func (c *cursor) isOption() bool {
	switch c.Peek() {
	case "carry", "carrying", "land", "landing", "disembark", "disembarking", "else", "otherwise", "until", "rounds", "leave", "leaving", "against", "via", "through", "with", "while":
		return true
	case "retreat", "retreats":
		return true
	case "to":
		return true
	case "then", "and", "or":
		return one(c.At(1), "carry", "land", "retreat", "leave", "disembark")
	}
	return false
}

// lead goes past what stands before an order and says nothing: marks and numbers of a list.
func (c *cursor) lead() {
	c.Skip(parser.Dash, ">", "/", ":", ".", ",", "|", ")")
	mark := c.Pos
	c.Skip("(", "order", "nr", "no", "number", "step")
	if _, ok := c.Number(); ok {
		end := c.Pos
		c.Skip(":", ")", parser.Dash, ".", ",")
		if stop := c.Tokens[end-1].To; c.Pos > end || isVerbHere(c) || stop < len(c.Line) && c.Line[stop] == '.' {
			return
		}
	}
	if c.Pos = mark; len(c.Peek()) == 1 && one(c.At(1), ")") && c.Peek() >= "a" && c.Peek() <= "z" { // "a) ..."
		c.Pos += 2
	}
}

// fillers goes past words that may stand before a verb.
func (c *cursor) fillers() {
	for c.Pos < len(c.Tokens) && isFiller(c.Peek()) && !(one(c.Peek(), "my", "no", "the", "do") && isVerbHere(c)) {
		c.Pos++
	}
}

func isFiller(w string) bool {
	switch w {
	case "i", "id", "ill", "we", "well", "would", "like", "want", "wish", "to", "please", "pls", "then", "and", "so", "ok", "okay", "now", "just", "will", "shall", "lets", "let", "me", "us", "first", "firstly",
		"second", "secondly", "third", "thirdly", "next", "finally", "lastly", "after", "afterwards", "that", "try", "intend", "plan", "going", "am", "im", "my", "order", "orders", "action", "actions", "are", "is", "the",
		"for", "turn", "this", ",", ":", "do", "a", "an", "standing", "red", "yes", "is:", "list", "purchases:", parser.Dash:
		return true
	}
	return false
}

// pieces splits a line: at signs between sentences, and before a verb that begins another order.
func pieces(whole *cursor) []*cursor {
	toks := whole.Tokens
	var out []*cursor
	start, depth := 0, 0
	cut := func(end, next int) {
		if end > start {
			out = append(out, &cursor{whole.Part(start, end)})
		}
		start, depth = next, 0
	}
	attacked := false // within IF ATTACKED, which has a fight or a retreat behind it
	for i := 0; i < len(toks); i++ {
		if i == start {
			head := &cursor{whole.From(i)}
			head.lead()
			head.fillers()
			attacked = head.isAttacked() || verbOf(head.Peek()) == doPlay
		}
		switch w := toks[i].Word; {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case w == "|", w == ";", w == "." && depth <= 0:
			next := &cursor{whole.From(i + 1)}
			if ordinal := w == "." && i > start && order.IsNumeral(toks[i-1].Word) && !isVerbHere(next); !ordinal && !next.isOption() {
				cut(i, i+1)
			}
		case i > start && one(w, ",", "and", "then", "&", ":", "also") && depth <= 0:
			next := &cursor{whole.From(i + 1)}
			next.Skip("and", "then", "also", "i", "will", "we", "to", ",", "please", "ill")
			if v, ok := next.another(); ok && !(attacked && one(v, doFight, doRetreat)) && (w != ":" || start == 0 && whole.heads(i)) {
				cut(i, i+1)
			}
		}
	}
	cut(len(toks), len(toks))
	return out
}

// heads reports whether the words before a token are a heading, which is no order.
func (c *cursor) heads(end int) bool {
	head := &cursor{c.Part(0, end)}
	head.lead()
	head.fillers()
	return head.Done()
}

// another reports whether an order begins here that can't be a part of one before.
func (c *cursor) another() (verb, bool) {
	mark := c.Pos
	v := c.verb()
	c.Pos = mark
	switch v {
	case doBuy, doMove, doSail, doFight, doGive, doAlly, doUnally, doLend, doInsist, doRansom, doAttacked, doPlay:
		return v, c.Pos+1 < len(c.Tokens) || v == doFight || v == doRansom
	}
	return v, false
}
