package diplomacy_test

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// holds reports what the equation of order i gives if the orders in s come off
// and the others do not (DATC 5.B.1 to 5.B.3).
func (o *oracle) holds(i int, s set) bool {
	switch o.acts[i].verb {
	case diplomacy.Move:
		return o.moves(i, s)
	case diplomacy.Support:
		return !o.cut(i, s)
	}
	return !o.broken.has(i) && o.acts[i].entered&s == 0
}

func (o *oracle) moves(i int, s set) bool {
	a := &o.acts[i]
	attack := o.attack(i, s)
	if a.facing != nobody {
		if attack <= o.defend(a.facing, s) {
			return false
		}
	} else if attack <= o.hold(a.there, s) {
		return false
	}
	for r := a.rivals; r != 0; r &= r - 1 {
		if attack <= o.prevent(r.first(), s) {
			return false
		}
	}
	return true
}

func (o *oracle) cut(i int, s set) bool {
	a := &o.acts[i]
	for e := a.entered; e != 0; e &= e - 1 {
		j := e.first()
		if s.has(j) {
			return true
		}
		if o.units[j].Power != o.units[i].Power && o.acts[j].from != a.to && o.path(j, s) {
			return true
		}
	}
	return false
}

// path reports whether move i has a path (DATC 5.B.4).
func (o *oracle) path(i int, s set) bool {
	a := &o.acts[i]
	return !a.convoy || slices.ContainsFunc(a.routes, s.covers)
}

// hold returns the hold strength of the place of unit i, which may be nobody (DATC 5.B.5).
func (o *oracle) hold(i int, s set) int {
	switch {
	case i == nobody:
		return 0
	case o.acts[i].verb != diplomacy.Move:
		return 1 + (o.acts[i].helps & s).count()
	case s.has(i):
		return 0
	}
	return 1
}

// prevent returns the prevent strength of move i (DATC 5.B.6).
func (o *oracle) prevent(i int, s set) int {
	a := &o.acts[i]
	if !o.path(i, s) || a.facing != nobody && s.has(a.facing) {
		return 0
	}
	return 1 + (a.helps & s).count()
}

// defend returns the defend strength of move i (DATC 5.B.7).
func (o *oracle) defend(i int, s set) int { return 1 + (o.acts[i].helps & s).count() }

// attack returns the attack strength of move i (DATC 5.B.8).
func (o *oracle) attack(i int, s set) int {
	a := &o.acts[i]
	if !o.path(i, s) {
		return 0
	}
	if a.there == nobody || a.facing == nobody && o.acts[a.there].verb == diplomacy.Move && s.has(a.there) {
		return 1 + (a.helps & s).count()
	}
	if o.units[a.there].Power == o.units[i].Power {
		return 0
	}
	return 1 + (a.foreign & s).count()
}

// agrees reports whether the outcome s satisfies the equations of all of which.
func (o *oracle) agrees(which, s set) bool {
	for w := which; w != 0; w &= w - 1 {
		if i := w.first(); o.holds(i, s) != s.has(i) {
			return false
		}
	}
	return true
}

// solve returns the orders that come off.
func (o *oracle) solve() set {
	var known, s set
	for {
		known, s = o.settle(known, s)
		if known == o.tries {
			break
		}
		fixed, values := o.untie(o.knot(o.tries&^known, s), s)
		if fixed == 0 {
			o.trouble = "a knot without convoys and moves"
			break
		}
		known, s = known|fixed, s|values
	}
	if o.trouble == "" && !o.agrees(o.tries, s) {
		o.trouble = "the outcome contradicts an equation"
	}
	return s
}

// settle is step 1 of the solution.
func (o *oracle) settle(known, s set) (set, set) {
	for again := true; again; {
		again = false
		(o.tries &^ known).each(func(i int) {
			if always, value := o.constant(i, o.acts[i].hangsOn&^known, s); always {
				again = true
				known.add(i)
				if value {
					s.add(i)
				}
			}
		})
	}
	return known, s
}

// constant reports whether the equation of i gives the same whatever the open
// orders do, and what.
func (o *oracle) constant(i int, open, s set) (always, value bool) {
	value = o.holds(i, s)
	for t := set(0).next(open); t != 0; t = t.next(open) {
		if o.holds(i, s|t) != value {
			return false, false
		}
	}
	return true, value
}

