package diplomacy

// Retreats returns where the dislodged unit d may go after the movement m, in
// board order: spaces it can reach directly, empty, not contested, and not
// where its attacker came from (DATC 6.H.5, 6.H.6, 6.H.13).
func (b *Board) Retreats(m Movement, d Dislodged) []Loc {
	return b.retreats(m, d).list()
}

func (b *Board) retreats(m Movement, d Dislodged) set {
	closed := b.occupied(m.Units)
	for _, l := range m.Contested {
		closed.add(l)
	}
	if d.From != NoLoc {
		closed.add(b.Province(d.From))
	}
	var open set
	for ls := b.direct(d.Unit.Type, d.Unit.At); !ls.empty(); {
		// DATC 6.H.16: contesting one coast closes the other.
		if l := ls.pop(); !closed.has(b.places[l].province) {
			open.add(l)
		}
	}
	return open
}

// occupied returns the provinces where units stand.
func (b *Board) occupied(units []Unit) set {
	var s set
	for _, u := range units {
		s.add(b.places[u.At].province)
	}
	return s
}

// Retreat resolves the retreats after the movement m. to gives the destination
// of each dislodged unit by the province in which it was dislodged; without
// one, or with one that is not open to it, the unit is removed. Of several that
// go to the same space all are removed (DATC 6.H.7). units are those of m.Units
// and then those that retreated; both results are in the order of m.
func (b *Board) Retreat(m Movement, to map[Loc]Loc) (units []Unit, removed []Unit) {
	units = append(units, m.Units...)
	goals := make([]Loc, len(m.Dislodged))
	var once, twice set
	for i, d := range m.Dislodged {
		goals[i] = b.goal(m, d, to)
		if goals[i] == NoLoc {
			continue
		}
		p := b.places[goals[i]].province
		if once.has(p) {
			twice.add(p)
		}
		once.add(p)
	}
	for i, d := range m.Dislodged {
		u := d.Unit
		if goals[i] == NoLoc || twice.has(b.places[goals[i]].province) {
			removed = append(removed, u)
			continue
		}
		u.At = goals[i]
		units = append(units, u)
	}
	return units, removed
}

// goal returns where a dislodged unit goes, NoLoc if nowhere.
func (b *Board) goal(m Movement, d Dislodged, to map[Loc]Loc) Loc {
	l, ok := to[b.places[d.Unit.At].province]
	if !ok || int(l) >= len(b.places) {
		return NoLoc
	}
	if d.Unit.Type == Army {
		l = b.places[l].province
	} else if l = b.landing(d.Unit.At, l); l == NoLoc {
		return NoLoc
	}
	if !b.retreats(m, d).has(l) {
		return NoLoc
	}
	return l
}
