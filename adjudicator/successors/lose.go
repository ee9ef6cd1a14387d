package successors

import "slices"

// lose removes n units of a side, or all if it has fewer, from the areas for which from returns true, or from
// anywhere if from is nil: in the order of its LOSE line, otherwise the worst first (SU-4).
func (r *turn) lose(side string, n int, from func(Area) bool) {
	lost := r.shed(side, n, from)
	if len(lost) > 0 {
		r.tell("lost", losses{side, lost})
	}
	r.settleAll(lost)
}

// shed removes units as lose does, without reporting it.
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

// dispensable returns the area in which a side gives up a unit of a type: where it has the most land units, so that
// it keeps its provinces. It is nowhere if the side has none.
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

// settleAll calls settle for each area with losses (SU-20, SU-21).
func (r *turn) settleAll(lost []Gone) {
	for _, l := range lost {
		if a, ok := r.edition().Area(l.Area); ok {
			r.settle(a)
		}
	}
}
