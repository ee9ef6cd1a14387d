package diplomacy

// Reason says why an order did not come off.
type Reason uint8

// The reasons, and whom Result.By names with each of the first lot, those of a
// movement. Where the order was illegal or void it is who dislodged the unit, if
// somebody did. Illegal is also for retreats and adjustments, that name a power or a space which there is not.
const (
	None         Reason = iota // it came off, or there was no order; By is NoLoc
	Illegal                    // it could not be carried out in this position, and the unit held
	Bounced                    // a move: By held its ground, took the space or went for it as strongly
	Cut                        // a support: By attacked the supporting unit
	Dislodgement               // a hold, support or convoy: By took the space
	Void                       // a support or convoy: the other unit does something else
	NoConvoy                   // a move: no unbroken chain of fleets was ordered to convoy it
	Disrupted                  // a move: By dislodged a fleet of its convoy
	Paradox                    // a convoy and its move: it hung on its own outcome, so it failed (DATC 4.A.2)

	// In retreats; By is who else went there, else NoLoc.
	Unreachable  // the unit can't go there in one step
	Taken        // another unit is there or, of a build, will be
	Contested    // a stand-off left it empty
	FromAttacker // the attacker came from there
	Collided     // By retreated to the same space (DATC 6.H.7)
	NoOrder      // there was none, or none of several counts

	// In adjustments.
	NotDue   // the power has nothing to build or to remove, or ordered more than that
	NoUnit   // the power has no unit there, or removes it by another order
	NotHome  // it is not a home centre of the power
	NotOwned // the power does not own the centre
	BadType  // such a unit can't stand there
)

// String returns the reason in one or a few words, "" for None.
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

// A Result is what became of one unit and its order.
type Result struct {
	Unit  Unit  // as it stood before
	Order Order // the order that counted: locations as they were understood, an illegal or absent order a hold
	// move: arrived; support: given; convoy: the fleet stayed and the order matched; hold: not dislodged; never if
	// illegal or void
	OK    bool
	Why   Reason // None if OK
	By    Loc    // the province from which another unit prevented it, else NoLoc
	Given int32  // which of the orders it was, from 0 (Board.Possible may say why that was illegal); -1 if none counted
}

// A Dislodged is a unit that has to retreat or leave the board.
type Dislodged struct {
	Unit Unit
	By   Loc // the province that the attacker came from
	From Loc // the same if it is closed to the retreat, else NoLoc: the attacker was convoyed (DATC 4.A.5 b)
	Open Set // where the unit may go
}

// A Movement is the outcome of a movement phase.
type Movement struct {
	Results   []Result    // one per unit, in the order of the units given
	Dislodged []Dislodged // in the same order
	Contested Set         // the provinces left empty by a stand-off
	Units     []Unit      // who stands where afterwards, without the dislodged, in the order given
}

// Clone returns a copy that shares nothing with m, to be kept when the Resolver
// goes on.
func (m *Movement) Clone() Movement {
	c := *m
	c.Results = append([]Result(nil), m.Results...)
	c.Dislodged = append([]Dislodged(nil), m.Dislodged...)
	c.Units = append([]Unit(nil), m.Units...)
	return c
}

// Resolve resolves a movement phase as a Resolver does; what it returns is the
// caller's own.
func (b *Board) Resolve(units []Unit, orders []Order, rules Rules) Movement {
	return *NewResolver(b, rules).Resolve(units, orders)
}

// report gathers what has become of the units.
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

// taker returns who moved into the space of c, NoLoc if nobody did.
func (r *Resolver) taker(c *cell) Loc {
	for q := c.attackers; q != NoLoc; q = r.cells[q].next {
		if r.cells[q].is&succeeds != 0 {
			return q
		}
	}
	return NoLoc
}

// result makes the report on the unit of c, which taker has dislodged unless
// it is NoLoc.
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

// order returns the order of the unit in p in the form that it was taken in.
func (r *Resolver) order(p Loc) Order {
	var res Result
	c := &r.cells[p]
	r.result(&res, p, c, Unit{}, p)
	return res.Order
}

// preventer returns who prevented the order of c, which has failed.
func (r *Resolver) preventer(p Loc, c *cell) Loc {
	if c.is&review != 0 {
		r.judge(p)
	}
	return c.by
}

// failure says why the move from p did not come off, and who prevented it.
func (r *Resolver) failure(p Loc, c *cell) (Reason, Loc) {
	if c.is&(shipped|footed) != shipped || r.convoyed(p, c) == yes {
		by := r.preventer(p, c)
		d := &r.cells[c.dest]
		stays := d.is&succeeds == 0 || d.is&moves == 0
		if by == c.dest && stays {
			if taker := r.taker(d); taker != NoLoc { // who was in the way has been dislodged
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

// openRetreats finds out where the dislodged units may go.
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
