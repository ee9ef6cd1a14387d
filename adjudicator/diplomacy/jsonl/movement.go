package jsonl

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// movement resolves a movement phase.
func (w *worker) movement() {
	n := len(w.orders)
	w.outcomes = slices.Grow(w.outcomes, n)[:n]
	w.unitOf = slices.Grow(w.unitOf[:0], n)[:n]
	w.asked = slices.Grow(w.asked[:0], n)[:n]
	w.offRoute = w.offRoute[:0]
	var o order
	for i, text := range w.orders {
		u, out := w.take(text, &o)
		w.outcomes[i], w.unitOf[i] = out, int16(u)
		if u < 0 {
			w.asked[i] = diplomacy.Order{Unit: diplomacy.NoLoc}
			continue
		}
		w.move(&w.asked[i], &o, w.units[u])
	}
	m := w.resolver.Resolve(w.units, w.asked)
	if w.rules[diplomacy.ConvoyPath] != diplomacy.PathIgnored && w.bind(m) {
		m = w.resolver.Resolve(w.units, w.bound)
	}
	w.judge(m)
	w.writeMovement(m)
}

// take parses an order and finds its unit; unit is -1 if there is none.
func (w *worker) take(text []byte, o *order) (unit int, out outcome) {
	if !w.parse(text, o) {
		return -1, fails(unreadable)
	}
	if o.unit == nowhere {
		return -1, fails(why(diplomacy.Illegal)) // "TURKEY WAIVE"
	}
	u := w.unitAt(o.unit.at)
	switch {
	case u < 0:
		return -1, fails(why(diplomacy.NoUnit))
	case w.units[u].Power != o.power:
		return -1, fails(notYours)
	}
	return u, done
}

// move sets m to what an order asks of its unit u.
func (w *worker) move(m *diplomacy.Order, o *order, u diplomacy.Unit) {
	m.Unit, m.Target, m.To, m.Via, m.Whole = w.board.Province(u.At), o.target.at, o.to.at, o.via, false
	switch o.verb {
	case holds:
		m.Verb = diplomacy.Hold
	case moves:
		m.Verb = diplomacy.Move
	case supports:
		m.Verb = diplomacy.Support
	case convoys:
		m.Verb = diplomacy.Convoy
	default:
		m.Verb = diplomacy.NoVerb
	}
	misnamed := w.strict && (w.refused(o, u) || w.misnames(o, u))
	if misnamed || o.steps && u.Type == diplomacy.Fleet {
		m.Verb = diplomacy.NoVerb
	}
}

// misnames reports whether the rules make an order of u illegal because of how it names the destination, or the unit
// that is supported or convoyed (DATC 4.B.6, 4.C.5, 4.C.6).
func (w *worker) misnames(o *order, u diplomacy.Unit) bool {
	mover := u.Type
	if o.target != nowhere {
		other := w.unitAt(o.target.at)
		if other < 0 {
			return w.rules[diplomacy.IdleCoast] != 0 && (o.target.idle || o.to.idle)
		}
		v := w.units[other]
		mover = v.Type
		owner, rule := o.targetOf, diplomacy.WrongNationality
		if owner == diplomacy.Nobody {
			owner, rule = o.power, diplomacy.NoNationality
		}
		if w.idles(o.target, v.Type) || v.Power != owner && w.rules[rule] != 0 {
			return true
		}
	}
	return o.to != nowhere && w.idles(o.to, mover)
}

// judge determines the results of the orders. Orders that repeat the one that counts for their unit get the same
// result.
func (w *worker) judge(m *diplomacy.Movement) {
	for i, u := range w.unitOf {
		if u < 0 {
			continue
		}
		r, out := &m.Results[u], &w.outcomes[i]
		switch given := int(r.Given); {
		case given < 0:
			*out = fails(noneCounts)
		case i != given && w.asked[i] != w.asked[given]:
			*out = fails(replaced)
		case slices.Contains(w.offRoute, r.Given):
			*out = outcome{failed, why(diplomacy.Void), diplomacy.NoLoc, r.By}
		case r.OK:
		case r.Why == diplomacy.Illegal || r.Why == diplomacy.Void:
			*out = outcome{failed, why(r.Why), diplomacy.NoLoc, r.By}
		default:
			*out = outcome{failed, why(r.Why), r.By, diplomacy.NoLoc}
		}
	}
}
