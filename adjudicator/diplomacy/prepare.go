package diplomacy

// The lists in the cells are built from back to front, so that they end up in board order.

// take reads the orders and chooses one for each unit, with its locations in a canonical form. An order that could
// not be carried out in this position, whatever the other orders are, is illegal (DATC 4.E.1); its unit holds.
func (r *Resolver) take(orders []Order) {
	if !r.enter(orders) {
		r.takeTwice(orders)
	}
	r.takeConvoys()
	r.takeMoves()
	r.keepConvoys()
	r.takeSupports()
}

// enter puts each order into the cell of its unit, provided that all spaces that it names are on the board. At a
// second order for a unit it stops and returns false.
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
		r.given[p] = int32(i + 1)
		to, target := province[o.To], province[o.Target]
		switch {
		case o.Unit != p && o.Unit != c.at && r.rules[CoastOfUnit] == Refused:
			c.is |= ordered
			c.why = Illegal
		case o.Verb == Move && to != NoLoc:
			c.is |= ordered | moves
			c.to, c.dest = to, to // DATC 4.B.6: an army needs no coast
			if c.is&fleet != 0 {
				c.to = o.To
			} else if o.Via || o.Whole {
				c.is |= via
				if o.Whole {
					c.is |= whole
				}
			}
			moving.add(p)
		case o.Verb == Support && target != NoLoc && to != NoLoc,
			o.Verb == Support && target != NoLoc && o.To == NoLoc:
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

// takeTwice reads orders if several are for the same unit. Illegal ones do not count if another is legal (DATC 4.D.3,
// 4.E.1).
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
	count := map[Loc]int{}  // index of the order that counts so far; -1 if none of several does
	read := map[Loc]Order{} // the orders that count, as they are understood
	for i, o := range orders {
		p := r.board.province[o.Unit]
		if r.cells[p].is&occupied == 0 {
			continue
		}
		probe.clear()
		probe.place(units)
		probe.take([]Order{o})
		legal, as := probe.cells[p].why != Illegal, probe.order(p)
		before, twice := read[p]
		switch {
		case twice && (!legal || as == before):
		case !twice && !legal:
			count[p] = i
		case !twice, r.rules[Twice] == TwiceLast:
			count[p], read[p] = i, as
		case r.rules[Twice] == TwiceHolds:
			count[p] = -1
		}
	}
	var chosen []Order
	for p, i := range count {
		if i < 0 {
			chosen = append(chosen, Holds(p))
		} else {
			chosen = append(chosen, orders[i])
		}
	}
	r.clear()
	r.place(units)
	r.enter(chosen)
	for p, i := range count {
		r.given[p] = int32(i + 1)
	}
}

// refuse makes the unit of c hold because its order is illegal.
func (r *Resolver) refuse(p Loc, c *cell) {
	c.why = Illegal
	c.is &^= moves | supports | convoys | via | whole | shipped | stranded
	c.target, c.to, c.dest = NoLoc, NoLoc, NoLoc
	r.moving.del(p)
	r.supporting.del(p)
	r.convoying.del(p)
}

// void makes the support or convoy of c ineffective because the other unit does something else.
func (r *Resolver) void(p Loc, c *cell) {
	c.why = Void
	r.supporting.del(p)
	r.convoying.del(p)
}

// takeConvoys adds each convoying fleet to the carriers of its army. A convoy is illegal if there is no such army, or
// if no route needs the fleet (DATC 6.F.1, 6.G.7, 6.G.19).
func (r *Resolver) takeConvoys() {
	b := r.board
	for us := r.convoying; !us.empty(); {
		p := us.popLast()
		c := &r.cells[p]
		t := &r.cells[c.target]
		switch {
		case !r.afloat.Has(p) || t.is&(occupied|fleet) != occupied || !b.serves(p, c.target, c.dest, r.afloat):
			r.refuse(p, c)
		case t.is&moves != 0 && t.dest == c.dest:
			c.is |= meant
			c.next, t.carriers = t.carriers, p
		}
	}
}

// keepConvoys voids the convoys of armies that do not go there, for example because their orders were illegal, and
// settles convoys by fleets that nobody attacks.
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

// takeMoves determines where the units go, and whether by land or by sea.
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

// takeArmy decides whether an army goes by land or by convoy, and reports whether it can. It goes by convoy if it
// must; if both are possible, the rules decide (DATC 4.A.3).
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
	// DATC 6.D.8, 6.D.32: if there are fleets for a route but without the orders, the move is legal and fails;
	// without the fleets it is illegal.
	c.is |= stranded
	return b.route(p, c.dest, r.afloat)
}

// embarks reports whether an army that could go by land goes by convoy.
func (r *Resolver) embarks(p Loc, c *cell) bool {
	said := c.is&via != 0
	opposite := &r.cells[c.dest]
	swap := opposite.is&moves != 0 && opposite.dest == p
	switch r.rules[AdjacentConvoy] {
	case ViaOnly:
		return said
	case Intent1982:
		carried := c.carriers != NoLoc && opposite.power == c.power
		return r.invited(c) || swap && carried
	case Opposite1971:
		return swap && c.carriers != NoLoc
	}
	return said || r.invited(c)
}

// invited reports whether a fleet of the army's own power is ordered to carry
// it.
func (r *Resolver) invited(c *cell) bool {
	for f := c.carriers; f != NoLoc; f = r.cells[f].next {
		if r.cells[f].power == c.power {
			return true
		}
	}
	return false
}

// takeSupports determines which supports match what the supported unit does, and settles those of units that nobody
// attacks.
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
		if s.is&fleet == 0 {
			c.to = c.dest // DATC 4.B.6: an army needs no coast
		}
		switch {
		case t == p || where == p || c.dest == t, // DATC 6.A.5, 6.A.8, 6.D.34
			!b.near[c.is/fleet&1][c.at].Has(where), s.is&shipped != 0 && !r.supportable(p, c, s):
			r.refuse(p, c)
		case r.matches(c, s):
			c.is |= meant
			if c.attackers == NoLoc {
				c.is |= known | succeeds
			}
			c.next, s.backers = s.backers, p
			s.backing++
		case !r.supportable(p, c, s):
			r.refuse(p, c)
		default:
			r.void(p, c)
		}
	}
}

// supportable reports whether the unit of s could do what the unit in p supports (DATC 4.E.1): it is there, and could
// go to the destination, if necessary by a convoy without p (DATC 6.D.31).
func (r *Resolver) supportable(p Loc, c, s *cell) bool {
	b := r.board
	switch {
	case s.is&occupied == 0:
		return false
	case c.dest == NoLoc:
		return true
	case s.is&fleet == 0:
		return b.reach[Army][c.target].Has(c.dest) || b.route(c.target, c.dest, r.afloat.less(p))
	case c.to == c.dest || r.rules[SupportCoast] == CoastIgnored:
		return b.near[Fleet][s.at].Has(c.dest)
	}
	return b.reach[Fleet][s.at].Has(c.to)
}

// matches reports whether the support of c matches what the unit of t does.
func (r *Resolver) matches(c, t *cell) bool {
	if c.dest == NoLoc {
		return t.is&(occupied|moves) == occupied &&
			(t.why != Illegal || r.rules[IllegalSupport] == HoldSupported) &&
			(r.rules[DisorderSupport] == HoldSupported || r.commanded(t.power))
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
