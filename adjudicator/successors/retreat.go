package successors

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/graph"
	"deaddrop/parser/strict"
)

// ends reports whether a side retreats under the limit after a number of rounds and of lost units, at the given
// strengths of both sides.
func (l limit) ends(rounds, lost, mine, theirs int) bool {
	if l.stay {
		return false
	}
	switch {
	case l.rounds > 0 && rounds >= l.rounds:
		return true
	case l.losses > 0 && lost >= l.losses:
		return true
	}
	odds := l.odds || l.rounds == 0 && l.losses == 0
	return odds && mine < theirs
}

// retreats has players who want to retreat after a round do so: the defender first, then the defender's allies in the
// order of play, then the attacker, unless nobody is left to retreat from (SU-18). White never retreats (SU-22).
func (b *battle) retreats() {
	chief := b.chief()
	for _, s := range []int{1, 0} {
		for _, x := range b.bands[s] {
			if !b.goesOn() {
				return
			}
			if x.side == white || s == 0 && x != chief {
				continue
			}
			if d := b.decide(s, x); len(d.retreat) > 0 {
				b.flee(s, x, d)
				b.count()
			}
		}
	}
}

// chief returns the band to which the attacker's orders apply: the attacker's own, or if there is none, one that
// allies have lent.
func (b *battle) chief() *band {
	return b.bands[0][max(0, slices.IndexFunc(b.bands[0], func(x *band) bool { return x.units.Army() > 0 }))]
}

// decide returns whether a band retreats now, by the orders on file, or by its owner's answer if the owner is asked:
// only in a patient game, and only an owner who has filed nothing and can retreat.
func (b *battle) decide(s int, x *band) decision {
	if x.units == x.landed {
		return decision{}
	}
	l, seat := x.limit, x.side
	if s == 0 {
		l, seat = b.bands[0][0].limit, b.mover
	}
	out := decision{}
	mine, theirs := might(b.edition(), b.bands[s]), might(b.edition(), b.bands[1-s])
	if l.ends(len(b.told.Rounds), b.bandLoss(s, x), mine, theirs) {
		out = decision{retreat: l.retreat, rear: l.rear}
		if len(out.retreat) == 0 {
			out.retreat = []flight{{to: nowhere}}
		}
	}
	if !b.is(optSpeed, patient) || !l.isDefault() && !b.is(optPace, "even") {
		return out
	}
	near, ok := b.nearest(x)
	if !ok {
		return decision{}
	}
	if out = b.feasible(x, out); len(out.retreat) > 0 && out.retreat[0].to == nowhere {
		out.retreat[0].to = near
	}
	b.battle = &b.told
	answer := b.within(adjudicator.Request{
		Seat: adjudicator.Seat(seat), Kind: "battle", Default: out.words(b.edition()), Short: true, Aside: true,
	})
	b.battle = nil
	return strict.Must(parseDecision(b.edition(), answer))
}

// feasible returns a decision with only those retreats that are possible for the band now; if none is, it retreats to
// the nearest province.
func (b *battle) feasible(x *band, d decision) decision {
	if len(d.retreat) == 0 {
		return d
	}
	d.retreat = slices.DeleteFunc(slices.Clone(d.retreat), func(f flight) bool {
		return f.to != nowhere && !b.mayEnter(f.to, x.side)
	})
	if len(d.retreat) == 0 {
		d.retreat = []flight{{to: nowhere}}
	}
	return d
}

// bandLoss returns the number of units lost that counts for a band's limit: a defender's own losses, or for the mover
// those of the whole side.
func (b *battle) bandLoss(s int, x *band) int {
	if s == 1 {
		return x.lost
	}
	n := 0
	for _, o := range b.bands[0] {
		n += o.lost
	}
	return n
}

