package jsonl

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// route returns the seas that order i, a move, names as the route of its convoy: after VIA, or step by step (DATC
// 4.A.6).
func (w *worker) route(i int) []diplomacy.Loc {
	var steps, behind []diplomacy.Loc
	ws := w.words(w.orders[i])
	for !ws.done() && string(ws.word) != "-" {
		ws.next()
	}
	for ; string(ws.word) == "-"; ws.next() {
		ws.next()
		steps = append(steps, w.board.Province(w.spot(ws.word).at))
	}
	if isWord(ws.word, "VIA") {
		for ws.next(); !ws.done(); ws.next() {
			behind = append(behind, w.board.Province(w.spot(ws.word).at))
		}
	}
	if len(steps) > 1 {
		return steps[:len(steps)-1]
	}
	return behind
}

// bind restricts armies to the convoy routes that their orders name, and denies a convoy to armies that must name a
// route and do not (DATC 4.A.6). It reports whether there are such armies; if so, w.bound contains the modified
// orders. m is the result without this restriction, which shows which orders count.
func (w *worker) bind(m *diplomacy.Movement) (found bool) {
	w.bound = w.bound[:0]
	for range w.asked {
		w.bound = append(w.bound, diplomacy.Order{Unit: diplomacy.NoLoc})
	}
	for u := range w.units {
		if i := m.Results[u].Given; i >= 0 {
			w.bound[i] = w.asked[i]
		}
	}
	for u := range w.units {
		i := int(m.Results[u].Given)
		if w.units[u].Type != diplomacy.Army || i < 0 || w.asked[i].Verb != diplomacy.Move {
			continue
		}
		route := w.route(i)
		if route == nil && w.rules[diplomacy.ConvoyPath] != diplomacy.PathRequired {
			continue
		}
		found = true
		w.bound[i].Whole = route != nil
		w.cutOff(m, w.asked[i], route)
	}
	return found
}

// cutOff voids the convoys of an army by fleets that are not on its route, or all of its convoys if the route is
// invalid, because it does not lead to the destination or a fleet on it does not convoy the army.
func (w *worker) cutOff(m *diplomacy.Movement, move diplomacy.Order, route []diplomacy.Loc) {
	b := w.board
	from, to := b.Province(move.Unit), b.Province(move.To)
	var convoys []int // indexes of the convoy orders for this army
	var at []diplomacy.Loc
	for f := range w.units {
		i := int(m.Results[f].Given)
		if i < 0 {
			continue
		}
		c := m.Results[f].Order
		if c.Verb == diplomacy.Convoy && c.Target == from && b.Province(c.To) == to {
			convoys, at = append(convoys, i), append(at, c.Unit)
		}
	}
	whole := w.leads(from, route, to)
	for _, sea := range route {
		whole = whole && slices.Contains(at, sea)
	}
	for n, i := range convoys {
		if !whole || !slices.Contains(route, at[n]) {
			w.bound[i] = diplomacy.Holds(at[n])
			w.offRoute = append(w.offRoute, int32(i))
		}
	}
}

// leads reports whether a route is connected: each sea is adjacent to the next, the first to the province of
// departure, and the last to the destination.
func (w *worker) leads(from diplomacy.Loc, route []diplomacy.Loc, to diplomacy.Loc) bool {
	at := from
	for _, sea := range route {
		if w.board.Terrain(sea) != diplomacy.Sea || !slices.Contains(w.board.Touching(at), sea) {
			return false
		}
		at = sea
	}
	return len(route) > 0 && slices.Contains(w.board.Touching(at), to)
}
