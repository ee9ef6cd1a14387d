package successors

import (
	"slices"
	"strings"

	"deaddrop/parser"
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
		next := &cursor{line: line, toks: lex(line)}
		if n := len(out); n > 0 && !apart && len(out[n-1].line)+len(line) < maxJoined && goesOn(out[n-1], next) {
			line = out[n-1].line + " " + line
			out[n-1] = &cursor{line: line, toks: lex(line)}
			continue
		}
		if apart = false; len(next.toks) > 0 {
			out = append(out, next)
		}
	}
	return out
}

// goesOn reports whether a line goes on with that above it.
func goesOn(above, line *cursor) bool {
	if len(line.toks) == 0 || len(above.toks) == 0 {
		return false
	}
	last := above.toks[len(above.toks)-1].word
	option, units := line.isOption(), line.isUnits()
	open := len(above.toks) > 1 && one(last, ",", parser.Dash, "to", "from", "and", "with", "at", "in", "via", "carry", "carrying", "else", "retreat", "leave", "until", "losses", "rounds", "against", "if", "odds", ">=", "of", "or", "land", "for")
	if !option && !units && !open || line.courteous() {
		return false
	}
	head := &cursor{line: above.line, toks: above.toks}
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
	mark := &cursor{line: line.line, toks: line.toks}
	mark.lead()
	return mark.i == 0 && (!isVerbHere(mark) || one(last, "or", "else"))
}

// wantsUnits reports whether a march, a voyage or a purchase stands here without units.
func (c *cursor) wantsUnits() bool {
	mark := c.i
	v := c.verb()
	c.i = mark
	return one(v, doMove, doSail, doBuy) && len(c.toks) > c.i+2 && !slices.ContainsFunc(c.toks[c.i:], func(t token) bool { return isUnit(t.word) || one(t.word, "all", "leader") })
}

// isUnits reports whether nothing but units begins here.
func (c *cursor) isUnits() bool {
	return (isNumeral(c.peek()) && isUnit(c.at(1)) || isUnit(c.peek()) && len(c.peek()) > 1 || one(c.peek(), "leader", "all")) && !slices.ContainsFunc(c.toks, func(t token) bool { return t.word == parser.Dash || t.word == ">" })
}

// isOption reports whether what stands here is a part of the order before it.
func (c *cursor) isOption() bool {
	switch c.peek() {
	case "carry", "carrying", "land", "landing", "disembark", "disembarking", "else", "otherwise", "until", "rounds", "leave", "leaving", "against", "via", "through", "with", "while":
		return true
	case "retreat", "retreats":
		return true
	case "to":
		return true
	case "then", "and", "or":
		return one(c.at(1), "carry", "land", "retreat", "leave", "disembark")
	}
	return false
}

// lead goes past what stands before an order and says nothing: marks and numbers of a list.
func (c *cursor) lead() {
	c.skip(parser.Dash, ">", "/", ":", ".", ",", "|", ")")
	mark := c.i
	c.skip("(", "order", "nr", "no", "number", "step")
	if _, ok := c.number(); ok {
		end := c.i
		c.skip(":", ")", parser.Dash, ".", ",")
		if stop := c.toks[end-1].to; c.i > end || isVerbHere(c) || stop < len(c.line) && c.line[stop] == '.' {
			return
		}
	}
	if c.i = mark; len(c.peek()) == 1 && one(c.at(1), ")") && c.peek() >= "a" && c.peek() <= "z" { // "a) ..."
		c.i += 2
	}
}

// fillers goes past words that may stand before a verb.
func (c *cursor) fillers() {
	for c.i < len(c.toks) && isFiller(c.peek()) && !(one(c.peek(), "my", "no", "the", "do") && isVerbHere(c)) {
		c.i++
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
	line, toks := whole.line, whole.toks
	var out []*cursor
	start, depth := 0, 0
	cut := func(end, next int) {
		if end > start {
			out = append(out, &cursor{line: line, toks: toks[start:end]})
		}
		start, depth = next, 0
	}
	attacked := false // within IF ATTACKED, which has a fight or a retreat behind it
	for i := 0; i < len(toks); i++ {
		if i == start {
			head := &cursor{line: line, toks: toks, i: i}
			head.lead()
			head.fillers()
			attacked = head.isAttacked() || verbOf(head.peek()) == doPlay
		}
		switch w := toks[i].word; {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case w == "|", w == ";", w == "." && depth <= 0:
			next := &cursor{line: line, toks: toks, i: i + 1}
			if ordinal := w == "." && i > start && isNumeral(toks[i-1].word) && !isVerbHere(next); !ordinal && !next.isOption() {
				cut(i, i+1)
			}
		case i > start && one(w, ",", "and", "then", "&", ":", "also") && depth <= 0:
			next := &cursor{line: line, toks: toks, i: i + 1}
			next.skip("and", "then", "also", "i", "will", "we", "to", ",", "please", "ill")
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
	head := &cursor{line: c.line, toks: c.toks[:end]}
	head.lead()
	head.fillers()
	return head.done()
}

// another reports whether an order begins here that can't be a part of one before.
func (c *cursor) another() (verb, bool) {
	mark := c.i
	v := c.verb()
	c.i = mark
	switch v {
	case doBuy, doMove, doSail, doFight, doGive, doAlly, doUnally, doLend, doInsist, doRansom, doAttacked, doPlay:
		return v, c.i+1 < len(c.toks) || v == doFight || v == doRansom
	}
	return v, false
}
