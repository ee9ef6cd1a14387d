package diplomacy

// take reads the orders: one for each unit, its locations brought into one
// form. An order is illegal that could not be carried out in this position
// whatever the other orders (DATC 4.E.1); then the unit holds.
func (r *Resolver) take(orders []Order) {
	province := &r.board.province
	for i := range orders {
		o := &orders[i]
		p := province[o.Unit]
		c := &r.cells[p]
		if c.is&occupied == 0 {
			continue
		}
		if c.is&ordered != 0 {
			r.takeTwice(orders)
			return
		}
		r.enter(p, c, o)
	}
	r.prepare()
}

// enter puts an order into the cell of its unit if it names spaces of the board
// where it must.
func (r *Resolver) enter(p Loc, c *cell, o *Order) {
	province := &r.board.province
	c.is |= ordered
	to, target := province[o.To], province[o.Target]
	if o.Unit != p && o.Unit != c.at && r.rules[CoastOfUnit] != 0 {
		c.why = Illegal
		return
	}
	switch o.Verb {
	case Hold:
		return
	case Move:
		if to == NoLoc {
			break
		}
		c.is |= moves
		c.to, c.dest = to, to // DATC 4.B.6: an army needs no coast
		if c.is&fleet != 0 {
			c.to = o.To
		} else if o.Via {
			c.is |= via
		}
		r.moving.add(p)
		return
	case Support:
		if target == NoLoc || to == NoLoc && o.To != NoLoc {
			break
		}
		c.is |= supports
		c.target, c.to, c.dest = target, o.To, to
		r.supporting.add(p)
		return
	case Convoy:
		if target == NoLoc || to == NoLoc {
			break
		}
		c.is |= convoys
		c.target, c.to, c.dest = target, to, to
		r.convoying.add(p)
		return
	}
	c.why = Illegal
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
	for p, o := range count {
		r.enter(p, &r.cells[p], &o)
	}
	r.prepare()
}

// prepare finds out which orders are legal, by which way each army goes, and
// for whom each support and convoy is. It goes backwards, so that the lists in
// the cells come to stand in board order.
func (r *Resolver) prepare() {
	for us := r.convoying; !us.empty(); {
		p := us.popLast()
		r.takeConvoy(p, &r.cells[p])
	}
	for us := r.moving; !us.empty(); {
		p := us.popLast()
		r.takeMove(p, &r.cells[p])
	}
	for us := r.convoying; !us.empty(); {
		p := us.pop()
		r.keepConvoy(p, &r.cells[p])
	}
	for us := r.supporting; !us.empty(); {
		p := us.popLast()
		r.takeSupport(p, &r.cells[p])
	}
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

// takeConvoy adds a fleet to those that would carry an army.
func (r *Resolver) takeConvoy(p Loc, c *cell) {
	b := r.board
	if c.is&fleet == 0 || !b.seas.Has(p) || // DATC 6.F.1
		!b.shores.Has(c.target) || !b.shores.Has(c.dest) || c.target == c.dest {
		r.refuse(p, c)
		return
	}
	if t := &r.cells[c.target]; t.is&(moves|fleet) == moves && t.dest == c.dest {
		c.is |= meant
		c.next, t.carriers = t.carriers, p
	}
}

// keepConvoy voids the convoy of an army that does not go there, if only for
// its order was refused, and settles one that nobody attacks.
func (r *Resolver) keepConvoy(p Loc, c *cell) {
	switch {
	case c.is&meant == 0 || r.cells[c.target].is&moves == 0:
		c.is &^= meant
		r.void(p, c)
	case c.attackers == NoLoc:
		c.is |= known | succeeds
	}
}

// takeMove works out where the unit in p goes and by which way.
func (r *Resolver) takeMove(p Loc, c *cell) {
	if c.is&fleet != 0 {
		c.to = r.board.landing(c.at, c.to, &r.rules)
		if c.to == NoLoc {
			r.refuse(p, c)
			return
		}
	} else if !r.takeArmy(p, c) {
		r.refuse(p, c)
		return
	}
	d := &r.cells[c.dest]
	c.next, d.attackers = d.attackers, p
}

// takeArmy decides whether an army goes by land or by convoy, and reports
// whether it can. It goes by convoy if it must, and if it could do both then
// as the rules have it (DATC 4.A.3).
func (r *Resolver) takeArmy(p Loc, c *cell) bool {
	b := r.board
	land := b.reach[Army][p].Has(c.dest)
	if land && (c.carriers == NoLoc && c.is&via == 0 || !r.embarks(p, c)) {
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

// takeSupport finds out whether the support of the unit in p is for something
// that the supported unit does, and settles one that nobody attacks.
func (r *Resolver) takeSupport(p Loc, c *cell) {
	b := r.board
	t, where := c.target, c.target
	if c.dest != NoLoc {
		where = c.dest
	}
	unit := Army
	if c.is&fleet != 0 {
		unit = Fleet
	}
	if t == p || where == p || c.dest == t || // DATC 6.A.5, 6.A.8, 6.D.34
		!b.near[unit][c.at].Has(where) || r.cells[t].is&shipped != 0 && r.ferries(p, c) {
		r.refuse(p, c)
		return
	}
	if !r.matches(c, &r.cells[t]) {
		r.void(p, c)
		return
	}
	c.is |= meant
	if c.attackers == NoLoc {
		c.is |= known | succeeds
	}
	s := &r.cells[t]
	c.next, s.backers = s.backers, p
	s.backing++
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
