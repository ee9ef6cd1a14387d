package decatur

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// How the short questions in the midst of a round are answered: an answer is a whole one, and lines that have nothing to
// do with it are left.

// answerPieces are the parts of a short answer: its sentences.
func answerPieces(text string) []*cursor {
	var out []*cursor
	for line := range strings.SplitSeq(plain(text), "\n") {
		toks := lex(line)
		start := 0
		for i, t := range toks {
			stop := t.word == "." // behind a number it is no sign, as in "1. COMMIT 5"
			if digits := isNumeral(t.word) && (i > start || i+1 < len(toks) && toks[i+1].word == "if") && strings.HasPrefix(line[t.to:], ". "); digits || stop {
				out = append(out, &cursor{line: line, toks: toks[start : i+1]})
				start = i + 1
			}
		}
		if start < len(toks) {
			out = append(out, &cursor{line: line, toks: toks[start:]})
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

const twoAnswers = complaint("There are two different answers here, and only one can count. Write just that one.")

const whichOfTwo = complaint("Which of the two? Only one can count. Write just that one.")

// either reports whether "4 or 5" stands here, or "Orient or British", which answers nothing.
func (c *cursor) either(r *reader) bool {
	for i := c.i + 1; i+1 < len(c.toks); i++ {
		next := &cursor{line: c.line, toks: c.toks, i: i + 1}
		if c.toks[i].word == "or" && (isNumeral(next.peek()) || one(next.peek(), "commit", "play", "concede", "all", "everything", "pat", "discard", "keep", "raise") || r.isCards(next)) {
			return true
		}
	}
	return false
}

// readAnswer reads an answer that is a whole one: if anything in it can't be taken, nothing is.
func (v *View) readAnswer(old, text, blank string, begin func(*reader) answerReader) adjudicator.Reading {
	r := newReader(v.board)
	r.v = v
	a := begin(r)
	out := adjudicator.Reading{Answer: old}
	var aside, taken, weak []string
	var weakly, misplaced []adjudicator.Fault
	label := strings.ToLower(strings.Trim(blank, ": "))
	for _, c := range answerPieces(text) {
		said := strings.TrimRight(c.written(0, len(c.toks)), " .")
		if c.opens(label); c.done() || c.isBlank() {
			continue
		}
		notes := len(r.notes)
		if label == "bid" && r.later(c) {
			continue
		}
		is := !c.isSheet() && !c.isAddress(r) && a.about(c)
		r.notes = r.notes[:notes]
		if !is {
			if v.isOrder(said) {
				misplaced = append(misplaced, refused(said, notAsked))
			} else {
				aside = append(aside, said)
			}
			continue
		}
		mark := c.i
		switch err := a.line(c); {
		case err == error(twoAnswers):
			for _, t := range append(taken, said) {
				out.Faults = append(out.Faults, refused(t, err))
			}
			taken = nil
		case err != nil && r.isProse(c, mark):
			r.notes = r.notes[:notes]
			weak, weakly = append(weak, said), append(weakly, refused(said, err))
		case err != nil:
			out.Faults = append(out.Faults, refused(said, err))
		default:
			taken = append(taken, said)
		}
	}
	if len(taken)+len(out.Faults) == 0 {
		out.Faults, weak = weakly, nil
	}
	if len(taken) > 0 && len(out.Faults) == 0 {
		answer, err := a.whole()
		if err != nil {
			out.Faults = append(out.Faults, refused(strings.Join(taken, " / "), err))
		} else {
			out.Answer, out.Notes = answer, r.notes
		}
	}
	out.Faults = append(out.Faults, misplaced...)
	if note := asideNote(append(aside, weak...)); note != "" {
		out.Notes = append(slices.Clone(out.Notes), note)
	}
	out.Notes = unique(out.Notes)
	out.Form = answerForm(blank, out.Answer)
	return out
}

const notAsked = complaint("This is not what you are asked now; send it with your orders for the next round.")

// isOrder reports whether a line would be one on a sheet.
func (v *View) isOrder(line string) bool {
	s := newReader(v.board).sheetReader(v, sheet{})
	s.read(line)
	return s.sheet().words(v.board) != "" || len(s.faults) > 0 && (&cursor{line: line, toks: lex(line)}).isOrderly()
}

// isOrderly reports whether a line begins with a verb of the sheet in capitals, behind a number or not.
func (c *cursor) isOrderly() bool {
	c.lead()
	return !c.done() && verbOf(c.peek()) != noVerb && c.line[c.toks[c.i].from:c.toks[c.i].to] == strings.ToUpper(c.peek())
}

// opens goes past the words with which an answer may begin, and takes those of courtesy off its end.
func (c *cursor) opens(label string) {
	if c.peek() == label && (c.at(1) == ":" || len(c.toks) == 1) {
		c.i++
	}
	for !c.done() && (!c.plus() && one(c.peek(), ":", parser.Dash, "i", "ill", "id", "please", "will", "would", "like", "to", "my", "answer", "is", "we", "want", "and", "then", ",", "bid", "cards", "let", "me",
		"ok", "okay", "well", "so", "fine", "now", "shall", "just", "going", "am", "im", ".")) {
		c.i++
	}
	if mark := c.i; label == "bid" && c.phrase("wont concede", "not concede", "dont concede", "do not concede", "never concede") {
		if c.skip(":", ",", parser.Dash, "."); c.done() {
			c.i = mark
		}
	}
	for len(c.toks) > c.i+1 && one(c.toks[len(c.toks)-1].word, ".", "please", "thanks", "thank", "you", ",") {
		c.toks = c.toks[:len(c.toks)-1]
	}
}

// isBlank reports whether a number stands here with nothing behind it, as in a form.
func (c *cursor) isBlank() bool {
	return isNumeral(c.peek()) && one(c.at(1), ":", ")") && len(c.toks) == c.i+2
}

// plus reports whether "+2" stands here, which is so much more.
func (c *cursor) plus() bool {
	return c.peek() == "and" && c.line[c.toks[c.i].from] == '+' && isNumeral(c.at(1)) && one(c.at(2), "", "factor", "factors", "more", ".", ",")
}

// isSheet reports whether a line of a sheet stands here: a numbered one, or an order that answers no question.
func (c *cursor) isSheet() bool {
	at := c.i
	if isNumeral(c.peek()) && one(c.at(1), ":", ")", ".") {
		at += 2
	}
	next := cursor{line: c.line, toks: c.toks, i: at}
	switch v := verbOf(next.peek()); {
	case one(v, doDraw, doExchange, doRestructure, doExpand, doPort, doConsolidate, doVenture, doDefend, doClock, doDecatur), next.peek() == "if":
		return true
	case at > c.i && !next.done(): // "1: COMMIT 5"
		c.i = at
		return v == doPass || next.isOff()
	}
	return false
}

// isAddress reports whether this is a telephone number, or begins as "7 Mill Road" does.
func (c *cursor) isAddress(r *reader) bool {
	if !isNumeral(c.peek()) && !c.plus() {
		return false
	}
	digits, words := 0, 0
	for i := c.i; i < len(c.toks); i++ {
		switch w := c.toks[i].word; {
		case strings.Trim(w, "0123456789") == "":
			digits += len(w)
		case !isSign(w) && w != "and":
			words++
		}
	}
	if words == 0 {
		return digits > 4
	}
	next := &cursor{line: c.line, toks: c.toks, i: c.i + 1}
	w := next.peek()
	return words > 1 && w != "" && !isSign(w) && !isKeyword(w) && verbOf(w) == noVerb && !isNumeral(w) && !r.isCards(next) && !one(w, "more", "extra", "additional", "total", "x", "them", "men", "point", "points", "please", "with", "there", "behind", "go", "stay", "plus")
}

// isProse reports whether what could not be read from there on has nothing in it that an answer needs.
func (r *reader) isProse(c *cursor, from int) bool {
	const few = 2
	if len(c.toks)-from <= few {
		return false
	}
	for i := from; i < len(c.toks); i++ {
		next := &cursor{line: c.line, toks: c.toks, i: i}
		w := next.peek()
		if isNumeral(w) || i > from && one(w, "all", "everything", "matching", "none", "nothing", "commit", "play", "concede", "more") || r.isKind(next) || isOcean(w) {
			return false
		}
		if r.index != nil {
			if _, used := r.locs.Prefix(next.ahead()); used > 0 {
				return false
			}
		}
	}
	return true
}
