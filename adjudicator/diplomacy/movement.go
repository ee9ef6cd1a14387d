package diplomacy

// A Reason says why an order failed.
type Reason uint8

// The reasons. In the first group, those of movement phases, the comments say what Result.By is. If the order was
// illegal or void, By is the unit that dislodged the ordered unit, if any did. Illegal is also used in retreats and
// adjustments, for orders that name an invalid power or space.
const (
	None         Reason = iota // the order succeeded, or there was none; By is NoLoc
	Illegal                    // it could not be carried out in this position, and the unit held
	Bounced                    // a move: By held its ground, took the space or went for it as strongly
	Cut                        // a support: By attacked the supporting unit
	Dislodgement               // a hold, support or convoy: By took the space
	Void                       // a support or convoy: the other unit does something else
	NoConvoy                   // a move: fleets for an unbroken convoy were not ordered
	Disrupted                  // a move: By dislodged a fleet of its convoy
	Paradox                    // a convoy and its move: its outcome depended on itself, so it failed (DATC 4.A.2)

	// For retreats. By is another unit that went to the space, or else NoLoc.
	Unreachable  // the unit can't go there in one step
	Taken        // another unit is there or, for a build, will be
	Contested    // it is empty because of a stand-off
	FromAttacker // the attacker came from there
	Collided     // By retreated to the same space (DATC 6.H.7)
	NoOrder      // there was no order, or none of several counts

	// For adjustments.
	NotDue   // the power has nothing to build or to remove, or ordered more than that
	NoUnit   // the power has no unit there, or removes it by another order
	NotHome  // it is not a home centre of the power
	NotOwned // the power does not own the centre
	BadType  // such a unit can't stand there
)

// String returns the reason in a few words; "" for None.
func (r Reason) String() string {
	words := [...]string{
		"", "illegal", "bounced", "cut", "dislodged", "void", "no convoy", "disrupted", "paradox",
		"unreachable", "taken", "contested", "from attacker", "collided", "no order",
		"not due", "no unit", "not home", "not owned", "bad type",
	}
	if int(r) < len(words) {
		return words[r]
	}
	return "?"
}

// A Result is the result of one unit's order.
type Result struct {
	Unit Unit // the unit before the phase
	// the order that counted, with locations as they were understood; a hold if the order was illegal or missing
	Order Order
	// true if a move arrived, if a support was given, if a convoying fleet stayed and the convoy matched the army's
	// order, or if a holding unit was not dislodged; false for illegal and void orders
	OK    bool
	Why   Reason // None if OK
	By    Loc    // the province from which another unit prevented it, or NoLoc
	Given int32  // index of the order that counted, or -1 (Board.Possible may say why it was illegal)
}

// A Dislodged is a unit that has to retreat or leave the board.
type Dislodged struct {
	Unit Unit
	By   Loc // the province that the attacker came from
	// the same if that province is closed to the retreat; NoLoc if it is open, because the attacker was convoyed
	// (DATC 4.A.5 b)
	From Loc
	Open Set // where the unit may go
}

// A Movement is the outcome of a movement phase.
type Movement struct {
	Results   []Result    // one per unit, in the order of the units
	Dislodged []Dislodged // in the same order
	Contested Set         // provinces left empty by a stand-off
	Units     []Unit      // the units afterwards, without dislodged ones, in the original order
}

// Clone returns a copy that stays valid when the Resolver is used again.
func (m *Movement) Clone() Movement {
	c := *m
	c.Results = append([]Result(nil), m.Results...)
	c.Dislodged = append([]Dislodged(nil), m.Dislodged...)
	c.Units = append([]Unit(nil), m.Units...)
	return c
}

// Resolve resolves a movement phase as a Resolver does; the result belongs to the caller.
func (b *Board) Resolve(units []Unit, orders []Order, rules Rules) Movement {
	return *NewResolver(b, rules).Resolve(units, orders)
}

// report collects the results of all units.
func (r *Resolver) report(units []Unit) {
	m := &r.movement
	if cap(m.Results) < len(units) {
		m.Results = make([]Result, len(units))
		m.Units = make([]Unit, len(units))
	}
	m.Results, m.Units = m.Results[:len(units)], m.Units[:len(units)]
	m.Dislodged, m.Contested = m.Dislodged[:0], Set{}
	stay := 0
	for i, u := range units {
		p := r.board.province[u.At]
		c := &r.cells[p]
		res := &m.Results[i]
		if c.is&(moves|succeeds) == moves|succeeds {
			r.result(res, p, c, u, NoLoc)
			m.Units[stay] = Unit{Power: u.Power, Type: u.Type, At: c.to}
			stay++
			continue
		}
		taker := r.taker(c)
		r.result(res, p, c, u, taker)
		if c.is&moves != 0 && r.standsOff(p, c) {
			m.Contested.add(c.dest)
		}
		if taker != NoLoc {
			m.Dislodged = append(m.Dislodged, Dislodged{Unit: u, By: taker})
			continue
		}
		m.Units[stay] = u
		stay++
	}
	m.Units = m.Units[:stay]
	if len(m.Dislodged) > 0 {
		r.openRetreats(m)
	}
}

