package diplomacy

// A knot is a set of open orders, each of which depends on all the others, directly or indirectly, and on no other
// open order. If there are convoys in it, it is a convoy paradox, and the convoys fail (Szykman's rule, DATC 4.A.2);
// if not, it is a circular movement, in which all moves succeed (DATC 6.C.1).
//
// This needs a proof, because a knot might have exactly one consistent outcome, and then there would be no paradox
// (DATC 5.B.9). It has not: each order is judged by others whose success either helps or harms it but never both, so
// an open order has different results for different outcomes of what it waits for. And knots are rings, in which each
// order waits for exactly one other:
//
//   - A fleet carries one army, that lands in one space, and the unit there
//     gives one support, in one sea; in a sea at most one attacker of the
//     convoying fleet can be open, for two of them would each have to be
//     stronger than the other. So each convoy touches at most one other.
//   - Without convoys, what waits is a move for the unit before it to leave.
//     Supports depend on moves only where the unit attacked by a support attacks
//     the supporter, and that does not wait for the attack.
//
// A ring in which each order repeats or reverses the one before has no outcome, or two that are opposite in all of
// it. The oracle of the tests, which tries all outcomes, knows nothing of this. (By older rules an army walks when
// its convoy is broken, LandFallback, and that may help and harm another at once. No position has been seen where it
// mattered.)

// untie settles at least one open order, by resolving a knot.
func (r *Resolver) untie() {
	knot := r.findKnot()
	for ps := knot; !ps.empty(); {
		r.cells[ps.pop()].is |= review
	}
	r.asked = Set{}
	if convoys := knot.and(r.convoying); !convoys.empty() {
		r.knotted = r.knotted.or(convoys)
		r.settleAll(convoys, no)
	} else if moves := knot.and(r.moving); !moves.empty() {
		r.settleAll(moves, yes)
	} else { // the rules can't produce such a knot; by DATC 5.B.9 all of it fails
		r.settleAll(knot, no)
	}
}

func (r *Resolver) settleAll(orders Set, v verdict) {
	for !orders.empty() {
		r.settle(orders.pop(), v)
	}
}

// findKnot finds a knot among the open orders, of which there must be some. Where an order waits for one other there
// is but one way to go, and nearly always that leads to a ring.
func (r *Resolver) findKnot() Set {
	rest := r.open
	p := rest.pop()
	var ring Set
	for q := p; ; {
		if q == p && !ring.empty() {
			return ring
		}
		if ring.Has(q) { // the ring does not come back to p
			p, ring = q, Set{}
			continue
		}
		ring.add(q)
		next := r.waits[q]
		q = next.pop()
		if !next.empty() {
			break
		}
	}
	for rest = one(p); ; {
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
			return back
		}
		rest = reach.minus(back) // what p depends on without depending on p contains a knot
	}
}

// dependencies returns the open orders that the order of p depends on, directly or indirectly.
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
