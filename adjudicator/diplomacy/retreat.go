package diplomacy

// A RetreatOrder says where a dislodged unit goes. Create it with RetreatsTo or Disbands, because an unused location
// must be NoLoc: location 0 is a space of the board.
type RetreatOrder struct {
	Unit Loc // the province in which it was dislodged; a coast stands for its province
	To   Loc // the destination, or NoLoc to leave the board; for an army a coast stands for its province
}

// RetreatsTo returns the order for the unit dislodged in at to retreat to to.
func RetreatsTo(at, to Loc) RetreatOrder { return RetreatOrder{at, to} }

// Disbands returns the order for the unit dislodged in at to leave the board.
func Disbands(at Loc) RetreatOrder { return RetreatOrder{at, NoLoc} }

// A RetreatResult is the result for a dislodged unit.
type RetreatResult struct {
	Unit  Unit   // the unit where it was dislodged
	Given int    // index of the order that counted; -1 if none
	To    Loc    // where it went or was ordered to go; NoLoc if nowhere
	OK    bool   // whether it went there, or left the board as ordered
	Why   Reason // why it was removed; None if OK
	By    Loc    // with Collided, the province that another unit came from; otherwise NoLoc
}

// Retreats is the outcome of a retreat phase.
type Retreats struct {
	Results []RetreatResult // one per dislodged unit, in the order given
	Units   []Unit          // the units afterwards: those that were not dislodged, then those that retreated
	Removed []Unit          // the others
}

// OpenTo returns where the dislodged unit d may go, given the other units and the contested provinces: spaces that it
// can reach directly, that are empty and not contested, and that are not d.From (DATC 6.H.5, 6.H.6, 6.H.13).
func (b *Board) OpenTo(d Dislodged, standing []Unit, contested Set) Set {
	return b.retreats(d.Unit, d.From, b.occupied(standing).or(contested))
}

func (b *Board) retreats(u Unit, from Loc, closed Set) Set {
	closed.add(from)
	ls := b.reach[u.Type][u.At]
	for coasts := ls.and(b.coasts); !coasts.empty(); {
		// DATC 6.H.16: a contested coast closes the other coasts, too.
		if l := coasts.pop(); closed.Has(b.province[l]) {
			ls.del(l)
		}
	}
	return ls.minus(closed)
}

// occupied returns the provinces that contain units.
func (b *Board) occupied(units []Unit) Set {
	var s Set
	for i := range units {
		s.add(b.province[units[i].At])
	}
	return s
}

// Retreat resolves the retreats of dislodged units; only their fields Unit and From are used. A unit without an
// order, or with one to a space that is not open to it (see OpenTo), is removed; if several go to the same space, all
// of them are (DATC 6.H.7). Of several orders for a unit one counts, an impossible one only if all are (DATC 4.D.3).
func (b *Board) Retreat(standing []Unit, dislodged []Dislodged, contested Set, orders []RetreatOrder,
	rules Rules) Retreats {
	out := Retreats{
		Results: make([]RetreatResult, len(dislodged)),
		Units:   append(make([]Unit, 0, len(standing)+len(dislodged)), standing...),
	}
	full := b.occupied(standing)
	unitIn := map[Loc]int{} // index of the dislodged unit, by province
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

// withdraw resolves a single retreat, ignoring the others.
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

// prefer replaces a result by that of another order for the same unit if that one counts.
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

// noneCounts is a temporary value of RetreatResult.Given if none of several orders counts.
const noneCounts = -2

// collide makes retreats to the same space fail.
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
