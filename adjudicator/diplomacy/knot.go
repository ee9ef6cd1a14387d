package diplomacy

// A knot is a lot of orders that stay open, each of which depends on each of
// the others, and on no other open order. There may be a single outcome for
// them yet: one in which every order comes out as follows from the others.
// Where there are several, what is the same in all of them holds (DATC 5.B.9:
// it is no part of the paradox). What is left then, or a knot without any
// outcome, is a convoy paradox if there are convoys in it, and these fail
// (Szykman's rule, DATC 4.A.2); and if not, it is a circular movement, in which
// all moves succeed (DATC 6.C.1).

// maxTries bounds the outcomes that are tried in one phase, and so its time. No
// position from play or from DATC needs a hundredth of it; one that does has
// the rules for a knot without a single outcome applied to it.
const maxTries = 1 << 12

// search is what the trying out has found of one knot.
type search struct {
	tries    int // what is left of maxTries
	found    int // outcomes
	always   Set // orders that succeed in each of them
	never    Set // orders that fail in each of them
	knot     Set
	supposed Set // orders that were not concluded but supposed
}

// untie settles at least one open order.
func (r *Resolver) untie() {
	knot, ring := r.findKnot()
	for ps := knot; !ps.empty(); {
		r.cells[ps.pop()].is |= review
	}
	convoys := knot.and(r.convoying)
	s := &r.knots
	*s = search{tries: s.tries, always: knot, never: knot, knot: knot}
	if !ring || convoys.empty() || r.rules[LandFallback] == FallbackAlways {
		r.try()
	}
	same := s.always.or(s.never)
	switch {
	case s.found > 0 && !same.empty() && s.tries >= 0:
		r.settleAll(s.always, yes)
		r.settleAll(s.never, no)
	case !convoys.empty():
		r.knotted = r.knotted.or(convoys)
		r.settleAll(convoys, no)
	case s.found > 0 || s.tries < 0:
		r.settleAll(knot.and(r.moving), yes)
	default: // no rule makes such a knot; DATC 5.B.9 has all of it fail
		r.settleAll(knot, no)
	}
}

func (r *Resolver) settleAll(orders Set, v verdict) {
	r.asked = Set{}
	for !orders.empty() {
		r.settle(orders.pop(), v)
	}
}

// findKnot finds a knot among the open orders, of which there are some. ring
// says that each order in it depends on just one other. Such a knot has no
// outcome or two opposite ones, for an order that is open and depends on one
// other comes out differently with each of its outcomes.
func (r *Resolver) findKnot() (knot Set, ring bool) {
	rest := r.open
	p := rest.pop()
	var seen Set
	for q := p; ; {
		if q == p && !seen.empty() {
			return seen, true
		}
		if seen.Has(q) {
			return r.ring(q), true
		}
		seen.add(q)
		next := r.waits[q]
		q = next.pop()
		if !next.empty() {
			break
		}
	}
	for rest.add(p); ; {
		p := rest.pop()
		reach := r.dependencies(p)
		back := one(p) // those of them that depend on p
		for grown := true; grown; {
			grown = false
			for qs := reach.minus(back); !qs.empty(); {
				if q := qs.pop(); r.waits[q].meets(back) {
					back.add(q)
					grown = true
				}
			}
		}
		if back == reach.or(one(p)) {
			return back, false
		}
		rest = reach.minus(back) // what p depends on and that does not depend on p: a knot is in there
	}
}

// ring returns the orders from which p follows one by one.
func (r *Resolver) ring(p Loc) Set {
	var s Set
	for q := p; !s.Has(q); {
		s.add(q)
		next := r.waits[q]
		q = next.pop()
	}
	return s
}

// dependencies returns the open orders on which the one of p depends, through
// others too.
func (r *Resolver) dependencies(p Loc) Set {
	var reach Set
	for fresh := r.waits[p]; !fresh.empty(); {
		reach = reach.or(fresh)
		var next Set
		for !fresh.empty() {
			next = next.or(r.waits[fresh.pop()])
		}
		fresh = next.minus(reach)
	}
	return reach
}

// try goes through the outcomes of the knot: it supposes of one order that it
// fails, then that it succeeds, concludes what follows, and goes on with the
// orders that are still open. It ends early when there is nothing left that is
// the same in all outcomes.
func (r *Resolver) try() {
	s := &r.knots
	p := r.key()
	for _, v := range [...]verdict{no, yes} {
		if s.tries--; s.tries < 0 {
			return
		}
		was := r.open
		s.supposed.add(p)
		r.suppose(p, v)
		switch {
		case !r.consistent():
		case !r.open.meets(s.knot):
			r.note()
		default:
			r.try()
		}
		s.supposed.del(p)
		r.takeBack(was.minus(r.open))
		if s.found > 0 && s.always.or(s.never).empty() {
			return
		}
	}
}

// key returns the order to suppose something of: a convoy if there is one, for
// the most hangs on it.
func (r *Resolver) key() Loc {
	left := r.open.and(r.knots.knot)
	if convoys := left.and(r.convoying); !convoys.empty() {
		left = convoys
	}
	return left.pop()
}

// suppose settles an order and concludes what follows within the knot.
func (r *Resolver) suppose(p Loc, v verdict) {
	r.asked, r.news = Set{}, Set{}
	r.settle(p, v)
	for !r.news.empty() {
		news := r.news
		r.news = Set{}
		for os := r.open.and(r.knots.knot); !os.empty(); {
			q := os.pop()
			if !r.waits[q].meets(news) {
				continue
			}
			if v := r.judge(q); v != unsure {
				r.settle(q, v)
			}
		}
	}
}

// consistent reports whether no supposed order comes out otherwise.
func (r *Resolver) consistent() bool {
	for ps := r.knots.supposed; !ps.empty(); {
		p := ps.pop()
		if v := r.judge(p); v != unsure && v != verdictOf(r.cells[p].is&succeeds != 0) {
			return false
		}
	}
	return true
}

// note keeps what an outcome has in common with those before it.
func (r *Resolver) note() {
	s := &r.knots
	s.found++
	for ps := s.knot; !ps.empty(); {
		if p := ps.pop(); r.cells[p].is&succeeds != 0 {
			s.never.del(p)
		} else {
			s.always.del(p)
		}
	}
}

// takeBack makes orders open again.
func (r *Resolver) takeBack(orders Set) {
	r.open = r.open.or(orders)
	r.news = Set{}
	for !orders.empty() {
		r.cells[orders.pop()].is &^= known | succeeds
	}
}
