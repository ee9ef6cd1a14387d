package jsonl

import (
	"bytes"

	"deaddrop/adjudicator/diplomacy"
)

// verb is what an order has its unit do.
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

// unstated is the type of a unit of which an order names none.
const unstated diplomacy.UnitType = 2

// unitType reads A or F.
func unitType(word []byte) diplomacy.UnitType {
	switch string(word) {
	case "A", "a":
		return diplomacy.Army
	case "F", "f":
		return diplomacy.Fleet
	}
	return unstated
}

// An order is what the words of an order say.
type order struct {
	power    diplomacy.Power
	unitType diplomacy.UnitType
	unit     spot // nowhere if a power waives
	verb     verb
	via      bool
	steps    bool            // it names its route step by step
	target   spot            // of a support or convoy: where the other unit stands
	targetOf diplomacy.Power // Nobody if the order does not say
	to       spot            // of a move, a convoy, a retreat, or the support of a move, else nowhere
}

// words goes through an order word by word.
type words struct {
	*names
	word []byte // empty at the end
	rest []byte
}

func (n *names) words(order []byte) words {
	w := words{names: n, rest: order}
	w.next()
	return w
}

// next goes to the next word.
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

// parse reads an order and reports whether it is one. It looks at no unit.
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

// takeVerb takes in a verb, and reads what stands behind it.
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

// takePower reads the name of a power, which may be of several words: of names that fit the longest counts.
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

// takeType reads the type of a unit, which may be left out.
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

// takeGoal reads where that unit moves.
func (w *words) takeGoal(o *order) bool {
	if string(w.word) != "-" {
		return false
	}
	w.next()
	o.to = w.takeSpot()
	return o.to != nowhere
}

// takeWay reads where a unit moves, and by which way: step by step, or with the seas behind VIA.
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

// isWord reports whether a word of an order is the one given in capitals.
func isWord(word []byte, capitals string) bool { return bytes.EqualFold(word, []byte(capitals)) }
