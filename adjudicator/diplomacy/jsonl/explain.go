package jsonl

import (
	"slices"

	"deaddrop/adjudicator/diplomacy"
)

// writeExplained writes a sentence for each order: the order and its result.
func (w *worker) writeExplained() {
	w.write(`,"explain":[`)
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
		w.comma(i)
		w.out = appendQuoted(w.out, string(w.orders[i])+": "+s)
	}
	w.write("]")
}

// explainMove explains the result of order i in a movement phase. The text comes from the Resolver, unless the order
// was refused before it got there.
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
		return "illegal for how it names a unit or a coast " +
			"(4.B.5, 4.B.6, 4.C.1, 4.C.2, 4.C.5 or 4.C.6), so the unit holds"
	}
	return w.resolver.Explain(u)
}

// explainDone describes what a successful order of another phase did.
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

// explainFailed explains why an order failed, from its outcome alone.
func (w *worker) explainFailed(o outcome) string {
	s, ok := sentences[o.why]
	if winter := winterSentences[o.why]; w.kind == 'A' && winter != "" {
		s = winter
	}
	if !ok {
		s = o.why.String()
	}
	if o.by != diplomacy.NoLoc {
		s += ", from " + w.board.Code(o.by)
	}
	return s
}

var sentences = map[why]string{
	unreadable:                  "the order can't be read",
	notYours:                    "the unit is another power's",
	notDislodged:                "the unit is not dislodged",
	replaced:                    "another order for the unit counts (4.D.3)",
	noneCounts:                  "there are several orders for the unit, and none counts (4.D.3)",
	noType:                      "the order does not say which type of unit (4.C.3)",
	why(diplomacy.Illegal):      "this can't be ordered here",
	why(diplomacy.Unreachable):  "the unit can't go there in one step",
	why(diplomacy.Taken):        "another unit is there",
	why(diplomacy.Contested):    "a stand-off closed that space",
	why(diplomacy.FromAttacker): "the attacker came from there",
	why(diplomacy.Collided):     "another unit retreats to the same space",
	why(diplomacy.NotDue):       "the power has nothing to build or to remove, or ordered more than that",
	why(diplomacy.NoUnit):       "there is no such unit",
	why(diplomacy.NotHome):      "that is no home centre of the power",
	why(diplomacy.NotOwned):     "the power does not own that centre",
	why(diplomacy.BadType):      "such a unit can't stand there, or a fleet must name the coast",
}

// winterSentences contains more specific explanations for adjustment phases.
var winterSentences = map[why]string{
	why(diplomacy.Taken):  "another unit is there, or is to be built there",
	why(diplomacy.NoUnit): "there is no such unit, or another order removes it",
}
