package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
)

// How the question after a round of battle is answered: an answer is a whole one.

// parseDecision takes an answer in normal form apart. What can't be read fights on.
func parseDecision(b *Board, text string) decision {
	r := newReader(b)
	var d decision
	for _, line := range wholeLines(parser.Plain(text)) {
		next, err := r.decision(line)
		if err != nil {
			return decision{}
		}
		d = next
	}
	return d
}

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

// readBattle reads an answer after a round of battle.
func (v *View) readBattle(old, text string) adjudicator.Reading {
	r := newReader(v.board)
	r.v = v
	out := adjudicator.Reading{Answer: old}
	var answers, taken, aside []string
	for _, line := range answerLines(text) {
		if line.Skip(parser.Dash, ">"); line.blankAnswer() {
			continue
		}
		said := order.Shortened(strings.TrimRight(line.Line, " ."))
		notes := len(r.notes)
		if !line.isAnswer() {
			aside = append(aside, said)
			continue
		}
		d, err := r.decision(line)
		if err == nil {
			err = v.checkDecision(d)
		}
		if err != nil {
			r.notes = r.notes[:notes]
			out.Parts = append(out.Parts, refused(line.Line, err))
			continue
		}
		if w := d.words(v.board); !slices.Contains(answers, w) {
			answers, taken = append(answers, w), append(taken, said)
		}
	}
	switch {
	case len(answers) > 1:
		for _, t := range taken {
			out.Parts = append(out.Parts, refused(t, order.Complain("There are two different answers here, and only one can count. Write just that one.")))
		}
	case len(answers) == 1 && len(out.Parts) == 0:
		out.Answer = answers[0]
	}
	out.Notes = r.notes
	if note := order.Aside(aside); note != "" {
		out.Notes = append(out.Notes, note)
	}
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
