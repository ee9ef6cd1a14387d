package diplomacy

import "slices"

// verdict is the outcome of an order or of a part of it. both, not and
// verdictBit rely on its numbers.
type verdict uint8

const (
	no verdict = iota
	yes
	unsure
)

func verdictOf(condition bool) verdict {
	if condition {
		return yes
	}
	return no
}

func not(v verdict) verdict {
	if v == unsure {
		return unsure
	}
	return yes - v
}

func both(v, w verdict) verdict {
	if v == no || w == no {
		return no
	}
	return max(v, w)
}

// judge works out one order from the outcomes of those it depends on (DATC 5.B). A verdict that stays unsure leaves
// in r.asked the open orders of which it could still depend, and no others. If the verdict is no, it records in the
// cell which unit prevents the order; for a move without a path, that is the moving unit itself.
func (r *Resolver) judge(p Loc) verdict {
	c := &r.cells[p]
	switch {
	case c.is&moves != 0:
		return r.judgeMove(p, c)
	case c.is&supports != 0:
		return r.judgeSupport(c)
	}
	return r.judgeConvoy(c)
}

// judgeConvoy judges a convoy order: only a dislodged fleet breaks its convoy (DATC 5.B.3, 6.F.4).
func (r *Resolver) judgeConvoy(c *cell) verdict {
	v := yes
	for q := c.attackers; q != NoLoc; {
		a := &r.cells[q]
		switch r.outcome(q, a) {
		case yes:
			c.by = q
			return no
		case unsure:
			v = unsure
		}
		q = a.next
	}
	return v
}

// judgeSupport judges a support. It is cut by an attack of another power from anywhere except the space that it is
// directed at, and by any unit that dislodges the supporter (DATC 5.B.2, 6.D.15, 6.D.20).
func (r *Resolver) judgeSupport(c *cell) verdict {
	v := yes
	for q := c.attackers; q != NoLoc; q = r.cells[q].next {
		a := &r.cells[q]
		if a.power == c.power {
			continue
		}
		switch r.cuts(c, q, a) {
		case yes:
			c.by = q
			return no
		case unsure:
			v = unsure
		}
	}
	return v
}

// cuts reports whether a, the attack from q, cuts the support of c.
func (r *Resolver) cuts(c *cell, q Loc, a *cell) verdict {
	if a.is&shipped == 0 {
		if q == c.dest {
			return r.outcome(q, a)
		}
		return yes
	}
	sea := r.bySea(q, a)
	if r.rules[Paradoxes] != Szykman && sea != no && r.spared(c, q) {
		return both(not(sea), r.path(q, a))
	}
	if q == c.dest && (sea == no || r.rules[CutByConvoy] == SupportStands) {
		return r.outcome(q, a)
	}
	return r.path(q, a)
}

// spared reports whether the army in q, by convoy, does not cut the support of c, because the support is directed at
// a sea from which the army is convoyed, and one of the older rules against paradoxes is in force (DATC 4.A.2).
func (r *Resolver) spared(c *cell, q Loc) bool {
	rule, b := r.rules[Paradoxes], r.board
	sea := c.dest
	if sea == NoLoc { // it supports a hold
		if rule != Paradox1982 {
			return false
		}
		sea = c.target
	}
	f := &r.cells[sea]
	if f.is&convoys == 0 || f.is&meant == 0 {
		return false
	}
	carriers := r.fleets(q)
	switch rule {
	case Paradox1971:
		return carriers.Has(sea)
	case Paradox2000: // if the fleet there is necessary for the convoy (DATC 6.F.19)
		return carriers.Has(sea) && !b.route(q, r.cells[q].dest, carriers.less(sea))
	}
	return true
}

