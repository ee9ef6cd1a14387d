package diplomacy

// take reads the orders: the last for each unit, its locations brought into
// one form, and held instead if it is illegal. Illegal is what could not be
// carried out in this position whatever the other orders (DATC 4.E.1).
func (k *kernel) take(orders []Order) {
	b := k.board
	for _, o := range orders {
		p := b.Province(o.Unit)
		if int(p) < len(b.places) && k.units.has(p) {
			o.Unit = p
			k.order[p] = o
		}
	}
	for us := k.units; !us.empty(); {
		p := us.pop()
		o := &k.order[p]
		switch {
		case !k.named(o):
			k.refuse(p)
		case o.Verb == Move:
			k.moving.add(p)
		case o.Verb == Support:
			k.supporting.add(p)
		case o.Verb == Convoy:
			k.convoying.add(p)
		}
	}
	k.takeConvoys()
	for us := k.moving; !us.empty(); {
		k.takeMove(us.pop())
	}
	k.dropIdleConvoys()
	for us := k.supporting; !us.empty(); {
		k.takeSupport(us.pop())
	}
}

// named brings an order into one form and reports whether it names spaces of
// the board where it must.
func (k *kernel) named(o *Order) bool {
	b := k.board
	known := func(l Loc) bool { return int(l) < len(b.places) }
	o.Target = b.Province(o.Target)
	switch o.Verb {
	case Hold:
		o.Target, o.To, o.Via = NoLoc, NoLoc, false
		return true
	case Move:
		o.Target = NoLoc
		if k.fleets.has(o.Unit) {
			o.Via = false
		} else {
			o.To = b.Province(o.To) // DATC 4.B.6: an army needs no coast
		}
		return known(o.To)
	case Support:
		o.Via = false
		return known(o.Target) && (known(o.To) || o.To == NoLoc)
	case Convoy:
		o.Via = false
		o.To = b.Province(o.To)
		return known(o.Target) && known(o.To)
	}
	return false
}

// refuse has the unit in p hold for its order is illegal.
func (k *kernel) refuse(p Loc) {
	k.order[p] = Order{Unit: p, Target: NoLoc, To: NoLoc}
	k.fault[p] = Illegal
	k.moving.del(p)
	k.supporting.del(p)
	k.convoying.del(p)
}

// takeConvoys gathers the fleets that would carry each army.
func (k *kernel) takeConvoys() {
	b := k.board
	for us := k.convoying; !us.empty(); {
		p := us.pop()
		o := &k.order[p]
		from, to := &b.places[o.Target], &b.places[o.To]
		switch {
		case !k.fleets.has(p) || b.places[p].terrain != Sea, // DATC 6.F.1
			from.terrain != Coastal, to.terrain != Coastal, o.Target == o.To:
			k.refuse(p)
		case k.moving.has(o.Target) && !k.fleets.has(o.Target) && k.order[o.Target].To == o.To:
			k.carriers[o.Target].add(p)
			k.matched.add(p)
		default:
			k.fault[p] = Void
		}
	}
}

// takeMove works out where the unit in p goes and by which way.
func (k *kernel) takeMove(p Loc) {
	o := &k.order[p]
	if k.fleets.has(p) {
		o.To = k.board.landing(k.at[p], o.To)
		if o.To == NoLoc {
			k.refuse(p)
			return
		}
	} else if !k.takeArmy(p, o) {
		k.refuse(p)
		return
	}
	d := k.board.places[o.To].province
	k.dest[p] = d
	k.attackers[d].add(p)
}

// takeArmy decides whether an army goes by land or by convoy, and reports
// whether it can. It goes by convoy if it must, if its order says so, or if a
// fleet of its own power is ordered to carry it and could; and then it does
// not fall back on the land route (DATC 4.A.3).
func (k *kernel) takeArmy(p Loc, o *Order) bool {
	b := k.board
	land := b.army[p].has(o.To)
	if land && !o.Via && k.carriers[p].empty() {
		return true
	}
	afloat := k.fleets.and(b.seas)
	if land && !o.Via {
		for fs := k.carriers[p]; !fs.empty(); {
			f := fs.pop()
			if k.power[f] == k.power[p] && b.serves(f, p, o.To, afloat) {
				k.shipped.add(p)
			}
		}
		return true
	}
	// DATC 6.D.8, 6.D.32: with fleets for a route but without their orders the
	// move is legal and fails; without the fleets it is illegal.
	k.shipped.add(p)
	if b.route(p, o.To, afloat) {
		return true
	}
	k.shipped.del(p)
	return false
}

// dropIdleConvoys voids the convoys of armies whose move was refused.
func (k *kernel) dropIdleConvoys() {
	for us := k.convoying.and(k.matched); !us.empty(); {
		if p := us.pop(); !k.moving.has(k.order[p].Target) {
			k.matched.del(p)
			k.fault[p] = Void
		}
	}
}

// takeSupport finds out whether the support of the unit in p is for something
// that the supported unit does.
func (k *kernel) takeSupport(p Loc) {
	b := k.board
	o := &k.order[p]
	t, where := o.Target, o.Target
	if o.To != NoLoc {
		where = b.places[o.To].province
	}
	unit := Army
	if k.fleets.has(p) {
		unit = Fleet
	}
	switch {
	case t == p, where == p, o.To != NoLoc && where == t, // DATC 6.A.5, 6.A.8, 6.D.34
		!b.near(unit, k.at[p]).has(where):
		k.refuse(p)
		return
	case !k.units.has(t):
		k.fault[p] = Void
		return
	}
	k.dest[p] = NoLoc
	good := !k.moving.has(t)
	if o.To != NoLoc {
		// DATC 4.B.4: the coast may be left out; if given to a fleet it must match.
		coast := o.To == where || !k.fleets.has(t) || k.order[t].To == o.To
		good = k.moving.has(t) && k.dest[t] == where && coast
		k.dest[p] = where
	}
	if !good {
		k.fault[p] = Void
		return
	}
	k.backers[t].add(p)
	k.matched.add(p)
}
