package diplomacy

import (
	"maps"
	"slices"
)

// The lists in the cells are made from their ends, so that they come to stand
// in board order.

// take reads the orders: one for each unit, its locations brought into one
// form. An order is illegal that could not be carried out in this position
// whatever the other orders (DATC 4.E.1); then the unit holds.
func (r *Resolver) take(orders []Order) {
	if !r.enter(orders) {
		r.takeTwice(orders)
	}
	r.takeConvoys()
	r.takeMoves()
	r.keepConvoys()
	r.takeSupports()
}

// enter puts each order into the cell of its unit if it names spaces of the
// board where it must. It stops and reports false at a second order for a
// unit.
func (r *Resolver) enter(orders []Order) bool {
	province := &r.board.province
	var moving, supporting, convoying Set
	for i := range orders {
		o := &orders[i]
		p := province[o.Unit]
		c := &r.cells[p]
		if c.is&(occupied|ordered) != occupied {
			if c.is&ordered != 0 {
				return false
			}
			continue
		}
		to, target := province[o.To], province[o.Target]
		switch {
		case o.Verb == Hold && o.Unit == p:
			c.is |= ordered
		case o.Unit != p && o.Unit != c.at && r.rules[CoastOfUnit] != 0:
			c.is |= ordered
			c.why = Illegal
		case o.Verb == Move && to != NoLoc:
			c.is |= ordered | moves
			c.to, c.dest = to, to // DATC 4.B.6: an army needs no coast
			if c.is&fleet != 0 {
				c.to = o.To
			} else if o.Via {
				c.is |= via
			}
			moving.add(p)
		case o.Verb == Support && target != NoLoc && (to != NoLoc || o.To == NoLoc):
			c.is |= ordered | supports
			c.target, c.to, c.dest = target, o.To, to
			supporting.add(p)
		case o.Verb == Convoy && target != NoLoc && to != NoLoc:
			c.is |= ordered | convoys
			c.target, c.to, c.dest = target, to, to
			convoying.add(p)
		default:
			c.is |= ordered
			if o.Verb != Hold {
				c.why = Illegal
			}
		}
	}
	r.moving, r.supporting, r.convoying = moving, supporting, convoying
	return true
}

// takeTwice reads orders of which several are for the same unit. Those that
// are illegal do not count if another is legal (DATC 4.D.3, 4.E.1).
func (r *Resolver) takeTwice(orders []Order) {
	var units []Unit
	for p := range r.standing().All() {
		c := &r.cells[p]
		u := Unit{Power: c.power, At: c.at}
		if c.is&fleet != 0 {
			u.Type = Fleet
		}
		units = append(units, u)
	}
	probe := NewResolver(r.board, r.rules)
	legal := func(p Loc, o Order) bool {
		probe.clear()
		probe.place(units)
		probe.take([]Order{o})
		return probe.cells[p].why != Illegal
	}
	count := map[Loc]Order{}
	good := map[Loc]bool{}
	for _, o := range orders {
		p := r.board.province[o.Unit]
		if r.cells[p].is&occupied == 0 {
			continue
		}
		before, twice := count[p]
		switch ok := legal(p, o); {
		case !twice || ok && !good[p]:
			count[p], good[p] = o, ok
		case !ok && good[p] || o == before:
		case r.rules[Twice] == TwiceLast:
			count[p] = o
		case r.rules[Twice] == TwiceHolds && ok:
			count[p] = Order{Unit: p, Verb: noVerb}
		}
	}
	r.clear()
	r.place(units)
	r.enter(slices.Collect(maps.Values(count)))
}

// refuse has the unit of c hold for its order is illegal.
func (r *Resolver) refuse(p Loc, c *cell) {
	c.why = Illegal
	c.is &^= moves | supports | convoys | via
	c.target, c.to, c.dest = NoLoc, NoLoc, NoLoc
	r.moving.del(p)
	r.supporting.del(p)
	r.convoying.del(p)
}

// void has the support or convoy of c count for nothing: it is for something
// that the other unit does not do.
func (r *Resolver) void(p Loc, c *cell) {
	c.why = Void
	r.supporting.del(p)
	r.convoying.del(p)
}

// takeConvoys adds the fleets to those that would carry each army.
func (r *Resolver) takeConvoys() {
	b := r.board
	for us := r.convoying; !us.empty(); {
		p := us.popLast()
		c := &r.cells[p]
		t := &r.cells[c.target]
		switch {
		case c.is&fleet == 0 || !b.seas.Has(p), // DATC 6.F.1
			!b.shores.Has(c.target) || !b.shores.Has(c.dest) || c.target == c.dest:
			r.refuse(p, c)
		case t.is&(moves|fleet) == moves && t.dest == c.dest:
			c.is |= meant
			c.next, t.carriers = t.carriers, p
		}
	}
}

// keepConvoys voids the convoys of armies that do not go there, if only for
// their orders were refused, and settles those that nobody attacks.
func (r *Resolver) keepConvoys() {
	for us := r.convoying; !us.empty(); {
		p := us.pop()
		c := &r.cells[p]
		switch {
		case c.is&meant == 0 || r.cells[c.target].is&moves == 0:
			c.is &^= meant
			r.void(p, c)
		case c.attackers == NoLoc:
			c.is |= known | succeeds
		}
	}
}