// judgeMove judges a move. It succeeds if it has a path and is stronger than the unit that holds or defends its
// destination, and than any other move there (DATC 5.B.1).
func (r *Resolver) judgeMove(p Loc, c *cell) verdict {
	path := r.path(p, c)
	if path == no {
		c.by = p
		return no
	}
	before := r.asked
	d := &r.cells[c.dest]
	var v verdict
	switch {
	case d.is&occupied == 0:
		v = r.contest(p, c, open)
	case d.is&moves == 0:
		v = r.contest(p, c, held)
	case d.dest == p:
		v = r.meet(p, c, d)
	default:
		v = r.follow(p, c, d)
	}
	if v == yes {
		r.asked = before
		return path
	}
	return v
}

// A door says whether and how the destination of a move is defended.
type door uint8

const (
	open   door = iota // it is empty, or the unit there leaves
	held               // the unit there stays
	failed             // the unit there tries to move elsewhere, and fails
	headOn             // the unit there tries to move to the space that the attacker comes from, so they meet head-on
)

// follow judges a move to a space that another unit tries to leave.
func (r *Resolver) follow(p Loc, c, d *cell) verdict {
	switch r.outcome(c.dest, d) {
	case yes:
		return r.contest(p, c, open)
	case no:
		return r.contest(p, c, failed)
	}
	// A move that succeeds even if the other unit stays succeeds in any case.
	if r.contest(p, c, failed) == yes {
		return yes
	}
	if r.contest(p, c, open) == no {
		return no
	}
	return unsure
}

// meet judges a move to the space of a unit that tries to move in the opposite direction: a head-on battle, unless
// one of them is convoyed (DATC 6.G.1).
func (r *Resolver) meet(p Loc, c, d *cell) verdict {
	switch r.byLand(p, c, c.dest, d) {
	case yes:
		return r.contest(p, c, headOn)
	case no:
		return r.follow(p, c, d)
	}
	v, w := r.contest(p, c, headOn), r.follow(p, c, d)
	if v == w {
		return v
	}
	return unsure
}

// byLand returns the verdict on whether neither of two moves is by convoy.
func (r *Resolver) byLand(p Loc, c *cell, q Loc, d *cell) verdict {
	if (c.is|d.is)&shipped == 0 {
		return yes
	}
	return both(not(r.bySea(p, c)), not(r.bySea(q, d)))
}

// bySea returns the verdict on whether a move is by convoy.
func (r *Resolver) bySea(p Loc, c *cell) verdict {
	switch {
	case c.is&shipped == 0:
		return no
	case c.is&footed == 0:
		return yes
	}
	return r.convoyed(p, c)
}

// contest judges a move that has a path to its destination, which is defended as kept says.
func (r *Resolver) contest(p Loc, c *cell, kept door) verdict {
	v := yes
	d := &r.cells[c.dest]
	var attack span
	if kept == open {
		attack = r.strength(c, Nobody)
	} else {
		// DATC 6.D.10, 6.D.12, 6.E.3: no power dislodges its own unit or helps to.
		if d.power == c.power {
			c.by = c.dest
			return no
		}
		attack = r.strength(c, d.power)
		hold := span{1, 1} // DATC 6.D.7: a unit that tried to move has no support
		before := r.asked
		if kept != failed {
			hold = r.strength(d, Nobody)
		}
		switch {
		case attack.most <= hold.least:
			c.by = c.dest
			return no
		case attack.least > hold.most:
			r.asked = before
		default:
			v = unsure
		}
	}
	for q := d.attackers; q != NoLoc; q = r.cells[q].next {
		rival := &r.cells[q]
		if q == p || int(rival.backing)+1 < attack.least {
			continue
		}
		before := r.asked
		prevent := r.prevention(q, rival)
		switch {
		case prevent.least >= attack.most:
			c.by = q
			return no
		case prevent.most < attack.least:
			r.asked = before
		default:
			v = unsure
		}
	}
	return v
}

// A span is the range of a strength that is not fully known yet.
type span struct{ least, most int }