// taker returns the province from which a unit moved into the space of c, or NoLoc.
func (r *Resolver) taker(c *cell) Loc {
	for q := c.attackers; q != NoLoc; q = r.cells[q].next {
		if r.cells[q].is&succeeds != 0 {
			return q
		}
	}
	return NoLoc
}

// result fills in the result for the unit of c, which taker has dislodged unless taker is NoLoc.
func (r *Resolver) result(res *Result, p Loc, c *cell, u Unit, taker Loc) {
	res.Unit, res.Given, res.OK, res.Why, res.By = u, r.given[p]-1, false, c.why, NoLoc
	o := &res.Order
	o.Unit, o.Verb, o.Target, o.To, o.Via, o.Whole = p, Hold, c.target, c.to, false, false
	switch {
	case c.is&moves != 0:
		o.Verb, o.Via, o.Whole = Move, c.is&via != 0, c.is&whole != 0
		if res.OK = c.is&succeeds != 0; !res.OK {
			res.Why, res.By = r.failure(p, c)
		}
		return
	case c.is&supports != 0:
		o.Verb = Support
	case c.is&convoys != 0:
		o.Verb = Convoy
	}
	switch {
	case taker != NoLoc:
		res.By = taker
		if c.why == None {
			res.Why = Dislodgement
		}
	case c.is&(supports|convoys) == 0:
		res.OK = c.why == None
	case c.is&meant != 0:
		res.OK = c.is&succeeds != 0
		if c.is&supports != 0 && !res.OK {
			res.Why, res.By = Cut, r.preventer(p, c)
		}
	}
	if r.knotted.Has(p) && taker == NoLoc {
		res.Why = Paradox
	}
}

// order returns the order of the unit in p as it was understood.
func (r *Resolver) order(p Loc) Order {
	var res Result
	c := &r.cells[p]
	r.result(&res, p, c, Unit{}, p)
	return res.Order
}

// preventer returns the province of the unit that prevented the order of c, which has failed.
func (r *Resolver) preventer(p Loc, c *cell) Loc {
	if c.is&review != 0 {
		r.judge(p)
	}
	return c.by
}

// failure returns why the move from p failed, and who prevented it.
func (r *Resolver) failure(p Loc, c *cell) (Reason, Loc) {
	if c.is&(shipped|footed) != shipped || r.convoyed(p, c) == yes {
		by := r.preventer(p, c)
		d := &r.cells[c.dest]
		stays := d.is&succeeds == 0 || d.is&moves == 0
		if by == c.dest && stays {
			if taker := r.taker(d); taker != NoLoc { // the unit that was in the way has been dislodged
				by = taker
			}
		}
		return Bounced, by
	}
	if c.is&stranded != 0 {
		return NoConvoy, NoLoc
	}
	by := NoLoc
	for f := c.carriers; f != NoLoc; {
		if r.knotted.Has(f) {
			return Paradox, NoLoc
		}
		fleet := &r.cells[f]
		if by == NoLoc {
			by = r.taker(fleet)
		}
		f = fleet.next
	}
	return Disrupted, by
}

// standsOff reports whether the move from p, which failed, left its
// destination empty. It has no part in a stand-off if its convoy broke, or if
// it met the unit that dislodged it head on (DATC 6.F.7, 6.H.9).
func (r *Resolver) standsOff(p Loc, c *cell) bool {
	d := &r.cells[c.dest]
	if d.is&occupied != 0 && d.is&(moves|succeeds) != moves|succeeds || r.taker(d) != NoLoc {
		return false
	}
	if c.is&shipped == 0 && (d.is&moves == 0 || d.dest != p) {
		return true
	}
	return r.prevention(p, c).least > 0
}

// openRetreats determines where the dislodged units may go.
func (r *Resolver) openRetreats(m *Movement) {
	closed := r.board.occupied(m.Units).or(m.Contested)
	for i := range m.Dislodged {
		d := &m.Dislodged[i]
		d.From = d.By
		if r.rules[RetreatToOrigin] == OriginOpen && r.bySea(d.By, &r.cells[d.By]) == yes {
			d.From = NoLoc
		}
		d.Open = r.board.retreats(d.Unit, d.From, closed)
	}
}
