package successors

import "slices"

// lose removes units of a side, as many as it has of them, where from says so, or anywhere if from is nil: in the order
// of its LOSE line, else the worst first (SU-4).
func (r *turn) lose(side string, n int, from func(Area) bool) {
	lost := r.shed(side, n, from)
	if len(lost) > 0 {
		r.tell("lost", losses{side, lost})
	}
	r.settleAll(lost)
}

// shed removes units as lose does, without telling.
func (r *turn) shed(side string, n int, from func(Area) bool) []Gone {
	var out []Gone
	gone := func(a Area, u Units) {
		r.take(a, side, u)
		n -= u.Total()
		i := slices.IndexFunc(out, func(l Gone) bool { return l.Area == r.edition().Name(a) })
		if i < 0 {
			i, out = len(out), append(out, Gone{Area: r.edition().Name(a)})
		}
		out[i].Units = out[i].Units.Plus(u)
	}
	for _, t := range r.sheets[side].rules.losing() {
		for n > 0 {
			a := r.dispensable(side, t, from)
			if a == nowhere {
				break
			}
			gone(a, unitsOf(1, t))
		}
	}
	return out
}

// dispensable is where a side gives a unit of a type up: where most land units of its stand, so that it holds its
// provinces. It is nowhere if there is none.
func (r *turn) dispensable(side string, t Type, from func(Area) bool) Area {
	best, most := nowhere, 0
	for i := range r.Areas {
		a, u := Area(i), r.units(Area(i), side)
		if u[t] == 0 || from != nil && !from(a) {
			continue
		}
		if n := u.Army(); best == nowhere || n > most {
			best, most = a, n
		}
	}
	return best
}

// settleAll has what follows from losses happen where they were (SU-20, SU-21).
func (r *turn) settleAll(lost []Gone) {
	for _, l := range lost {
		if a, ok := r.edition().Area(l.Area); ok {
			r.settle(a)
		}
	}
}
