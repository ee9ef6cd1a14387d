package diplomacy

import (
	"cmp"
	"slices"
)

// An Adjustment is an order of the winter: a power builds a unit or removes
// one that it has.
type Adjustment struct {
	Power Power
	Build bool
	Unit  Unit // of a removal only the province counts; of a build Power is not looked at
}

// A Winter is the outcome of an adjustment phase.
type Winter struct {
	OK      []bool // one per order, in the order given: whether it was carried out
	Built   []Unit // in the order given
	Removed []Unit // those removed by order, then those by civil disorder, power by power
	Units   []Unit // who stands where afterwards: those that were there, then the built
}

// Balance returns how many units each power may build or, below zero, has to
// remove: its centres less its units. owner gives the owner of each location
// that is a centre, by Loc; Nobody, or a slice that ends before, is no owner.
func (b *Board) Balance(units []Unit, owner []Power) []int {
	due := make([]int, len(b.powers))
	for _, c := range b.centres {
		if p := ownerOf(owner, c); p != Nobody {
			due[p]++
		}
	}
	for _, u := range units {
		if u.Power != Nobody {
			due[u.Power]--
		}
	}
	return due
}

func ownerOf(owner []Power, l Loc) Power {
	if int(l) >= len(owner) {
		return Nobody
	}
	return owner[l]
}

// Adjust resolves a winter. Orders are taken one by one while the power has
// something to build or to remove, and impossible ones are passed over (DATC
// 4.D.4, 4.D.6). A unit is built in a home centre that its power owns and that
// is empty; builds not ordered are waived. Removals that were not ordered are
// made by civil disorder: the units farthest from the centres that their power
// owns (DATC 4.D.8, rules of 2023). owner is as in Balance.
func (b *Board) Adjust(units []Unit, owner []Power, orders []Adjustment) Winter {
	due := b.Balance(units, owner)
	w := Winter{OK: make([]bool, len(orders)), Units: slices.Clone(units)}
	full := b.occupied(units)
	for i, o := range orders {
		if o.Power < 0 || int(o.Power) >= len(due) {
			continue
		}
		if o.Build && due[o.Power] > 0 {
			u := o.Unit
			if u.Type == Army {
				u.At = b.Province(u.At) // DATC 4.B.6
			}
			u.Power = o.Power
			if w.OK[i] = b.buildable(u, owner, full); w.OK[i] {
				full.add(b.places[u.At].province)
				due[o.Power]--
				w.Built = append(w.Built, u)
			}
		}
		if !o.Build && due[o.Power] < 0 {
			if w.OK[i] = w.remove(b, o.Power, o.Unit.At); w.OK[i] {
				due[o.Power]++
			}
		}
	}
	w.disorder(b, due, owner)
	w.Units = append(w.Units, w.Built...)
	return w
}

// buildable reports whether u can be raised where it is to stand (DATC 6.I).
func (b *Board) buildable(u Unit, owner []Power, full set) bool {
	if !b.CanStand(u.Type, u.At) { // DATC 6.B.14, 6.I.2
		return false
	}
	p := b.places[u.At].province
	return slices.Contains(b.homes[u.Power], p) && ownerOf(owner, p) == u.Power && !full.has(p)
}

// remove takes the unit of a power in the province of l off the board.
func (w *Winter) remove(b *Board, power Power, l Loc) bool {
	i := slices.IndexFunc(w.Units, func(u Unit) bool {
		return u.Power == power && b.Province(u.At) == b.Province(l)
	})
	if i < 0 {
		return false
	}
	w.Removed = append(w.Removed, w.Units[i])
	w.Units = slices.Delete(w.Units, i, i+1)
	return true
}

// disorder makes the removals that are still due.
func (w *Winter) disorder(b *Board, due []int, owner []Power) {
	for i, n := range due {
		if n >= 0 {
			continue
		}
		power := Power(i)
		var own []Unit
		for _, u := range w.Units {
			if u.Power == power {
				own = append(own, u)
			}
		}
		var centres []Loc
		for _, c := range b.centres {
			if ownerOf(owner, c) == power {
				centres = append(centres, c)
			}
		}
		for _, u := range b.Farthest(own, centres, -n) {
			w.remove(b, power, u.At)
		}
	}
}

// Farthest returns the n of units that are to go first: those with the largest
// distance to the nearest of the provinces from, for armies and fleets alike
// over land and sea; of equals, fleets before armies, and then by the full name
// of the province (DATC 6.J). With no provinces all are equally far.
func (b *Board) Farthest(units []Unit, from []Loc, n int) []Unit {
	far := b.distances(from)
	rank := slices.Clone(units)
	slices.SortStableFunc(rank, func(u, v Unit) int {
		p, q := b.places[u.At].province, b.places[v.At].province
		return cmp.Or(
			cmp.Compare(far[q], far[p]),
			cmp.Compare(v.Type, u.Type),
			cmp.Compare(b.places[p].name, b.places[q].name),
		)
	})
	return rank[:max(0, min(n, len(rank)))]
}

// distances returns how many steps each province is from the nearest of from.
func (b *Board) distances(from []Loc) [maxLocs]int {
	var far [maxLocs]int
	var fresh, seen set
	for _, l := range from {
		fresh.add(b.Province(l))
	}
	for i := range far {
		far[i] = maxLocs
	}
	for step := 0; !fresh.empty(); step++ {
		seen = seen.or(fresh)
		var next set
		for !fresh.empty() {
			p := fresh.pop()
			far[p] = step
			next = next.or(b.touches[p])
		}
		fresh = next.minus(seen)
	}
	return far
}
