package dishonest

import (
	"cmp"
	"slices"
)

// clearLand is the end of a battle on land (DD-31): the attacker's fighters go home. If they have won with land units
// left, the defender leaves, and the garrison is destroyed; if they have lost, they leave, even if no defender is left.
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

// clearSea is the end of a battle at sea: fighters go home, and the loser's ships leave, even if no winner is left
// (DD-34).
func (b *battle) clearSea() {
	b.flyHome(attacking)
	b.flyHome(defending)
	b.retreat(1 - b.winner)
}

// A refuge is where a side can retreat to, and which of its units.
type refuge struct {
	to  Area
	can Force
	far bool // over the sea, not next to the battle
}

// retreat has a side leave, all to one area; units that can't get there are lost. With a choice, that area is taken
// which most can reach, and of such the first that its owner has named (DD-31, DD-32, DD-34).
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

// haven is where so many units of a side retreat to; ok is false if there is no such place. Where their owner has named
// none of those that serve, that one is taken in which the fewest are over the supply limit; of such one next to the
// battle, then one from which an attacker has come, then one that is controlled, then the first in the order of the
// board.
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
	return slices.MinFunc(list, func(x, y refuge) int { // the first of several
		return cmp.Or(cmp.Compare(excess(x), excess(y)), worse(x.far, y.far), worse(!came(x.to), !came(y.to)),
			worse(!b.controls(x.to, seat), !b.controls(y.to, seat)))
	}), true
}

// worse compares whether something speaks against each of two.
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

// havens are all areas to which some of a side's units can retreat, in the order of the board. Where a battle of the
// same action is still to come the enemy has arrived, so that nobody retreats there.
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

// own reports whether a region is one to which units may go back: their power controls or occupies it (DD-2). Whoever
// has moved to a battle holds nothing there until it begins.
func (s *State) own(a Area, seat string) bool { return !s.edition().IsSea(a) && s.occupies(a, seat) }

// openSea reports whether ships of a side may retreat to a sea-zone: it is next to the battle, and empty or theirs; a
// defender's not to one in which attacking ships began the action (DD-34).
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

// carried is how much of a side's units may retreat over the sea: of attackers those who came so. Of units of one type
// those are lost in the battle, as far as possible, that can't (DD-32).
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

// flyHome has the fighters of a side that are left return to where they came from; those are lost in the battle, as far
// as possible, who can't (DD-31, DD-33).
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

// base is where fighters land that return to a region: there, or if it is no longer their own, in the nearest own
// region within their range, the first in the order of the board (option lost_origin); ok is false if there is none
// (DD-33).
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
