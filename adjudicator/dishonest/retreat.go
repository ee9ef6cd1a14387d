package dishonest

import (
	"cmp"
	"slices"
)

// clearLand ends a battle on land (DD-31): the attacker's fighters go home. If the attacker has won with land units
// left, the defender leaves and the garrison is destroyed; if the attacker has lost, the attacker leaves, even if no
// defender is left.
func (b *battle) clearLand() {
	b.flyHome(attacking)
	switch {
	case b.winner == defending:
		b.retreat(attacking)
	case b.here(attacking).Army() > 0:
		b.retreat(defending)
		h := &b.Areas[b.at]
		h.Garrison, h.Keeper = 0, ""
	}
}

// clearSea ends a battle at sea: fighters go home, and the loser's ships leave, even if the winner has no units left
// (DD-34).
func (b *battle) clearSea() {
	b.flyHome(attacking)
	b.flyHome(defending)
	b.retreat(1 - b.winner)
}

// A refuge is an area to which a side can retreat, with the units that can get there.
type refuge struct {
	to  Area
	can Force
	far bool // whether it is over the sea, not adjacent to the battle
}

// retreat has a side leave, all to one area; units that can't get there are lost. If there is a choice, it is the
// area that the most units can reach, on a tie the first one in the owner's list (DD-31, DD-32, DD-34).
func (b *battle) retreat(side int) {
	f, seat := b.here(side), b.seat(side)
	if f.Total() == 0 {
		return
	}
	x := &b.told.Sides[side]
	b.take(b.at, seat, f)
	if to, ok := b.haven(side, f); ok {
		b.add(to.to, seat, to.can)
		x.To, x.Retreated = b.board.Name(to.to), to.can
		f = f.Minus(to.can)
	}
	x.Stranded = x.Stranded.Plus(f)
}

// haven returns the area to which a force retreats; ok is false if there is none. If its owner has named no suitable
// area, it is the one where the fewest units exceed the supply limit; on a tie one adjacent to the battle, then one
// from which an attacker came, then a controlled one, then the first in the order of the board.
func (b *battle) haven(side int, f Force) (best refuge, ok bool) {
	list := b.havens(side, f)
	most := 0
	for _, h := range list {
		most = max(most, h.can.Total())
	}
	if b.is(optTogether, "all") {
		most = f.Total()
	}
	list = slices.DeleteFunc(list, func(h refuge) bool { return h.can.Total() < most })
	if len(list) == 0 {
		return refuge{}, false
	}
	for _, want := range b.orders[side].retreat {
		if i := slices.IndexFunc(list, func(h refuge) bool { return h.to == want }); i >= 0 {
			return list[i], true
		}
	}
	seat := b.seat(side)
	came := func(a Area) bool {
		return side == attacking && slices.ContainsFunc(b.groups, func(g arrival) bool { return g.last == a })
	}
	excess := func(h refuge) int { return max(0, b.burden(h.to, seat)+h.can.Total()-b.limit(seat)) }
	return slices.MinFunc(list, func(x, y refuge) int { // the first if several are equal
		return cmp.Or(cmp.Compare(excess(x), excess(y)), worse(x.far, y.far), worse(!came(x.to), !came(y.to)),
			worse(!b.controls(x.to, seat), !b.controls(y.to, seat)))
	}), true
}

// worse compares two areas by whether a drawback applies to each.
func worse(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	default:
		return -1
	}
}

// havens returns all areas to which some units of a side can retreat, in the order of the board. Where a later battle
// of the same action is due, the enemy has arrived, so nobody retreats there.
func (b *battle) havens(side int, f Force) []refuge {
	seat, sea := b.seat(side), b.board.IsSea(b.at)
	var out []refuge
	for i := range b.Areas {
		to := Area(i)
		switch {
		case sea && b.openSea(side, to):
			out = append(out, refuge{to: to, can: f})
		case sea || !b.own(to, seat) || slices.Contains(b.coming, to):
		case b.shut(b.at) || b.shut(to):
		case b.adjacent(b.at, to, seat):
			out = append(out, refuge{to: to, can: f})
		case b.seaway(seat, b.at, to):
			if can := b.carried(side, f); can.Total() > 0 {
				out = append(out, refuge{to, can, true})
			}
		}
	}
	return out
}

// own reports whether units may return to a region: their power controls or occupies it (DD-2). A power that has
// moved to a battle holds nothing there until it begins.
func (s *State) own(a Area, seat string) bool { return !s.edition().IsSea(a) && s.occupies(a, seat) }

// openSea reports whether ships of a side may retreat to a sea-zone: it is adjacent to the battle, and empty or their
// own; defenders may not retreat to one where attacking ships began the action (DD-34).
func (b *battle) openSea(side int, to Area) bool {
	if !b.board.IsSea(to) || b.closed(to) || !b.adjacent(b.at, to, b.seat(side)) {
		return false
	}
	if b.resists(to, b.seat(side)) || slices.Contains(b.coming, to) {
		return false
	}
	return side == attacking || !slices.ContainsFunc(b.groups, func(g arrival) bool {
		return g.unit.IsNaval() && g.from == to
	})
}

// carried returns the number of a side's units that may retreat over the sea: for attackers, those that came by sea.
// Within a type, the units lost in the battle are as far as possible those that can't (DD-32).
func (b *battle) carried(side int, f Force) Force {
	if side == defending {
		return f
	}
	var landed Force
	for _, g := range b.groups {
		if g.bySea {
			landed[g.unit] += g.n
		}
	}
	for t, n := range f {
		landed[t] = min(landed[t], n)
	}
	return landed
}

// flyHome has the surviving fighters of a side return to where they came from; the fighters lost in the battle are as
// far as possible those that can't return (DD-31, DD-33).
func (b *battle) flyHome(side int) {
	seat, left := b.seat(side), b.here(side)[Fighter]
	var homes []deploy
	if side == defending {
		homes = slices.Clone(b.deployed)
	}
	for _, g := range b.groups {
		if side == attacking && g.unit == Fighter {
			homes = append(homes, deploy{g.n, g.home})
		}
	}
	slices.SortStableFunc(homes, func(x, y deploy) int { return worse(!b.own(x.from, seat), !b.own(y.from, seat)) })
	b.take(b.at, seat, forceOf(left, Fighter))
	x := &b.told.Sides[side]
	for _, h := range homes {
		n := min(left, h.n)
		to, ok := b.base(h.from, seat)
		if n == 0 || !ok {
			continue
		}
		left -= n
		b.add(to, seat, forceOf(n, Fighter))
		x.Home = append(x.Home, sent{b.board.Name(to), n})
	}
	x.Stranded[Fighter] += left
}

// base returns the region where fighters land that return to a region: there, or if it is no longer their own, in the
// nearest own region within their range, the first in the order of the board (option lost_origin); ok is false if
// there is none (DD-33).
func (b *battle) base(home Area, seat string) (to Area, ok bool) {
	if b.own(home, seat) || b.is(optOrigin, "lost") {
		return home, b.own(home, seat)
	}
	seen := []Area{b.at}
	for step, first := 0, 0; step < Fighter.Range(); step++ {
		edge := seen[first:]
		first = len(seen)
		for i := range b.Areas {
			a := Area(i)
			near := slices.ContainsFunc(edge, func(o Area) bool { return b.adjacent(o, a, seat) })
			if !near || slices.Contains(seen, a) || b.shut(a) {
				continue
			}
			if b.own(a, seat) {
				return a, true
			}
			if b.sky(seat, a).pass {
				seen = append(seen, a)
			}
		}
	}
	return nowhere, false
}
