package diplomacy

import "math"

// kernel resolves one movement phase. Everything is kept by the province in
// which a unit stands at the start, in arrays and sets, so that the sequence in
// which units and orders were given cannot matter.
//
// An order is resolved when another asks for it. Where orders wait for each
// other, the first is assumed to fail, then to succeed; if both lead to the
// same end, that is its outcome (DATC 5.F). What was found out under a guess is
// kept together with the guesses on which it leans, and forgotten with them.
// Orders that come out as two outcomes, or as none, are a knot, and the rules
// for circular movement and convoy paradoxes undo it.
type kernel struct {
	board *Board

	units, fleets      set
	moving, supporting set // by legal order
	convoying          set
	shipped            set // armies that go by convoy
	matched            set // supports and convoys of what the other unit does
	at                 [maxLocs]Loc
	power              [maxLocs]Power
	order              [maxLocs]Order
	fault              [maxLocs]Reason
	dest               [maxLocs]Loc // province of a move or of a supported move, else NoLoc
	attackers          [maxLocs]set // of a province: the moves into it
	carriers           [maxLocs]set // of an army: the fleets ordered to convoy its move
	backers            [maxLocs]set // of a unit: the supports of what it does
	taker              [maxLocs]Loc // of a unit: who dislodged it, else NoLoc
	done, yes          set          // resolved; successful, whether resolved or assumed
	open               set          // not done, but with an outcome that leans on guesses
	torn               set          // of these, the ones with two outcomes or none
	leans              [maxLocs]set // of an open order: the guesses on which it leans
	lean               set          // the guesses that were used since the order in hand was taken up
	knotted            set          // convoys that failed by the paradox rule
	left               int          // guesses that may still be tried
}

// guessLimit bounds the guesses in one phase, and so its time. No position
// from play or from DATC needs a hundredth of it.
const guessLimit = 1 << 14

func (k *kernel) run() {
	for k.pass(); k.left < 0; k.pass() {
		k.breakOff()
	}
	for us := k.moving.and(k.yes); !us.empty(); {
		p := us.pop()
		if d := k.dest[p]; k.units.has(d) && !(k.moving.has(d) && k.yes.has(d)) {
			k.taker[d] = p
		}
	}
}

// pass resolves all orders, or runs out of guesses.
func (k *kernel) pass() {
	for us := k.moving.or(k.matched); !us.empty() && k.left >= 0; {
		k.resolve(us.pop())
	}
}

// breakOff forgets all guesses and has every convoy that is still unresolved
// fail: the paradox rule on all of them, in a position too entangled to say
// which of them it concerns. Without convoys an outcome waits for the unit at
// its destination at most, so that what is left are simple circles.
func (k *kernel) breakOff() {
	convoys := k.convoying.and(k.matched).minus(k.done)
	k.open, k.torn, k.lean = set{}, set{}, set{}
	k.fail(convoys)
	k.left = math.MaxInt
}

// fail resolves convoys by the paradox rule.
func (k *kernel) fail(convoys set) {
	k.done = k.done.or(convoys)
	k.yes = k.yes.minus(convoys)
	k.knotted = k.knotted.or(convoys)
}

// resolve reports whether the order of the unit in p succeeds. Where that
// leans on guesses they are added to k.lean.
func (k *kernel) resolve(p Loc) bool {
	if k.done.has(p) || k.left < 0 {
		return k.yes.has(p)
	}
	if k.open.has(p) {
		k.lean = k.lean.or(k.leans[p])
		return k.yes.has(p)
	}
	if k.plain(p) {
		k.done.add(p)
		k.yes.add(p)
		return true
	}
	outer := k.lean
	no := k.guess(p, false)
	lean := k.lean
	if !lean.has(p) { // nothing it depends on asked for p
		return k.keep(p, no, lean, outer)
	}
	knot, torn := k.forget(p)
	yes := k.guess(p, true)
	lean = lean.or(k.lean).less(p)
	more, tornToo := k.forget(p)
	torn = torn || tornToo || no != yes
	switch {
	case k.left < 0:
		return false
	case !torn:
		return k.keep(p, no, lean, outer)
	case !lean.empty(): // the knot is larger; the first guess in it decides
		k.torn.add(p)
		return k.keep(p, no, lean, outer)
	}
	k.untie(knot.or(more))
	k.lean = outer
	return k.resolve(p)
}

// plain reports whether nothing can prevent the order in p: a support or convoy
// left in peace, a move over land or sea into a space that nobody else wants.
func (k *kernel) plain(p Loc) bool {
	if !k.moving.has(p) {
		return k.attackers[p].empty()
	}
	d := k.dest[p]
	return !k.shipped.has(p) && !k.units.has(d) && k.attackers[d] == one(p)
}

// guess works out the order in p on the assumption that it succeeds or not.
func (k *kernel) guess(p Loc, success bool) bool {
	k.left--
	k.open.add(p)
	k.leans[p] = one(p)
	k.lean = set{}
	k.assume(p, success)
	return k.judge(p)
}

func (k *kernel) assume(p Loc, success bool) {
	if success {
		k.yes.add(p)
	} else {
		k.yes.del(p)
	}
}

// keep records an outcome, for good if it leans on nothing.
func (k *kernel) keep(p Loc, success bool, lean, outer set) bool {
	if k.left < 0 {
		return false
	}
	k.assume(p, success)
	k.lean = outer.or(lean)
	k.leans[p] = lean
	if lean.empty() {
		k.open.del(p)
		k.done.add(p)
	} else {
		k.open.add(p)
	}
	return success
}

// forget takes back the guess about p with all that leans on it. It returns
// these orders, and whether one of them had no single outcome.
func (k *kernel) forget(p Loc) (knot set, torn bool) {
	for os := k.open; !os.empty(); {
		if q := os.pop(); k.leans[q].has(p) {
			knot.add(q)
		}
	}
	torn = knot.meets(k.torn)
	k.open = k.open.minus(knot)
	k.torn = k.torn.minus(knot)
	return knot, torn
}

// untie resolves a knot. If a convoy is part of it, it is a paradox, and by
// Szykman's rule the convoys fail (DATC 4.A.2); otherwise it is a circular
// movement, and all of it succeeds (DATC 6.C.1).
func (k *kernel) untie(knot set) {
	if convoys := knot.and(k.convoying); !convoys.empty() {
		k.fail(convoys)
		return
	}
	moves := knot.and(k.moving)
	k.done = k.done.or(moves)
	k.yes = k.yes.or(moves)
}
