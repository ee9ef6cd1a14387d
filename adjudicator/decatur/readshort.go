package decatur

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How the short questions in the midst of a round are answered: an answer is a whole one, and lines that have nothing to
// do with it are left.

// answerPieces are the parts of a short answer: its sentences.
func answerPieces(text string) []*cursor {
	var out []*cursor
	for line := range strings.SplitSeq(parser.Plain(text), "\n") {
		whole := lex(line)
		toks, start := whole.Tokens, 0
		for i, t := range toks {
			stop := t.Word == "." // behind a number it is no sign, as in "1. COMMIT 5"
			if digits := order.IsNumeral(t.Word) && (i > start || i+1 < len(toks) && toks[i+1].Word == "if") && strings.HasPrefix(line[t.To:], ". "); digits || stop {
				out = append(out, &cursor{whole.Part(start, i+1)})
				start = i + 1
			}
		}
		if start < len(toks) {
			out = append(out, &cursor{whole.Part(start, len(toks))})
		}
	}
	return out
}

// An answerReader reads a short answer: each line, then what it comes to as a whole.
type answerReader struct {
	about func(*cursor) bool  // whether a line may be an answer
	line  func(*cursor) error // reads one onto those before it; twoAnswers if it does not go with them
	whole func() (answer string, err error)
}

const twoAnswers = order.Complaint("There are two different answers here, and only one can count. Write just that one.")

const whichOfTwo = order.Complaint("Which of the two? Only one can count. Write just that one.")

// either reports whether "4 or 5" stands here, or "Orient or British", which answers nothing.
func (c *cursor) either(r *reader) bool {
	for i := c.Pos + 1; i+1 < len(c.Tokens); i++ {
		next := &cursor{c.From(i + 1)}
		if c.Tokens[i].Word == "or" && (order.IsNumeral(next.Peek()) || one(next.Peek(), "commit", "play", "concede", "all", "everything", "pat", "discard", "keep", "raise") || r.isCards(next)) {
			return true
		}
	}
	return false
}

// readAnswer reads an answer that is a whole one: if anything in it can't be taken, nothing is.
func (v *View) readAnswer(old, text, blank string, begin func(*reader) answerReader) adjudicator.Reading {
	r := newReader(v)
	a := begin(r)
	out := adjudicator.Reading{Answer: old}
	label := strings.ToLower(strings.Trim(blank, ": "))
	var all []saying
	for _, c := range answerPieces(text) {
		said := c.said()
		if c.opens(label); c.Done() || c.isBlank() || label == "bid" && r.later(c) {
			continue
		}
		x := v.hear(r, a, c, said)
		if x.err == error(twoAnswers) {
			for i := range all {
				if all[i].taken {
					all[i].taken, all[i].err = false, twoAnswers
				}
			}
		}
		all = append(all, x)
	}
	if answer := settleAnswer(all, a.whole); answer != "" {
		out.Answer, out.Notes = answer, r.notes
	}
	for _, x := range all {
		out.Parts = append(out.Parts, x.part())
	}
	out.Notes = order.Unique(out.Notes)
	out.Form = answerForm(blank, out.Answer)
	return out
}

// A saying is a part of a short answer.
type saying struct {
	said, thing string // thing is what it names of the game
	taken       bool   // it is the answer, or part of it
	weak        bool   // it can't be read, but it is no more than a remark if something else is the answer
	apart       bool   // it has nothing to do with the answer, which can be taken without it
	err         error  // why it can't be taken; nil for a remark
}

// hear reads a part of a short answer onto those before it.
func (v *View) hear(r *reader, a answerReader, c *cursor, said string) saying {
	x := saying{said: said, thing: r.thing(c)}
	notes := len(r.notes)
	is := !c.isSheet() && !c.isAddress(r) && a.about(c)
	if r.notes = r.notes[:notes]; !is {
		if x.apart = true; v.isOrder(said) {
			x.err = notAsked
		}
		return x
	}
	mark := c.Pos
	x.err = a.line(c)
	x.taken = x.err == nil
	if x.err != nil && x.err != error(twoAnswers) && r.isProse(c, mark) {
		x.weak, r.notes = true, r.notes[:notes]
	}
	return x
}

const notEither = order.Complaint("This was not taken either, since an answer counts as a whole.")

// settleAnswer is what the parts of an answer come to; "" if one of them can't be taken, and so none is.
func settleAnswer(all []saying, whole func() (string, error)) (answer string) {
	bad := slices.ContainsFunc(all, func(x saying) bool { return x.err != nil && !x.weak && !x.apart })
	taken := slices.ContainsFunc(all, func(x saying) bool { return x.taken })
	var err error = notEither
	if taken && !bad {
		answer, err = whole()
	}
	for i := range all {
		switch x := &all[i]; {
		case x.taken && err != nil:
			x.taken, x.err = false, err
		case x.weak && (taken || bad):
			x.err = nil
		}
	}
	return answer
}

