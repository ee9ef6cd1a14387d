package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// complete reports whether a turn can be taken, and says what it lacks.
func (s *sheetReader) complete(number int, p queue.Plan[deed]) bool {
	ok := true
	for i := range p {
		d := &p[i]
		if err := s.lacks(d); err != nil {
			ok = s.refuse(*d, err)
			continue
		}
		s.bonused(d)
		s.raised(d)
		group := s.b.groupOf(d.action)
		if s.kind == "more" && s.v.Acting != nil {
			group = s.b.groupOf(s.v.Acting.Action)
		}
		for j := range d.steps {
			if p := &d.steps[j].play; d.steps[j].kind == stepPlay {
				if err := s.settleValue(p, group); err != nil {
					ok = s.refuse(*d, err)
					break
				}
			}
		}
	}
	for i := range p {
		s.inOrder(&p[i], number == 1)
	}
	if s.kind == "turn" && number == 1 && ok {
		ok = s.possible(p)
	}
	if !ok {
		s.broken = append(s.broken, number)
	}
	return ok
}

// bonused takes DISMISS in a reorganize action that dismisses nothing of itself for the bonus of the era (DH-11).
func (s *sheetReader) bonused(d *deed) {
	e := s.v.era()
	a := e.action(d.action)
	if a == nil || a.Group != Reorganize || a.Dismiss > 0 || e.Dismiss == 0 || len(d.bonus) > 0 {
		return
	}
	d.steps = slices.DeleteFunc(slices.Clone(d.steps), func(x step) bool {
		if x.kind == stepDismiss {
			d.bonus = append(d.bonus, x.cards...)
		}
		return x.kind == stepDismiss
	})
	if len(d.bonus) > 0 {
		s.note("DISMISS was read as BONUS DISMISS, since %s dismisses nothing of itself (DH-11).", a.Name)
	}
}

// raised leaves out DISMISS where it names what the action dismisses anyway for the card that is gained (DH-20).
func (s *sheetReader) raised(d *deed) {
	a := s.v.era().action(d.action)
	if a == nil || a.From != FromDismiss {
		return
	}
	var below []string
	for _, x := range d.steps {
		for _, name := range x.cards {
			if needs := s.b.below(plain(name)); x.kind == stepTrain && len(needs) > 0 {
				below = append(below, needs[0])
			}
		}
	}
	d.steps = slices.DeleteFunc(slices.Clone(d.steps), func(x step) bool {
		return x.kind == stepDismiss && !slices.ContainsFunc(x.cards, func(n string) bool { return !slices.Contains(below, plain(n)) })
	})
}

// inOrder puts what is trained behind the cards that are played if the turn can't be carried out as it is written, and can be
// so; or if that can't be known yet, as the turn is not now.
func (s *sheetReader) inOrder(d *deed, next bool) {
	last := 0
	for i, x := range d.steps {
		if one(x.kind, stepPlay, stepUse) {
			last = i + 1
		}
	}
	if !slices.ContainsFunc(d.steps[:last], func(x step) bool { return x.kind == stepTrain }) || s.v.check(*d) == nil {
		return
	}
	to := *d
	to.steps = nil
	for _, train := range []bool{false, true} {
		for _, x := range d.steps[:last] {
			if (x.kind == stepTrain) == train {
				to.steps = append(to.steps, x)
			}
		}
	}
	to.steps = append(to.steps, d.steps[last:]...)
	if now := next && s.v.Seat == s.v.Mover; now && s.v.check(to) != nil {
		return
	}
	*d = to
	s.note("What is trained was put behind the cards that are played, since it needs them.")
}

// refuse refuses the part of the letter for which an alternative can't be taken. It never is ok then.
func (s *sheetReader) refuse(d deed, err error) (ok bool) {
	if part := s.blamed(d, err); part >= 0 {
		s.parts[part] = refused(s.parts[part].Quote, err)
	} else if !slices.ContainsFunc(s.parts, adjudicator.Part.Open) {
		s.add(refused(d.words(s.m), err), origin{})
	}
	return false
}

// blamed is the place of the part of the letter that a complaint about an alternative is for: that of the step with
// which it begins, or else the first that the alternative is made of; -1 if it was on file.
func (s *sheetReader) blamed(d deed, err error) int {
	for _, x := range d.steps {
		if x.said > 0 && strings.HasPrefix(err.Error(), x.words(s.m)+": ") {
			return x.said - 1
		}
	}
	if len(d.said) == 0 {
		return -1
	}
	return d.said[0]
}

// lacks complains of a turn without an action.
func (s *sheetReader) lacks(d *deed) error {
	if d.action != "" || d.pass != passNot || s.kind == "more" {
		return nil
	}
	g, what := Group(""), "no action in this turn, and no pass"
	for _, x := range d.steps {
		switch x.kind {
		case stepAssault:
			g, what = Assault, "an assault in this turn, but no action"
		case stepTrain:
			if g == "" {
				g, what = Train, "training in this turn, but no action"
			}
		}
	}
	boxes := s.boxes(g)
	return complain("There is %s. It needs ACTION with a box of the action board: %s.", what, adjudicator.Listed(boxes, "or"))
}

// possible checks the writer's turn, which is now: if none of its alternatives can be carried out, it is refused.
func (s *sheetReader) possible(p queue.Plan[deed]) (ok bool) {
	words := func(d deed) string { return d.words(s.m) }
	filed := strict.Must(parseSheet(s.b, s.m, s.v.Standing))
	if len(filed.turns) > 0 && filed.turns[0].Words(words) == p.Words(words) {
		return true // it is on file, and may have been possible then
	}
	if p.First(s.v.check) < len(p) {
		return true
	}
	for _, d := range p {
		s.refuse(d, s.v.check(d))
	}
	return false
}
