package dishonest

import (
	"slices"
)

// settle puts the turns of the letter onto the sheet.
func (s *sheetReader) settle() {
	for _, t := range s.turns {
		if !t.begun {
			continue
		}
		s.settleTurn(t)
	}
	for len(s.sheet.turns) > 0 && len(s.sheet.turns[len(s.sheet.turns)-1].either) == 0 {
		s.sheet.turns = s.sheet.turns[:len(s.sheet.turns)-1]
	}
}

func (s *sheetReader) settleTurn(t *draft) {
	old := &s.sheet.turns
	if t.none {
		*old = (*old)[:min(len(*old), t.number-1)]
		return
	}
	t.plan.either = slices.DeleteFunc(t.plan.either, deed.idle)
	if len(t.plan.either) > 0 && !t.broken {
		s.complete(t)
	}
	switch {
	case t.broken && len(s.filed(t.number).either) > 0:
		s.note("TURN %d is not taken, since a line of it was refused; what was on file for it stays.", t.number)
	case t.broken && t.lines > 1:
		s.note("TURN %d is not taken, since a line of it was refused; nothing is on file for it.", t.number)
	}
	if t.broken || len(t.plan.either) == 0 {
		return
	}
	for len(*old) < t.number {
		*old = append(*old, plan{})
	}
	(*old)[t.number-1] = t.plan
	if !t.alone && !t.amends {
		*old = (*old)[:t.number]
	}
}

// complete looks at what a turn lacks, and marks it as broken if it can't be taken.
func (s *sheetReader) complete(t *draft) {
	if s.v == nil {
		return
	}
	for _, d := range t.plan.either {
		if d.act.kind == actNone && !s.v.isAction(d.play) {
			s.faults = append(s.faults, refused(d.words(s.b), complain("There is no action in this turn, and no pass. It needs TACTICS, MOBILIZE, GARRISON, IDEOLOGY or PASS.")))
			t.broken = true
		}
	}
	if s.kind == "turn" && t.number == 1 {
		s.possible(t)
	}
}

// possible checks the writer's turn, which is now: if none of its alternatives can be carried out, it is refused.
func (s *sheetReader) possible(t *draft) {
	filed := parseSheet(s.b, s.v.Standing)
	if len(filed.turns) > 0 && filed.turns[0].words(s.b) == t.plan.words(s.b) {
		return // it is on file, and may have been possible then
	}
	for _, d := range t.plan.either {
		if s.v.check(d) == nil {
			return
		}
	}
	for _, d := range t.plan.either {
		s.faults = append(s.faults, refused(d.words(s.b), s.v.check(d)))
	}
	t.broken = true
}
