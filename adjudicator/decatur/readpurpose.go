package decatur

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// What a venture is for that says only from where to where, and how many: a takeover where somebody else is, else a move.

// purpose puts that into the ladder of a venture, so that what is filed says what happens. A line in normal form stays as
// it is.
func (s *sheetReader) purpose(w *worded, when condition) error {
	l := &w.ladder
	if err := s.countParts(w); err != nil {
		return err
	}
	if w.n != unset && l.commit != unset {
		return order.Complain("COMMIT is given twice.")
	}
	switch n := w.n; {
	case !l.silent() && n == unset: // it says what it is
	case !l.silent():
		l.commit = n
	case s.fights(w, when):
		if l.commit = all; n != unset {
			l.commit = n
		}
	default:
		if l.move = all; n != unset {
			l.move = n
		}
	}
	return checkLadder(*l)
}

// fights reports whether a venture without words for it is a takeover: by its condition, else as things stand. It says
// how it was read.
func (s *sheetReader) fights(w *worded, when condition) bool {
	hostile, peaceful := s.v.expects(when, w.to, true)
	if w.fights || hostile && !peaceful {
		return true
	}
	owner := s.v.at(w.to).Owner
	switch {
	case peaceful && !hostile:
		return false
	case owner == "" || owner == s.v.Seat:
		if !slices.Contains(s.moving, w.to) {
			s.moving = append(s.moving, w.to)
		}
		return false
	}
	n := w.n
	if n == unset {
		n = all
	}
	s.note("%s is %s's now, so this was read as a takeover: COMMIT %s.", s.b.Name(w.to), owner, orAll(n, all))
	return true
}

// awaits reports whether a venture is held up only by somebody whom its condition wants to be gone.
func (v *View) awaits(a alternative) bool {
	w, ok := a.do.(venture)
	if !ok || !v.owns(v.Seat, w.from) || w.ladder.commit > v.at(w.from).Factors {
		return false
	}
	owner := v.at(w.to).Owner
	_, peaceful := v.expects(a.when, w.to, true)
	return peaceful && owner != "" && owner != v.Seat
}

// expects reports whether a condition has a location in somebody else's hands, or in nobody's or the player's own.
func (v *View) expects(when condition, at Loc, holds bool) (hostile, peaceful bool) {
	switch c := when.(type) {
	case not:
		return v.expects(c.of, at, !holds)
	case pair:
		h1, p1 := v.expects(c.left, at, holds)
		h2, p2 := v.expects(c.right, at, holds)
		return h1 || h2, p1 || p2
	case fact:
		return c == factWins && holds, false
	case status:
		switch {
		case c.at != at:
		case c.is == "HOSTILE":
			return holds, !holds
		case c.is == "EMPTY", c.is == "MINE", c.is == v.Seat:
			return false, holds
		default:
			return holds, false
		}
	}
	return false, false
}

// noteMoves says, once in a letter, what becomes of moves that somebody else gets in the way of.
func (s *sheetReader) noteMoves() {
	names := make([]string, len(s.moving))
	for i, l := range s.moving {
		names[i] = s.b.Name(l)
	}
	switch len(names) {
	case 0:
	case 1:
		s.note("If somebody else holds %s when your turn comes, this is passed over; add COMMIT to take it over then.", names[0])
	default:
		s.note("If somebody else holds %s when your turn comes, the venture there is passed over; add COMMIT to take it over then.", adjudicator.Listed(names, "or"))
	}
}

// countParts puts numbers in the place of "all but 2".
func (s *sheetReader) countParts(w *worded) error {
	for _, n := range []*int{&w.n, &w.ladder.commit, &w.ladder.max, &w.ladder.move} {
		if *n > allBut(0) {
			continue
		}
		here, stay := s.v.at(w.from).Factors, allBut(0)-*n
		if here <= stay {
			return order.Complain("%s has %s now, so none is left over. Name a number.", s.b.Name(w.from), factors(here))
		}
		*n = here - stay
		s.note("%s has %s now, so this was read as %d.", s.b.Name(w.from), factors(here), *n)
	}
	return nil
}

// gathered is a consolidation from everywhere, as things stand.
func (r *reader) gathered(to Loc) (action, error) {
	k := consolidate{to: to}
	for i := range r.b.Locations {
		if l := Loc(i); r.b.Near(l, to) && r.v.owns(r.v.Seat, l) && r.v.at(l).Factors > 0 {
			k.from = append(k.from, origin{at: l})
		}
	}
	if len(k.from) == 0 {
		return nil, order.Complain("No other location of yours with factors is adjacent to %s, or coastal on a same ocean (DC-17).", r.b.Name(to))
	}
	r.note("Read as %s.", k.words(r.b))
	return k, nil
}