// strength returns the strength of the unit of c with the supports for its order, ignoring supports by the power
// against.
func (r *Resolver) strength(c *cell, against Power) span {
	s := span{1, 1}
	for q := c.backers; q != NoLoc; {
		b := &r.cells[q]
		if b.power != against || against == Nobody {
			switch r.outcome(q, b) {
			case yes:
				s.least++
				s.most++
			case unsure:
				s.most++
			}
		}
		q = b.next
	}
	return s
}

// prevention returns the strength with which the move from q keeps others out of its destination. It is zero if the
// move has no path, or if the unit there beat it head-on (DATC 5.B.6, 6.E.1, 4.A.7).
func (r *Resolver) prevention(q Loc, c *cell) span {
	effect := r.path(q, c)
	if d := &r.cells[c.dest]; effect != no && d.is&moves != 0 && d.dest == q {
		beaten := yes
		if r.rules[DislodgedRival] == RivalUnlessHeadOn {
			beaten = r.byLand(q, c, c.dest, d)
		}
		if beaten != no {
			beaten = both(beaten, r.outcome(c.dest, d))
		}
		switch beaten {
		case yes:
			effect = no
		case unsure:
			effect = unsure
		}
	}
	if effect == no {
		return span{}
	}
	s := r.strength(c, Nobody)
	if effect == unsure {
		s.least = 0
	}
	return s
}

// path returns the verdict on whether the move from p can reach its destination at all, that is, whether a convoyed
// army has a route left (DATC 5.B.4).
func (r *Resolver) path(p Loc, c *cell) verdict {
	if c.is&(shipped|footed) != shipped {
		return yes
	}
	return r.convoyed(p, c)
}

// convoyed returns the verdict on whether the army in p is carried: whether one complete route is left to it or, by
// the older rule, all of them (DATC 4.A.1, 6.F.9).
func (r *Resolver) convoyed(p Loc, c *cell) verdict {
	if c.is&stranded != 0 {
		return no
	}
	f := c.carriers
	if first := &r.cells[f]; first.next == NoLoc {
		return r.outcome(f, first)
	}
	before := r.asked
	var safe, chance, lost Set // fleets that carry it certainly, perhaps, and not
	for ; f != NoLoc; f = r.cells[f].next {
		switch r.outcome(f, &r.cells[f]) {
		case yes:
			safe.add(f)
		case unsure:
			chance.add(f)
		default:
			lost.add(f)
		}
	}
	if lost.empty() && chance.empty() {
		return yes
	}
	if c.is&whole != 0 {
		if lost.empty() {
			return unsure
		}
		r.asked = before
		return no
	}
	v := r.routed(p, c.dest, safe, chance, lost)
	r.asked = before
	if v != unsure {
		return v
	}
	for fs := chance; !fs.empty(); {
		f := fs.pop()
		if chance == one(f) || r.board.serves(f, p, c.dest, safe.or(chance)) {
			r.asked.add(f)
		}
	}
	return unsure
}

// routed returns the verdict on a convoy over fleets of which some certainly carry the army, some perhaps, and some
// do not.
func (r *Resolver) routed(from, to Loc, safe, chance, lost Set) verdict {
	b := r.board
	if r.rules[MultiRoute] == AnyRoute {
		all := safe.or(chance).or(lost)
		serves := func(f Loc) bool { return b.serves(f, from, to, all) }
		switch {
		case slices.ContainsFunc(lost.list(), serves):
			return no
		case slices.ContainsFunc(chance.list(), serves):
			return unsure
		}
		return yes
	}
	switch {
	case b.route(from, to, safe):
		return yes
	case lost.empty() || !chance.empty() && b.route(from, to, safe.or(chance)):
		return unsure
	}
	return no
}

// fleets returns the fleets that are ordered to carry the army in p.
func (r *Resolver) fleets(p Loc) Set {
	var s Set
	for f := r.cells[p].carriers; f != NoLoc; f = r.cells[f].next {
		s.add(f)
	}
	return s
}
