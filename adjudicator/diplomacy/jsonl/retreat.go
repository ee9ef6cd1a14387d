package jsonl

import "deaddrop/adjudicator/diplomacy"

// retreats resolves a retreat phase.
func (w *worker) retreats() {
	var orders []diplomacy.RetreatOrder
	var given, unitOf []int // by valid order: index of its text, and of the dislodged unit that it is for
	for i, text := range w.orders {
		var r diplomacy.RetreatOrder
		d, out := w.takeRetreat(text, &r)
		w.outcomes = append(w.outcomes, out)
		if d >= 0 {
			orders, given, unitOf = append(orders, r), append(given, i), append(unitOf, d)
		}
	}
	r := w.board.Retreat(w.units, w.dislodged, diplomacy.SetOf(w.contested...), orders, w.rules)
	for n, d := range unitOf {
		res, out := r.Results[d], &w.outcomes[given[n]]
		switch {
		case res.Given < 0:
			*out = fails(noneCounts)
		case res.Given != n && orders[res.Given] != orders[n]:
			*out = fails(replaced)
		default:
			*out = retreated(res)
		}
	}
	w.writeRetreats(&r)
}

// takeRetreat parses an order and returns the index of the dislodged unit that it is for, or -1.
func (w *worker) takeRetreat(text []byte, r *diplomacy.RetreatOrder) (unit int, out outcome) {
	refuse := func(y why) (int, outcome) {
		out := fails(y)
		out.result = illegal
		return -1, out
	}
	var o order
	if !w.parse(text, &o) {
		return -1, fails(unreadable)
	}
	if o.unit == nowhere {
		return refuse(why(diplomacy.Illegal))
	}
	p := w.board.Province(o.unit.at)
	d := -1
	if len(w.dislodged) > 0 {
		d = int(w.dislodgedIn[p]) - 1
	}
	switch {
	case d < 0 && w.unitAt(p) < 0:
		return refuse(why(diplomacy.NoUnit))
	case d < 0:
		return refuse(notDislodged)
	case w.dislodged[d].Unit.Power != o.power:
		return refuse(notYours)
	}
	u := w.dislodged[d].Unit
	possible := o.verb == disbands || o.verb == retreats && !w.idles(o.to, u.Type)
	if !possible || w.refused(&o, u) {
		return refuse(why(diplomacy.Illegal))
	}
	*r = diplomacy.RetreatOrder{Unit: p, To: o.to.at}
	if u.Type == diplomacy.Army && o.to != nowhere {
		r.To = w.board.Province(o.to.at) // DATC 4.B.6
	}
	return d, done
}

// retreated returns the outcome of an order that counted.
func retreated(r diplomacy.RetreatResult) outcome {
	switch {
	case r.OK:
		return done
	case r.Why == diplomacy.Collided:
		return outcome{failed, why(r.Why), r.By, diplomacy.NoLoc}
	}
	return outcome{illegal, why(r.Why), diplomacy.NoLoc, diplomacy.NoLoc}
}
