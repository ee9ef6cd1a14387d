package diplomacy

// A RetreatOrder says where a dislodged unit goes.
type RetreatOrder struct {
	Unit Loc // the province in which it was dislodged; a coast means its province
	To   Loc // NoLoc to leave the board
}

// A RetreatResult is what became of a dislodged unit.
type RetreatResult struct {
	Unit Unit   // as it stood
	To   Loc    // where it went or was ordered to go, NoLoc if nowhere
	OK   bool   // it went there, or left the board as ordered
	Why  Reason // why it was removed, None if OK
	By   Loc    // with Collided, the province that another came from; else NoLoc
}

// Retreats is the outcome of a retreat phase.
type Retreats struct {
	Results []RetreatResult // one per dislodged unit, in the order given
	Units   []Unit          // who stands where afterwards: those that stood, then those that retreated
	Removed []Unit          // the others
}

// Retreats returns where the dislodged unit d may go, when the units standing
// are there and the provinces contested are closed: spaces it can reach
// directly, empty, not contested, and not d.From (DATC 6.H.5, 6.H.6, 6.H.13).
func (b *Board) Retreats(d Dislodged, standing []Unit, contested Set) Set {
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

// Retreat resolves the retreats of the dislodged units. A unit without an
// order, or with one to a space that is not open to it as Board.Retreats has
// it, is removed; of several that go to the same space all are (DATC 6.H.7).
// Of several orders for a unit the rules say which counts (DATC 4.D.3).
func (b *Board) Retreat(standing []Unit, dislodged []Dislodged, contested Set, orders []RetreatOrder, rules Rules) Retreats {
	out := Retreats{
		Results: make([]RetreatResult, len(dislodged)),
		Units:   append(make([]Unit, 0, len(standing)+len(dislodged)), standing...),
	}
	full := b.occupied(standing)
	for i, d := range dislodged {
		r := &out.Results[i]
		*r = RetreatResult{Unit: d.Unit, To: NoLoc, By: NoLoc, Why: NoOrder}
		if o, ok := b.orderFor(d, orders, rules); ok {
			b.withdraw(r, d, o, full, contested, &rules)
		}
	}
	for i := range out.Results {
		r := &out.Results[i]
		for j := range out.Results {
			other := &out.Results[j]
			met := other.OK && other.To != NoLoc || other.Why == Collided
			if i != j && r.OK && r.To != NoLoc && met && b.province[r.To] == b.province[other.To] {
				r.OK, r.Why, r.By = false, Collided, b.province[other.Unit.At]
				break
			}
		}
	}
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

// orderFor returns the order that counts for a dislodged unit, if there is one.
func (b *Board) orderFor(d Dislodged, orders []RetreatOrder, rules Rules) (o RetreatOrder, ok bool) {
	for _, given := range orders {
		if p := b.province[given.Unit]; p == NoLoc || p != b.province[d.Unit.At] {
			continue
		}
		switch {
		case !ok || rules[Twice] == TwiceLast:
			o, ok = given, true
		case rules[Twice] == TwiceHolds && given != o:
			return RetreatOrder{}, false
		}
	}
	return o, ok
}

// withdraw works out one retreat by itself.
func (b *Board) withdraw(r *RetreatResult, d Dislodged, o RetreatOrder, full, contested Set, rules *Rules) {
	r.Why = None
	if o.To == NoLoc {
		r.OK = true
		return
	}
	r.To = o.To
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
}
