package diplomacy

// judge works out one order from the outcomes of those it depends on.
func (k *kernel) judge(p Loc) bool {
	switch {
	case k.moving.has(p):
		return k.stopper(p) == NoLoc
	case k.supporting.has(p):
		return k.cutter(p) == NoLoc
	}
	for as := k.attackers[p]; !as.empty(); {
		if k.resolve(as.pop()) {
			return false // DATC 6.F.4: only a dislodged fleet breaks its convoy
		}
	}
	return true
}

// stopper returns who prevents the move from p: the unit at its destination, a
// rival for it, p itself if its convoy fails, or NoLoc if it succeeds.
func (k *kernel) stopper(p Loc) Loc {
	if !k.arrives(p) {
		return p
	}
	d := k.dest[p]
	rivals := k.attackers[d].less(p)
	if !k.units.has(d) {
		if rivals.empty() {
			return NoLoc
		}
		return k.rival(p, rivals, k.strength(p, Nobody))
	}
	head := k.headOn(p, d)
	if !head && k.moving.has(d) && k.resolve(d) {
		return k.rival(p, rivals, k.strength(p, Nobody))
	}
	// DATC 6.D.10, 6.D.12, 6.E.3: no power dislodges its own unit or helps to.
	if k.power[d] == k.power[p] {
		return d
	}
	attack := k.strength(p, k.power[d])
	if head || !k.moving.has(d) {
		if attack <= k.strength(d, Nobody) {
			return d
		}
	} else if attack <= 1 { // DATC 6.D.7: a unit that tried to move has no support
		return d
	}
	return k.rival(p, rivals, attack)
}

// rival returns the first of the other moves to the destination of p that is
// as strong as its attack, NoLoc if none is.
func (k *kernel) rival(p Loc, rivals set, attack int) Loc {
	d := k.dest[p]
	for !rivals.empty() {
		q := rivals.pop()
		if 1+k.backers[q].size() < attack || !k.arrives(q) {
			continue
		}
		// DATC 6.E.1: a unit beaten head on has no effect where its victor came from.
		if k.headOn(q, d) && k.resolve(d) {
			continue
		}
		if k.strength(q, Nobody) >= attack {
			return q
		}
	}
	return NoLoc
}

// headOn reports whether the units in p, which moves to d, and in d attack
// each other: a convoyed army meets nobody on its way (DATC 4.A.7, 6.G.1).
func (k *kernel) headOn(p, d Loc) bool {
	return k.moving.has(d) && k.dest[d] == p && !k.shipped.has(p) && !k.shipped.has(d)
}

// strength counts the unit in p and the supports given to what it does, those
// of the power against left out.
func (k *kernel) strength(p Loc, against Power) int {
	n := 1
	for bs := k.backers[p]; !bs.empty(); {
		q := bs.pop()
		if against != Nobody && k.power[q] == against {
			continue
		}
		if k.resolve(q) {
			n++
		}
	}
	return n
}

// cutter returns who cuts the support that the unit in p gives, else NoLoc.
func (k *kernel) cutter(p Loc) Loc {
	for as := k.attackers[p]; !as.empty(); {
		q := as.pop()
		if k.power[q] == k.power[p] { // DATC 6.D.20
			continue
		}
		// DATC 6.D.15, 4.A.4: who is attacked with this support cuts it only by
		// dislodging the supporter, by convoy too.
		if q == k.dest[p] && k.resolve(q) || q != k.dest[p] && k.arrives(q) {
			return q
		}
	}
	return NoLoc
}

// arrives reports whether the move from p reaches its destination, that is,
// whether an army by convoy has one whole route left (DATC 4.A.1, 6.F.9).
func (k *kernel) arrives(p Loc) bool {
	if !k.shipped.has(p) {
		return true
	}
	b, d, fleets := k.board, k.dest[p], k.carriers[p]
	if !b.route(p, d, fleets) {
		return false
	}
	var safe, unsure set
	for fs := fleets; !fs.empty(); {
		if f := fs.pop(); k.attackers[f].empty() && !k.knotted.has(f) {
			safe.add(f)
		} else {
			unsure.add(f)
		}
	}
	if unsure.empty() || b.route(p, d, safe) {
		return true
	}
	for !unsure.empty() {
		if f := unsure.pop(); k.resolve(f) {
			safe.add(f)
		}
	}
	return b.route(p, d, safe)
}
