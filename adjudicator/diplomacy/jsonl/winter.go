package jsonl

import "deaddrop/adjudicator/diplomacy"

// winter resolves an adjustment phase.
func (w *worker) winter() {
	var orders []diplomacy.Adjustment
	var given []int // by valid order: index of its text
	for i, text := range w.orders {
		var o order
		out := fails(unreadable)
		if w.parse(text, &o) {
			a, y := w.adjustment(&o)
			if out = fails(y); y == why(diplomacy.None) {
				orders, given, out = append(orders, a), append(given, i), done
			}
		}
		w.outcomes = append(w.outcomes, out)
	}
	a := w.board.Adjust(w.units, w.owner, orders, w.rules)
	for n, r := range a.Results {
		if !r.OK {
			w.outcomes[given[n]] = fails(why(r.Why))
		}
	}
	w.writeWinter(&a)
}

// adjustment returns what an order asks for, or why it is refused.
func (w *worker) adjustment(o *order) (a diplomacy.Adjustment, y why) {
	switch o.verb {
	case builds:
		return w.build(o)
	case waives:
		return diplomacy.Adjustment{Power: o.power, Waive: true}, why(diplomacy.None)
	case disbands:
	default:
		return a, why(diplomacy.Illegal)
	}
	u := w.unitAt(o.unit.at)
	switch {
	case u < 0:
		return a, why(diplomacy.NoUnit)
	case w.units[u].Power != o.power:
		return a, notYours
	case w.refused(o, w.units[u]):
		return a, why(diplomacy.Illegal)
	}
	return diplomacy.Adjustment{Power: o.power, Unit: w.units[u]}, why(diplomacy.None)
}

// build returns the build that an order asks for. If it has no type, the place determines the type, if the rules
// allow it (DATC 4.C.3).
func (w *worker) build(o *order) (a diplomacy.Adjustment, y why) {
	b, at := w.board, o.unit.at
	a = diplomacy.Adjustment{Power: o.power, Build: true}
	a.Unit = diplomacy.Unit{Power: o.power, Type: o.unitType, At: at}
	if o.unitType == unstated {
		rule := w.rules[diplomacy.BuildType]
		switch {
		case b.Terrain(at) == diplomacy.Inland && rule != diplomacy.TypeNeeded:
			a.Unit.Type = diplomacy.Army
		case b.Province(at) != at && rule == diplomacy.TypeGuessed:
			a.Unit.Type = diplomacy.Fleet
		default:
			return a, noType
		}
	}
	if w.idles(o.unit, a.Unit.Type) {
		return a, why(diplomacy.Illegal)
	}
	return a, why(diplomacy.None)
}