// part says what became of it.
func (x saying) part() adjudicator.Part {
	switch {
	case x.taken:
		return filed(x.said, nil)
	case x.err != nil:
		return refused(x.said, x.err)
	}
	return adjudicator.Spoken(quoted(x.said), x.thing)
}

const notAsked = order.Complaint("This is not what you are asked now; send it with your orders for the next round.")

// isOrder reports whether a line would be one on a sheet.
func (v *View) isOrder(line string) bool {
	s := newReader(v).sheetReader(sheet{})
	s.read(wholeLines(line))
	return s.sheet().words(v.board) != "" || s.open() > 0 && lex(line).isOrderly()
}

// isOrderly reports whether a line begins with a verb of the sheet in capitals, behind a number or not.
func (c *cursor) isOrderly() bool {
	c.lead()
	return !c.Done() && verbOf(c.Peek()) != noVerb && c.Line[c.Tokens[c.Pos].From:c.Tokens[c.Pos].To] == strings.ToUpper(c.Peek())
}

// opens goes past the words with which an answer may begin, and takes those of courtesy off its end.
func (c *cursor) opens(label string) {
	if c.Peek() == label && (c.At(1) == ":" || len(c.Tokens) == 1) {
		c.Pos++
	}
	for !c.Done() && (!c.plus() && one(c.Peek(), ":", parser.Dash, "i", "ill", "id", "please", "will", "would", "like", "to", "my", "answer", "is", "we", "want", "and", "then", ",", "bid", "cards", "let", "me",
		"ok", "okay", "well", "so", "fine", "now", "shall", "just", "going", "am", "im", ".")) {
		c.Pos++
	}
	if mark := c.Pos; label == "bid" && c.Phrase("wont concede", "not concede", "dont concede", "do not concede", "never concede") {
		if c.Skip(":", ",", parser.Dash, "."); c.Done() {
			c.Pos = mark
		}
	}
	for len(c.Tokens) > c.Pos+1 && one(c.Tokens[len(c.Tokens)-1].Word, ".", "please", "thanks", "thank", "you", ",") {
		c.Tokens = c.Tokens[:len(c.Tokens)-1]
	}
}

// isBlank reports whether a number stands here with nothing behind it, as in a form.
func (c *cursor) isBlank() bool {
	return order.IsNumeral(c.Peek()) && one(c.At(1), ":", ")") && len(c.Tokens) == c.Pos+2
}

// plus reports whether "+2" stands here, which is so much more.
func (c *cursor) plus() bool {
	return c.Peek() == "and" && c.Line[c.Tokens[c.Pos].From] == '+' && order.IsNumeral(c.At(1)) && one(c.At(2), "", "factor", "factors", "more", ".", ",")
}

// isSheet reports whether a line of a sheet stands here: a numbered one, or an order that answers no question.
func (c *cursor) isSheet() bool {
	at := c.Pos
	if order.IsNumeral(c.Peek()) && one(c.At(1), ":", ")", ".") {
		at += 2
	}
	next := cursor{c.From(at)}
	switch v := verbOf(next.Peek()); {
	case one(v, doDraw, doExchange, doRestructure, doExpand, doPort, doConsolidate, doVenture, doDefend, doClock, doDecatur), next.Peek() == "if":
		return true
	case at > c.Pos && !next.Done(): // "1: COMMIT 5"
		c.Pos = at
		return v == doPass || next.isOff()
	}
	return false
}

// isAddress reports whether this is a telephone number, or begins as "7 Mill Road" does.
func (c *cursor) isAddress(r *reader) bool {
	if !order.IsNumeral(c.Peek()) && !c.plus() {
		return false
	}
	digits, words := 0, 0
	for i := c.Pos; i < len(c.Tokens); i++ {
		switch w := c.Tokens[i].Word; {
		case strings.Trim(w, "0123456789") == "":
			digits += len(w)
		case !order.IsSign(w) && w != "and":
			words++
		}
	}
	if words == 0 {
		return digits > 4
	}
	next := &cursor{c.From(c.Pos + 1)}
	w := next.Peek()
	return words > 1 && w != "" && !order.IsSign(w) && !isKeyword(w) && verbOf(w) == noVerb && !order.IsNumeral(w) && !r.isCards(next) && !one(w, "more", "extra", "additional", "total", "x", "them", "men", "point", "points", "please", "with", "there", "behind", "go", "stay", "plus")
}

// isProse reports whether what could not be read from there on has nothing in it that an answer needs.
func (r *reader) isProse(c *cursor, from int) bool {
	const few = 2
	if len(c.Tokens)-from <= few {
		return false
	}
	for i := from; i < len(c.Tokens); i++ {
		next := &cursor{c.From(i)}
		w := next.Peek()
		if order.IsNumeral(w) || i > from && one(w, "all", "everything", "matching", "none", "nothing", "commit", "play", "concede", "more") || r.isKind(next) || isOcean(w) {
			return false
		}
		if _, used := r.locs.Prefix(next.ahead()); used > 0 {
			return false
		}
	}
	return true
}
