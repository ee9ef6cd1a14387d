package jsonl

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// appendExplained appends a sentence for each order: the order, and what became
// of it.
func (w *worker) appendExplained(b []byte) []byte {
	b = append(b, `,"explain":[`...)
	for i, o := range w.outcomes {
		s := ""
		switch {
		case w.kind == 'M':
			s = w.explainMove(i)
		case o.result == succeeded:
			s = w.explainDone(i)
		default:
			s = w.explainFailed(o)
		}
		b = appendQuoted(comma(b, i), string(w.orders[i])+": "+s)
	}
	return append(b, ']')
}

// explainMove says what became of order i in a movement: in the words of the
// Resolver, which still knows it, unless the order never came before it.
func (w *worker) explainMove(i int) string {
	o := w.outcomes[i]
	u := int(w.unitOf[i])
	if u < 0 || o.why == replaced || o.why == noneCounts {
		return w.explainFailed(o)
	}
	switch {
	case slices.Contains(w.offRoute, int32(i)):
		return "void: it is no part of a whole route that the army names (4.A.6)"
	case w.strict && w.asked[i].Verb == diplomacy.NoVerb:
		return "illegal for how it names a unit or a coast (4.B.5, 4.B.6, 4.C.1, 4.C.2, 4.C.5 or 4.C.6), so the unit holds"
	}
	return w.resolver.Explain(u)
}

// explainDone says what an order of another phase did.
func (w *worker) explainDone(i int) string {
	var o order
	w.parse(w.orders[i], &o)
	switch o.verb {
	case retreats:
		return "it retreats there"
	case builds:
		return "it is built"
	case waives:
		return "the build is waived"
	}
	return "it is taken off the board"
}

// explainFailed says why an order did not come off, from its outcome alone.
func (w *worker) explainFailed(o outcome) string {
	s := o.why.sentence(w.kind)
	if o.by != diplomacy.NoLoc {
		s += ", from " + w.board.Code(o.by)
	}
	return s
}

// sentence says what a why means in a phase of the kind.
func (y why) sentence(kind byte) string {
	switch y {
	case unreadable:
		return "the order can't be read"
	case notYours:
		return "the unit is another power's"
	case notDislodged:
		return "the unit is not dislodged"
	case replaced:
		return "another order for the unit counts (4.D.3)"
	case noneCounts:
		return "there are several orders for the unit, and none counts (4.D.3)"
	case noType:
		return "the order does not say which type of unit (4.C.3)"
	}
	switch diplomacy.Reason(y) {
	case diplomacy.Illegal:
		return "this can't be ordered here"
	case diplomacy.Unreachable:
		return "the unit can't go there in one step"
	case diplomacy.Taken:
		if kind == 'A' {
			return "another unit is there, or is to be built there"
		}
		return "another unit is there"
	case diplomacy.Contested:
		return "a stand-off closed that space"
	case diplomacy.FromAttacker:
		return "the attacker came from there"
	case diplomacy.Collided:
		return "another unit retreats to the same space"
	case diplomacy.NotDue:
		return "the power has nothing to build or to remove, or ordered more than that"
	case diplomacy.NoUnit:
		if kind == 'A' {
			return "there is no such unit, or another order removes it"
		}
		return "there is no such unit"
	case diplomacy.NotHome:
		return "that is no home centre of the power"
	case diplomacy.NotOwned:
		return "the power does not own that centre"
	case diplomacy.BadType:
		return "such a unit can't stand there, or a fleet must name the coast"
	}
	return y.String()
}
