package dealers

import (
	"slices"

	"deaddrop/adjudicator/queue"
)

// takingOver returns an alternative of a letter with what it leaves out: if it names only another box for the same
// purpose as the alternative before it, the rest of the turn is the same ("If Storm is taken, use Assault").
func (s *settling) takingOver(d deed, before queue.Plan[deed]) deed {
	if len(before) == 0 || !d.isOnlyBox() {
		return d
	}
	last := before[len(before)-1]
	box, was := s.era().action(d.action), s.era().action(last.action)
	if box == nil || was == nil || box.Group != was.Group || !s.suits(box, last) {
		return d
	}
	d.steps, d.tidy, d.done = slices.Clone(last.steps), last.tidy, last.done
	s.note("The alternative ACTION %s names only another box, so it was filed with the same cards and target.", d.action)
	return d
}

// isOnlyBox reports whether a deed has the choice of a box and nothing else.
func (d deed) isOnlyBox() bool {
	rest := len(d.steps) + len(d.bonus) + len(d.tidy.cards)
	return d.action != "" && rest == 0 && !d.tidy.keep && !d.done
}

// suits reports whether the steps of a turn achieve in a box what it is for: an assault has a target, and training has
// as many cards as the box demands.
func (s *settling) suits(box *Action, d deed) bool {
	trained, attacked := 0, false
	for _, x := range d.steps {
		if x.kind == stepTrain {
			trained += len(x.cards)
		}
		attacked = attacked || x.kind == stepAssault
	}
	switch box.Group {
	case Assault:
		return attacked
	case Train:
		return trained > 0 && trained >= box.Least && trained <= box.Most
	}
	return false
}