// knot returns a knot (step 2) among the unknown orders.
func (o *oracle) knot(unknown, s set) set {
	reach := make([]set, len(o.acts))
	unknown.each(func(i int) { reach[i] = o.varies(i, o.acts[i].hangsOn&unknown, s) })
	unknown.each(func(k int) {
		unknown.each(func(i int) {
			if reach[i].has(k) {
				reach[i] |= reach[k]
			}
		})
	})
	var found set
	unknown.each(func(i int) {
		closed := found == 0
		reach[i].each(func(j int) { closed = closed && reach[j] == reach[i] })
		if closed {
			found = reach[i]
		}
	})
	return found
}

// varies returns the orders among open on which the equation of i hangs.
func (o *oracle) varies(i int, open, s set) set {
	var found set
	open.each(func(j int) {
		others := open &^ set(0).with(j)
		for t := set(0); ; {
			if o.holds(i, s|t) != o.holds(i, s|t.with(j)) {
				found.add(j)
				return
			}
			if t = t.next(others); t == 0 {
				return
			}
		}
	})
	return found
}

// untie does the rest of step 2 for a knot: it returns which orders are decided now, and which of those succeed.
func (o *oracle) untie(knot, s set) (fixed, values set) {
	o.knots++
	all, some, n := knot, set(0), 0
	for t := set(0); ; {
		if o.agrees(knot, s|t) {
			all, some, n = all&t, some|t, n+1
		}
		if t = t.next(knot); t == 0 {
			break
		}
	}
	if alike := all | knot&^some; n > 0 && alike != 0 {
		o.loose = o.loose || n > 1
		return alike, all
	}
	var moves, convoys set
	knot.each(func(i int) {
		switch o.acts[i].verb {
		case diplomacy.Move:
			moves.add(i)
		case diplomacy.Convoy:
			convoys.add(i)
		}
	})
	if convoys != 0 {
		o.paradoxes++
		o.higher = o.higher || convoys.count() > 1
		o.broken |= convoys
		return convoys, 0
	}
	o.circles++
	return moves, moves
}

// single returns the only outcome that agrees with all equations, if there are
// not more orders than limit and just one does.
func (o *oracle) single(limit int) (only set, ok bool) {
	if o.tries.count() > limit {
		return 0, false
	}
	for t := set(0); ; {
		if o.agrees(o.tries, t) {
			if ok {
				return 0, false
			}
			only, ok = t, true
		}
		if t = t.next(o.tries); t == 0 {
			return only, ok
		}
	}
}

// A loss is a unit that was dislodged.
type loss struct {
	unit
	by   loc // the province of the attacker
	from loc // the same if the unit must not retreat there, else NoLoc (DATC 4.A.5)
}

// An outcome is what can be compared with a Movement.
type outcome struct {
	came      []string // by unit: what became of its order, as "move true"
	dislodged []loss
	contested []loc
	units     []unit
}

// outcome says what follows if the orders in s come off.
func (o *oracle) outcome(s set) outcome {
	var r outcome
	var left, tried, full [128]bool
	for i, a := range o.acts {
		if a.verb != diplomacy.Move {
			continue
		}
		if s.has(i) {
			left[a.from], full[a.to] = true, true
		}
		tried[a.to] = tried[a.to] || o.prevent(i, s) > 0
	}
	for i, a := range o.acts {
		u, moved := o.units[i], a.verb == diplomacy.Move && s.has(i)
		by := a.entered & s
		r.came = append(r.came, o.came(i, s.has(i), by == 0))
		full[a.from] = full[a.from] || !moved
		switch {
		case moved:
			u.At = a.lands
			r.units = append(r.units, u)
		case by == 0:
			r.units = append(r.units, u)
		default:
			l := loss{u, o.acts[by.first()].from, diplomacy.NoLoc}
			if !o.acts[by.first()].convoy {
				l.from = l.by
			}
			r.dislodged = append(r.dislodged, l)
		}
	}
	for _, p := range provinces {
		if tried[p] && !full[p] {
			r.contested = append(r.contested, p)
		}
	}
	return r
}

func (o *oracle) came(i int, done, stays bool) string {
	switch a, v := o.acts[i], o.orders[i].Verb; {
	case o.tries.has(i):
		return fmt.Sprint(v, " ", done)
	case a.illegal:
		return "illegal"
	case v == diplomacy.Support || v == diplomacy.Convoy:
		return "void"
	}
	return fmt.Sprint("hold ", stays)
}

var provinces = board.Provinces()