// takeMoves works out where the units go and by which way.
func (r *Resolver) takeMoves() {
	b := r.board
	for us := r.moving; !us.empty(); {
		p := us.popLast()
		c := &r.cells[p]
		switch {
		case c.is&fleet != 0:
			if !b.reach[Fleet][c.at].Has(c.to) {
				if c.to = b.landing(c.at, c.to, &r.rules); c.to == NoLoc {
					r.refuse(p, c)
					continue
				}
			}
		case c.carriers == NoLoc && c.is&via == 0 && b.reach[Army][p].Has(c.dest): // over land
		case !r.takeArmy(p, c):
			r.refuse(p, c)
			continue
		}
		d := &r.cells[c.dest]
		c.next, d.attackers = d.attackers, p
	}
}

// takeArmy decides whether an army goes by land or by convoy, and reports
// whether it can. It goes by convoy if it must, and if it could do both then
// as the rules have it (DATC 4.A.3).
func (r *Resolver) takeArmy(p Loc, c *cell) bool {
	b := r.board
	land := b.reach[Army][p].Has(c.dest)
	if land && !r.embarks(p, c) {
		return true
	}
	if land && r.rules[LandFallback] != NoFallback {
		if b.route(p, c.dest, r.fleets(p)) {
			c.is |= shipped
			if r.rules[LandFallback] == FallbackAlways {
				c.is |= footed
			}
		}
		return true
	}
	c.is |= shipped
	if b.route(p, c.dest, r.fleets(p)) {
		return true
	}
	// DATC 6.D.8, 6.D.32: with fleets for a route but without their orders the
	// move is legal and fails; without the fleets it is illegal.
	c.is |= stranded
	return b.route(p, c.dest, r.afloat())
}

// afloat returns the fleets at sea.
func (r *Resolver) afloat() Set {
	var s Set
	for us := r.standing().and(r.board.seas); !us.empty(); {
		if p := us.pop(); r.cells[p].is&fleet != 0 {
			s.add(p)
		}
	}
	return s
}

// embarks reports whether an army that could walk goes by convoy.
func (r *Resolver) embarks(p Loc, c *cell) bool {
	said := c.is&via != 0
	opposite := &r.cells[c.dest]
	swap := opposite.is&moves != 0 && opposite.dest == p
	switch r.rules[AdjacentConvoy] {
	case ViaOnly:
		return said
	case Intent1982:
		return r.invited(p, c) || swap && opposite.power == c.power && c.carriers != NoLoc
	case Opposite1971:
		return swap && c.carriers != NoLoc
	}
	return said || r.invited(p, c)
}

// invited reports whether a fleet of the army's own power is ordered to carry
// it, and could.
func (r *Resolver) invited(p Loc, c *cell) bool {
	for f := c.carriers; f != NoLoc; f = r.cells[f].next {
		if r.cells[f].power == c.power && r.board.serves(f, p, c.dest, r.afloat()) {
			return true
		}
	}
	return false
}

// takeSupports finds out which supports are for something that the supported
// unit does, and settles those of units that nobody attacks.
func (r *Resolver) takeSupports() {
	b := r.board
	for us := r.supporting; !us.empty(); {
		p := us.popLast()
		c := &r.cells[p]
		t, where := c.target, c.target
		if c.dest != NoLoc {
			where = c.dest
		}
		s := &r.cells[t]
		switch {
		case t == p || where == p || c.dest == t, // DATC 6.A.5, 6.A.8, 6.D.34
			!b.near[c.is/fleet&1][c.at].Has(where), s.is&shipped != 0 && r.ferries(p, c):
			r.refuse(p, c)
		case !r.matches(c, s):
			r.void(p, c)
		default:
			c.is |= meant
			if c.attackers == NoLoc {
				c.is |= known | succeeds
			}
			c.next, s.backers = s.backers, p
			s.backing++
		}
	}
}

// ferries reports whether the fleet in p supports the move of an army that
// can't be made without its convoy (DATC 6.D.31).
func (r *Resolver) ferries(p Loc, c *cell) bool {
	return c.dest != NoLoc && r.board.seas.Has(p) &&
		!r.board.reach[Army][c.target].Has(c.dest) && !r.board.route(c.target, c.dest, r.afloat().less(p))
}

// matches reports whether the support of c is for what the unit of t does.
func (r *Resolver) matches(c, t *cell) bool {
	if t.is&occupied == 0 {
		return false
	}
	if c.dest == NoLoc {
		return t.is&moves == 0 &&
			(t.why != Illegal || r.rules[IllegalSupport] == 0) &&
			(r.rules[DisorderSupport] == 0 || r.commanded(t.power))
	}
	if t.is&moves == 0 || t.dest != c.dest {
		return false
	}
	switch {
	case t.is&fleet == 0 || t.to == c.to:
		return true
	case r.rules[SupportCoast] == CoastNeeded:
		return false
	}
	return c.to == c.dest || r.rules[SupportCoast] == CoastIgnored
}

// commanded reports whether a power has ordered any of its units.
func (r *Resolver) commanded(power Power) bool {
	for p := range r.standing().All() {
		if c := &r.cells[p]; c.power == power && c.is&ordered != 0 {
			return true
		}
	}
	return false
}