// flee has units of a band retreat: all that can except the rear guard, or the named ones. The leader goes with the
// first of them if only the rear guard stays. Units lent by allies go along where they may.
func (b *battle) flee(s int, x *band, d decision) {
	able := x.units.Minus(x.landed)
	able = able.Minus(named(d.rear, able))
	var went []Retreat
	for _, f := range d.retreat {
		to, ok := f.to, b.mayEnter(f.to, x.side)
		if f.to == nowhere {
			to, ok = b.nearest(x)
		}
		some := able
		if len(f.units) > 0 {
			some = named(f.units, able)
		}
		if !ok || some.Army() == 0 {
			continue
		}
		able = able.Minus(some)
		b.add(to, x.side, some, b.leave(x, some))
		went = append(went, Retreat{Side: x.side, To: b.edition().Name(to), Units: some})
		if b.is(optRetreat, "one") {
			break
		}
	}
	if len(went) == 0 {
		return
	}
	if x.leader && able.Army() == 0 {
		x.leader, went[0].Leader = false, true
		b.player(x.side).Leader.At = went[0].To
	}
	b.went(went...)
	to, _ := b.edition().Area(went[0].To)
	if s == 0 {
		b.follow(x, to)
	}
	b.escort(s, to)
}

// follow has the units that allies have lent the mover retreat to the same province, if they may enter it.
func (b *battle) follow(ahead *band, to Area) {
	for _, x := range b.bands[0] {
		if x == ahead || !x.lent {
			continue
		}
		if some := x.units.Minus(x.landed); some.Army() > 0 && b.mayEnter(to, x.side) {
			b.add(to, x.side, some, b.leave(x, some))
			b.went(Retreat{Side: x.side, To: b.edition().Name(to), Units: some})
		}
	}
}

// escort has leaders who have lost all units of their own go along with units of their side that retreat.
func (b *battle) escort(s int, to Area) {
	for _, x := range b.bands[s] {
		if x.leader && x.units.Army() == 0 && b.mayEnter(to, x.side) {
			x.leader = false
			b.player(x.side).Leader.At = b.edition().Name(to)
			b.went(Retreat{Side: x.side, To: b.edition().Name(to), Leader: true})
		}
	}
}

// went records a retreat after this round.
func (b *battle) went(some ...Retreat) {
	r := &b.told.Rounds[len(b.told.Rounds)-1]
	r.Retreats = append(r.Retreats, some...)
}

// named returns the part of some units that a list of portions names.
func named(some []portion, of Units) Units {
	var out Units
	for _, o := range some {
		n := of[o.unit]
		if o.n != all {
			n = min(n, out[o.unit]+max(0, o.n))
		}
		out[o.unit] = n
	}
	return out.Only(Land...)
}

// mayEnter reports whether units of a side may retreat to a province: it is linked by land and no unfriendly side has
// units there (SU-18).
func (b *battle) mayEnter(to Area, side string) bool {
	return to != nowhere && b.edition().Walks(b.at, to) && b.safe(to, side)
}

// safe reports whether no side unfriendly to the given one has units in an area, fleets included.
func (s *State) safe(a Area, side string) bool {
	return !slices.ContainsFunc(s.Areas[a].Stacks, func(k Stack) bool {
		return k.Units.Total() > 0 && !s.friendly(side, k.Side)
	})
}

// nearest returns the province to which a band retreats by default: of the adjacent provinces that it may enter, the
// one with the fewest steps by land to a province with units of its owner or to the owner's home; on a tie one with
// units of the owner, then one with units of a friend, then the first in the order of the board.
func (b *battle) nearest(x *band) (Area, bool) {
	steps := b.stepsHome(x.side)
	best, found := nowhere, false
	order := func(a Area) (int, int) {
		n := steps[a]
		if n == graph.Unreached {
			n = len(b.Areas)
		}
		friends := 1
		if len(b.Areas[a].Stacks) > 0 {
			friends = 0
		}
		return n, friends
	}
	for _, a := range b.edition().Next(b.at, true) {
		if !b.mayEnter(a, x.side) {
			continue
		}
		n, friends := order(a)
		m, others := 0, 0
		if found {
			m, others = order(best)
		}
		if !found || cmp.Or(cmp.Compare(n, m), cmp.Compare(friends, others)) < 0 {
			best, found = a, true
		}
	}
	return best, found
}

// stepsHome returns for each province the number of steps by land through safe provinces to one of a side's own.
func (b *battle) stepsHome(side string) []int {
	safe := func(a Area) bool { return a != b.at && !b.edition().IsSea(a) && b.safe(a, side) }
	return b.edition().links.Steps(func(a Area) bool {
		home := b.player(side).Home == b.edition().Name(a)
		return safe(a) && (home || b.units(a, side).Army() > 0)
	}, safe)
}
