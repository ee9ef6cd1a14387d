package diplomacy

import "fmt"

// Reason says why an order did not come off.
type Reason uint8

// The reasons, and whom Result.By names with each. Where the order was illegal
// or void it is who dislodged the unit, if somebody did.
const (
	None         Reason = iota // it came off, or there was no order; By is NoLoc
	Illegal                    // it could not be carried out in this position, and the unit held
	Bounced                    // a move: By held its ground, or went for the same space as strongly
	Cut                        // a support: By attacked the supporting unit
	Dislodgement               // a hold, support or convoy: By took the space
	Void                       // a support or convoy: the other unit was ordered otherwise, or there is none
	NoConvoy                   // a move: no unbroken chain of fleets was ordered to convoy it
	Disrupted                  // a move: By dislodged a fleet of its convoy
	Paradox                    // a convoy and its move: it hung on its own outcome, so it failed (DATC 4.A.2)
)

// String returns the reason in one or two words, "" for None.
func (r Reason) String() string {
	words := [...]string{"", "illegal", "bounced", "cut", "dislodged", "void", "no convoy", "disrupted", "paradox"}
	if int(r) < len(words) {
		return words[r]
	}
	return "?"
}

// A Result is what became of one unit and its order.
type Result struct {
	Unit  Unit   // as it stood before
	Order Order  // the order that counted: locations as they were taken, an illegal or absent order a hold
	OK    bool   // move: arrived; support: given; convoy: the fleet stayed and the order matched; hold: not dislodged
	Why   Reason // None if the order came off as it was given
	By    Loc    // the province from which another unit prevented it, else NoLoc
}

// A Dislodged is a unit that has to retreat or leave the board.
type Dislodged struct {
	Unit Unit
	From Loc // the attacker's province; NoLoc if it came by convoy, so that space is open (DATC 4.A.5 b)
}

// A Movement is the outcome of a movement phase.
type Movement struct {
	Results   []Result    // one per unit, in the order of the units given
	Dislodged []Dislodged // in the same order
	Contested []Loc       // spaces left empty by a stand-off, in board order
	Units     []Unit      // who stands where afterwards, without the dislodged, in the order given
}

// Resolve resolves a movement phase. The last order for a unit counts, a unit
// without one holds, and an order for an empty province is ignored; that a
// power orders its own units only is for the caller to see to. Resolve panics
// if two units share a province or one stands where it cannot.
func (b *Board) Resolve(units []Unit, orders []Order) Movement {
	k := kernel{board: b, left: guessLimit}
	k.place(units)
	k.take(orders)
	k.run()
	m := Movement{Results: make([]Result, len(units)), Units: make([]Unit, 0, len(units))}
	for i, u := range units {
		p := b.places[u.At].province
		m.Results[i] = k.result(p, u)
		if by := k.taker[p]; by != NoLoc {
			d := Dislodged{Unit: u, From: by}
			if k.shipped.has(by) {
				d.From = NoLoc
			}
			m.Dislodged = append(m.Dislodged, d)
			continue
		}
		if k.moving.has(p) && k.yes.has(p) {
			u.At = k.order[p].To
		}
		m.Units = append(m.Units, u)
	}
	m.Contested = k.contested().list()
	return m
}

// place puts the units on the board.
func (k *kernel) place(units []Unit) {
	for _, u := range units {
		if !k.board.CanStand(u.Type, u.At) {
			panic(fmt.Sprintf("diplomacy: %s cannot stand at location %d", u.Type.noun(), u.At))
		}
		p := k.board.places[u.At].province
		if k.units.has(p) {
			panic("diplomacy: two units in " + k.board.places[p].name)
		}
		k.units.add(p)
		if u.Type == Fleet {
			k.fleets.add(p)
		}
		k.power[p], k.at[p], k.taker[p] = u.Power, u.At, NoLoc
		k.order[p] = Order{Unit: p, Target: NoLoc, To: NoLoc}
	}
}

// result makes the report on the unit in p.
func (k *kernel) result(p Loc, u Unit) Result {
	r := Result{Unit: u, Order: k.order[p], Why: k.fault[p], By: NoLoc}
	taker := k.taker[p]
	switch {
	case r.Order.Verb == Move:
		if r.OK = k.yes.has(p); !r.OK {
			r.Why, r.By = k.failure(p)
		}
		return r
	case taker != NoLoc:
		r.By = taker
		if r.Why == None {
			r.Why = Dislodgement
		}
	case r.Order.Verb == Hold:
		r.OK = true
	case k.matched.has(p):
		r.OK = k.yes.has(p)
		if r.Order.Verb == Support && !r.OK {
			r.Why, r.By = Cut, k.cutter(p)
		}
		if k.knotted.has(p) {
			r.Why = Paradox
		}
	}
	return r
}

// failure says why the move from p did not come off, and who prevented it.
func (k *kernel) failure(p Loc) (Reason, Loc) {
	if by := k.stopper(p); by != p {
		return Bounced, by
	}
	if !k.board.route(p, k.dest[p], k.carriers[p]) {
		return NoConvoy, NoLoc
	}
	if k.carriers[p].meets(k.knotted) {
		return Paradox, NoLoc
	}
	for fleets := k.carriers[p]; ; {
		if by := k.taker[fleets.pop()]; by != NoLoc {
			return Disrupted, by
		}
	}
}

// contested returns the spaces that a stand-off left empty. A failed move has
// no part in one if its convoy broke, or if it met the unit that dislodged it
// head on (DATC 6.F.7, 6.H.9).
func (k *kernel) contested() set {
	var s set
	for moves := k.moving.minus(k.yes); !moves.empty(); {
		p := moves.pop()
		d := k.dest[p]
		left := !k.units.has(d) || k.moving.has(d) && k.yes.has(d)
		beaten := k.headOn(p, d) && k.yes.has(d)
		if left && !beaten && !k.attackers[d].meets(k.yes) && k.arrives(p) {
			s.add(d)
		}
	}
	return s
}
