package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How the question after a round of battle is answered: an answer is a whole one.

const howToDecide = "Write FIGHT, or RETREAT and the province: RETREAT Susiana, or RETREAT Susiana LEAVE 2 INF."

// decision reads FIGHT or RETREAT.
func (r *reader) decision(c *cursor) (decision, error) {
	var d decision
	c.lead()
	c.fillers()
	switch v := c.verb(); v {
	case doFight, doPass:
		if c.Skip("on", "another", "round", "again", "one", "more", "no", "retreat", ".", ",", "stay", "continue", "to", "the", "end"); !c.Done() {
			return d, leftover(c)
		}
		return d, nil
	case doRetreat:
	default:
		if !c.Accept("stay", "continue", "hold", "stand") {
			return d, order.Complain("%s", howToDecide)
		}
		c.Skip("fighting", "and", "fight", "on", "the", "battle", ".", "put", "firm", "fast")
		if !c.Done() {
			return d, leftover(c)
		}
		return d, nil
	}
	s := &sheetReader{reader: r}
	var l limit
	if err := s.whither(c, &l); err != nil {
		return d, err
	}
	if d.retreat = l.retreat; len(d.retreat) == 0 {
		d.retreat = []flight{{to: nowhere}}
	}
	for !c.Done() {
		switch {
		case c.Accept(",", "and", ".", "but", "with", "please", ":", "(", ")"):
		case c.Accept("leave", "leaving", "except", "keep", "keeping"):
			rear, err := s.rear(c)
			if err != nil {
				return d, err
			}
			d.rear = rear
		default:
			return d, leftover(c)
		}
	}
	return d, nil
}

// readDecision reads a line of an answer to its normal form.
func (v *View) readDecision(r *reader, line *cursor) (string, error) {
	notes := len(r.notes)
	d, err := r.decision(line)
	if err == nil {
		err = v.checkDecision(d)
	}
	if err != nil {
		r.notes = r.notes[:notes]
		return "", err
	}
	return d.words(v.board), nil
}

// readBattle reads an answer after a round of battle.
func (v *View) readBattle(old, text string) adjudicator.Reading {
	r := newReader(v.board)
	r.v = v
	out := adjudicator.Reading{Answer: old}
	var all []saying
	for _, line := range answerLines(text) {
		said := line.said()
		if line.Skip(parser.Dash, ">"); line.blankAnswer() {
			continue
		}
		x := saying{said: said, thing: r.thing(line)}
		if line.isAnswer() {
			x.answer, x.err = v.readDecision(r, line)
			x.taken = x.err == nil
		}
		for i := range all {
			if all[i].taken && x.taken && all[i].answer != x.answer {
				all[i].err, x.err = twoAnswers, twoAnswers
			}
		}
		all = append(all, x)
	}
	if settle(all) {
		out.Answer = all[slices.IndexFunc(all, func(x saying) bool { return x.taken })].answer
	}
	out.Parts, out.Notes = parts(all), r.notes
	out.Form = []string{"BATTLE: "}
	if out.Answer != "" {
		out.Form = []string{out.Answer}
	}
	return out
}

// answerLines are the lines of an answer, with what stays behind on that of the retreat.
func answerLines(text string) []*cursor {
	var out []*cursor
	for line := range strings.SplitSeq(text, "\n") {
		next := lex(line)
		if n := len(out); n > 0 && len(line) < maxJoined && one(next.Peek(), "leave", "leaving") {
			line = out[n-1].Line + " " + line
			out[n-1] = lex(line)
		} else if !next.Done() {
			out = append(out, next)
		}
	}
	return out
}

// blankAnswer goes past the label of the form, and reports whether nothing is behind it.
func (c *cursor) blankAnswer() bool {
	if c.Peek() == "battle" && (c.At(1) == ":" || len(c.Tokens) == 1) {
		c.Pos += min(2, len(c.Tokens)-c.Pos)
	}
	return c.Done()
}

// isAnswer reports whether a line may be an answer.
func (c *cursor) isAnswer() bool {
	mark := c.Pos
	defer func() { c.Pos = mark }()
	c.lead()
	c.fillers()
	return one(c.verb(), doFight, doRetreat, doPass) || one(c.Peek(), "stay", "continue", "hold", "stand")
}
