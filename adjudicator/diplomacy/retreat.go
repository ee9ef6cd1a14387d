package diplomacy

// A RetreatOrder says where a dislodged unit goes. Make it with RetreatsTo or
// Disbands: location 0 is one of the board.
type RetreatOrder struct {
	Unit Loc // the province in which it was dislodged; a coast means its province
	To   Loc // NoLoc to leave the board; for an army a coast means its province
}

// RetreatsTo returns the order for the unit dislodged in at to retreat to to.
func RetreatsTo(at, to Loc) RetreatOrder { return RetreatOrder{at, to} }

// Disbands returns the order for the unit dislodged in at to leave the board.
func Disbands(at Loc) RetreatOrder { return RetreatOrder{at, NoLoc} }

// A RetreatResult is what became of a dislodged unit.
type RetreatResult struct {
	Unit  Unit   // as it stood
	Given int    // which of the orders counted, from 0; -1 if none
	To    Loc    // where it went or was ordered to go, NoLoc if nowhere
	OK    bool   // it went there, or left the board as ordered
	Why   Reason // why it was removed, None if OK
	By    Loc    // with Collided, the province that another came from; else NoLoc
}

// Retreats is the outcome of a retreat phase.
type Retreats struct {
	Results []RetreatResult // one per dislodged unit, in the order given
	Units   []Unit          // who stands where afterwards: those that stood, then those that retreated
	Removed []Unit          // the others
}

// OpenTo returns where the dislodged unit d may go, when the units standing are
// there and the provinces contested are closed: spaces it can reach directly,
// empty, not contested, and not d.From (DATC 6.H.5, 6.H.6, 6.H.13).
func (b *Board) OpenTo(d Dislodged, standing []Unit, contested Set) Set {
	return b.retreats(d.Unit, d.From, b.occupied(standing).or(contested))
}

func (b *Board) retreats(u Unit, from Loc, closed Set) Set {
	closed.add(from)
	ls := b.reach[u.Type][u.At]
	for coasts := ls.and(b.coasts); !coasts.empty(); {
		// DATC 6.H.16: contesting one coast closes the other.
		if l := coasts.pop(); closed.Has(b.province[l]) {
			ls.del(l)
		}
	}
	return ls.minus(closed)
}

// occupied returns the provinces where units stand.
func (b *Board) occupied(units []Unit) Set {
	var s Set
	for i := range units {
		s.add(b.province[units[i].At])
	}
	return s
}

// Retreat resolves the retreats of the dislodged units, of which Unit and From
// matter. A unit without an order, or with one to a space that is not open to it
// (see OpenTo), is removed; of several that go to the same space all are (DATC
// 6.H.7). Of several orders for a unit one counts, an impossible one only if all
// are (DATC 4.D.3).
func (b *Board) Retreat(standing []Unit, dislodged []Dislodged, contested Set, orders []RetreatOrder,
	rules Rules) Retreats {
	out := Retreats{
		Results: make([]RetreatResult, len(dislodged)),
		Units:   append(make([]Unit, 0, len(standing)+len(dislodged)), standing...),
	}
	full := b.occupied(standing)
	unitIn := map[Loc]int{} // which of the dislodged, by province
	for i, d := range dislodged {
		out.Results[i] = RetreatResult{Unit: d.Unit, Given: -1, To: NoLoc, Why: NoOrder, By: NoLoc}
		unitIn[b.province[d.Unit.At]] = i
	}
	for i, o := range orders {
		if j, ok := unitIn[b.province[o.Unit]]; ok && b.province[o.Unit] != NoLoc {
			next := b.withdraw(dislodged[j], o, full, contested, &rules)
			next.Given = i
			out.Results[j].prefer(next, rules[Twice])
		}
	}
	b.collide(out.Results)
	for _, r := range out.Results {
		if u := r.Unit; r.OK && r.To != NoLoc {
			u.At = r.To
			out.Units = append(out.Units, u)
		} else {
			out.Removed = append(out.Removed, u)
		}
	}
	return out
}

// withdraw works out one retreat by itself.
func (b *Board) withdraw(d Dislodged, o RetreatOrder, full, contested Set, rules *Rules) RetreatResult {
	r := RetreatResult{Unit: d.Unit, To: o.To, By: NoLoc}
	if o.To == NoLoc {
		r.OK = true
		return r
	}
	to := b.province[o.To]
	if d.Unit.Type == Fleet && to != NoLoc {
		to = b.landing(d.Unit.At, o.To, rules)
	}
	switch p := b.province[to]; {
	case p == NoLoc || !b.reach[d.Unit.Type][d.Unit.At].Has(to):
		r.Why = Unreachable
	case full.Has(p):
		r.Why = Taken
	case p == b.province[d.From]:
		r.Why = FromAttacker
	case contested.Has(p):
		r.Why = Contested
	default:
		r.OK, r.To = true, to
	}
	return r
}

// prefer has the result of another order for the unit count if it is to.
func (r *RetreatResult) prefer(next RetreatResult, rule Choice) {
	legal, none := r.OK, r.Why == NoOrder
	switch {
	case none && r.Given == noneCounts:
	case none, !legal, next.OK && rule == TwiceLast:
		*r = next
	case next.OK && rule == TwiceHolds && next.To != r.To:
		*r = RetreatResult{Unit: r.Unit, Given: noneCounts, To: NoLoc, Why: NoOrder, By: NoLoc}
	}
}

// noneCounts is what RetreatResult.Given is while orders are read of which
// none is to count.
const noneCounts = -2

// collide has those fail that go to the same space.
func (b *Board) collide(rs []RetreatResult) {
	first := map[Loc]int{}
	for i := range rs {
		r := &rs[i]
		if r.Given == noneCounts {
			r.Given = -1
		}
		if !r.OK || r.To == NoLoc {
			continue
		}
		p := b.province[r.To]
		j, met := first[p]
		if !met {
			first[p] = i
			continue
		}
		other := &rs[j]
		r.OK, r.Why, r.By = false, Collided, b.province[other.Unit.At]
		if other.OK {
			other.OK, other.Why, other.By = false, Collided, b.province[r.Unit.At]
		}
	}
}
