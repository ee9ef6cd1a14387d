package jsonl

import (
	"bytes"

	"deaddrop/adjudicator/diplomacy"
)

// A verb is what an order tells its unit to do.
type verb uint8

const (
	holds verb = iota
	moves
	supports
	convoys
	retreats
	disbands
	builds
	waives
)

// unstated is the type of a unit whose type an order does not state.
const unstated diplomacy.UnitType = 2

// unitType parses A or F.
func unitType(word []byte) diplomacy.UnitType {
	switch string(word) {
	case "A", "a":
		return diplomacy.Army
	case "F", "f":
		return diplomacy.Fleet
	}
	return unstated
}

// An order is the parsed text of an order.
type order struct {
	power    diplomacy.Power
	unitType diplomacy.UnitType
	unit     spot // the unit; nowhere if the power waives a build
	verb     verb
	via      bool
	steps    bool            // whether it names its route step by step
	target   spot            // for a support or convoy: where the other unit is
	targetOf diplomacy.Power // owner of that unit; Nobody if the order does not say
	to       spot            // destination of a move, convoy, retreat or supported move; nowhere for others
}

// words iterates over the words of an order.
type words struct {
	*names
	word []byte // the current word; empty at the end
	rest []byte
}

func (n *names) words(order []byte) words {
	w := words{names: n, rest: order}
	w.next()
	return w
}

// next moves to the next word.
func (w *words) next() {
	start := 0
	for start < len(w.rest) && w.rest[start] == ' ' {
		start++
	}
	end := start
	for end < len(w.rest) && w.rest[end] != ' ' {
		end++
	}
	w.word, w.rest = w.rest[start:end], w.rest[end:]
}

func (w *words) done() bool { return len(w.word) == 0 }

// parse parses an order and reports whether it is valid. It does not look at units.
func (n *names) parse(given []byte, o *order) bool {
	*o = order{unitType: unstated, unit: nowhere, target: nowhere, targetOf: diplomacy.Nobody, to: nowhere}
	w := n.words(given)
	if o.power = w.takePower(); o.power == diplomacy.Nobody {
		return false
	}
	if !isWord(w.word, "WAIVE") {
		o.unitType = w.takeType()
		if o.unit = w.takeSpot(); o.unit == nowhere {
			return false
		}
	}
	verb := w.word
	w.next()
	return w.takeVerb(verb, o) && w.done()
}

// takeVerb reads a verb, and what follows it.
func (w *words) takeVerb(verb []byte, o *order) bool {
	switch string(verb) {
	case "-":
		o.verb = moves
		return w.takeWay(o)
	case "S", "s":
		o.verb = supports
		return w.takeTarget(o) && (w.done() || w.takeGoal(o))
	case "C", "c":
		o.verb = convoys
		return w.takeTarget(o) && w.takeGoal(o)
	case "R", "r":
		o.verb = retreats
		o.to = w.takeSpot()
		return o.to != nowhere
	case "H", "h":
		o.verb = holds
	case "D", "d":
		o.verb = disbands
	case "B", "b":
		o.verb = builds
	default:
		o.verb = waives
		return isWord(verb, "WAIVE")
	}
	return true
}

// takePower reads the name of a power, the longest one that matches, since names may have several words.
func (w *words) takePower() diplomacy.Power {
	power, after := diplomacy.Nobody, *w
	name := w.word
	for count := 1; ; count++ {
		p := w.powers.find(name)
		w.next()
		if p >= 0 {
			power, after = diplomacy.Power(p), *w
		}
		if count >= w.mostWords || w.done() {
			*w = after
			return power
		}
		name = bytes.Join([][]byte{name, w.word}, []byte(" "))
	}
}

// takeType reads the type of a unit, which is optional.
func (w *words) takeType() diplomacy.UnitType {
	t := unitType(w.word)
	if t != unstated {
		w.next()
	}
	return t
}

func (w *words) takeSpot() spot {
	s := w.spot(w.word)
	w.next()
	return s
}

// takeTarget reads the unit that is supported or convoyed.
func (w *words) takeTarget(o *order) bool {
	typed := w.takeType() != unstated
	if o.target = w.spot(w.word); o.target == nowhere && !typed {
		if o.targetOf = w.takePower(); o.targetOf == diplomacy.Nobody {
			return false
		}
		w.takeType()
		o.target = w.spot(w.word)
	}
	w.next()
	return o.target != nowhere
}

// takeGoal reads the destination of the supported or convoyed unit.
func (w *words) takeGoal(o *order) bool {
	if string(w.word) != "-" {
		return false
	}
	w.next()
	o.to = w.takeSpot()
	return o.to != nowhere
}

// takeWay reads the destination of a move, and its route: step by step, or as seas after VIA.
func (w *words) takeWay(o *order) bool {
	o.to = w.takeSpot()
	for o.to != nowhere && string(w.word) == "-" {
		w.next()
		o.to = w.takeSpot()
		o.steps = true
	}
	o.via = o.steps
	if isWord(w.word, "VIA") {
		o.via = true
		for w.next(); !w.done() && w.spot(w.word) != nowhere; {
			w.next()
		}
	}
	return o.to != nowhere
}

// isWord reports whether a word equals one given in capitals, ignoring case.
func isWord(word []byte, capitals string) bool { return bytes.EqualFold(word, []byte(capitals)) }
