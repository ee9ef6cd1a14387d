package diplomacy

// A Force is the strength of a unit, with the supports that count for what it does and those that were cut.
type Force struct {
	Unit     Loc // the province where the unit was
	Strength int
	By, Cut  []Loc // provinces of the supporting units
}

// A Clash is a unit's order and the unit that opposed it, with their strengths.
type Clash struct {
	Own, Other Force
}

// Clash returns what the order of units[i] of the last Resolve had to beat, or was beaten by: for a move, the unit
// that made it bounce or that it dislodged; for any other order, the unit that dislodged the ordered one. ok is false
// if no other unit decided it by its strength. i must be an index into the units of that Resolve.
func (r *Resolver) Clash(i int) (c Clash, ok bool) {
	res := &r.movement.Results[i]
	p := r.board.province[res.Unit.At]
	own := &r.cells[p]
	if own.is&moves == 0 {
		return r.overrun(p, own)
	}
	d := &r.cells[own.dest]
	switch {
	case res.OK && d.is&occupied != 0 && d.is&(moves|succeeds) != moves|succeeds:
		return Clash{Own: r.force(p, d.power), Other: r.defence(p, own)}, true
	case res.Why != Bounced || res.By == NoLoc:
		return c, false
	case res.By != own.dest:
		return Clash{Own: r.force(p, Nobody), Other: r.force(res.By, Nobody)}, true
	}
	return Clash{Own: r.force(p, d.power), Other: r.defence(p, own)}, true
}

// Dislodger returns the strengths by which the unit in place of units[i] was dislodged; ok is false if it was not.
func (r *Resolver) Dislodger(i int) (c Clash, ok bool) {
	p := r.board.province[r.movement.Results[i].Unit.At]
	return r.overrun(p, &r.cells[p])
}

// overrun returns the strengths by which the unit in p was dislodged, if it was.
func (r *Resolver) overrun(p Loc, own *cell) (c Clash, ok bool) {
	by := r.taker(own)
	if by == NoLoc || own.is&(moves|succeeds) == moves|succeeds {
		return c, false
	}
	return Clash{Own: r.defence(by, &r.cells[by]), Other: r.force(by, own.power)}, true
}

// defence returns the strength of the unit at the destination of the move from p: 1 if it tried to leave for elsewhere
// (DATC 6.D.7).
func (r *Resolver) defence(p Loc, c *cell) Force {
	d := &r.cells[c.dest]
	head := d.is&moves != 0 && d.dest == p && r.byLand(p, c, c.dest, d) == yes
	if d.is&moves != 0 && !head {
		return Force{Unit: c.dest, Strength: 1}
	}
	return r.force(c.dest, Nobody)
}

// force returns the strength of the unit in p, without supports by the power against.
func (r *Resolver) force(p Loc, against Power) Force {
	f := Force{Unit: p, Strength: 1}
	for q := r.cells[p].backers; q != NoLoc; q = r.cells[q].next {
		s := &r.cells[q]
		switch {
		case s.is&succeeds == 0:
			f.Cut = append(f.Cut, q)
		case against == Nobody || s.power != against:
			f.By, f.Strength = append(f.By, q), f.Strength+1
		}
	}
	return f
}
