package jsonl

import (
	"bytes"

	"deaddrop/adjudicator/diplomacy"
)

// verb is the kind of an order.
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

// sort is the type of a unit as an order gives it.
type sort uint8

const (
	army          = sort(diplomacy.Army)
	fleet         = sort(diplomacy.Fleet)
	unsorted sort = 2 // it gives none
)

// An order is what the words of an order say.
type order struct {
	power    diplomacy.Power
	sort     sort
	unit     spot // at is NoLoc if a power waives
	verb     verb
	via      bool
	steps    bool            // it names its route step by step
	target   spot            // of a support or convoy: where the other unit stands
	targetOf diplomacy.Power // Nobody if the order does not say
	to       spot            // of a move, a convoy, a retreat, or the support of a move, else NoLoc
}

var nowhere = spot{at: diplomacy.NoLoc}

// words goes through an order word by word.
type words struct {
	b    []byte // with padding behind it
	i    int
	word token // empty at the end
}

// next goes to the next word.
func (w *words) next() {
	i, end := w.i, len(w.b)
	for i < end && w.b[i] == ' ' {
		i++
	}
	b := w.b[:end+padding]
	word := load(b, i)
	n := min(place(zeros(word^' '*ones)), end-i)
	if n < 8 {
		w.word = token{lo: first(word, n), text: b[i : i+n]}
		w.i = i + n
		return
	}
	n = bytes.IndexByte(w.b[i:], ' ')
	if n < 0 {
		n = end - i
	}
	w.word = tokenOf(b, i, i+n)
	w.i = i + n
}

func (w *words) done() bool { return len(w.word.text) == 0 }

// Two words of orders as a token has them.
const (
	waive = 'W' | 'A'<<8 | 'I'<<16 | 'V'<<24 | 'E'<<32
	via   = 'V' | 'I'<<8 | 'A'<<16
)

// parse reads an order, which has padding behind it, and reports whether it is
// one. It looks at no unit.
func (c *codec) parse(given []byte, o *order) bool {
	return c.quickOrder(given, o) || c.parseWords(given, o)
}

// parseWords reads an order in any form.
func (c *codec) parseWords(given []byte, o *order) bool {
	*o = order{sort: unsorted, unit: nowhere, target: nowhere, targetOf: diplomacy.Nobody, to: nowhere}
	w := words{b: given}
	if o.power = c.parsePower(&w); o.power == diplomacy.Nobody {
		return false
	}
	if w.word.is(waive, 5) {
		o.verb = waives
		w.next()
		return w.done()
	}
	o.sort = parseSort(&w)
	if o.unit = c.parseSpot(&w); o.unit == nowhere {
		return false
	}
	return c.parseVerb(&w, o) && w.done()
}

// parseVerb reads what stands behind the unit.
func (c *codec) parseVerb(w *words, o *order) bool {
	word := w.word
	w.next()
	if word.is(waive, 5) {
		o.verb = waives
		return true
	}
	if len(word.text) != 1 {
		return false
	}
	switch upper(word.lo) {
	case '-':
		o.verb = moves
		o.to = c.parseSpot(w)
		for o.to != nowhere && w.word.is('-', 1) { // a route step by step
			w.next()
			o.to = c.parseSpot(w)
			o.steps = true
		}
		o.via = o.steps
		if w.word.is(via, 3) {
			o.via = true
			c.parseRoute(w)
		}
		return o.to != nowhere
	case 'S':
		o.verb = supports
		return c.parseOther(w, o) && (w.done() || c.parseGoal(w, o))
	case 'C':
		o.verb = convoys
		return c.parseOther(w, o) && c.parseGoal(w, o)
	case 'R':
		o.verb = retreats
		o.to = c.parseSpot(w)
		return o.to != nowhere
	case 'H':
		o.verb = holds
	case 'D':
		o.verb = disbands
	case 'B':
		o.verb = builds
	default:
		return false
	}
	return true
}

// parsePower reads the name of a power, which may be of several words.
func (c *codec) parsePower(w *words) diplomacy.Power {
	if c.mostWords > 1 {
		if p, n := c.longestPower(w.b[w.i:]); p != diplomacy.Nobody {
			w.i += n
			w.next()
			return p
		}
	}
	w.next()
	p := c.powerOf(w.word)
	w.next()
	return p
}

// longestPower returns the power with whose name the words begin, and how many
// bytes that is. Of several the one with most words counts.
func (c *codec) longestPower(words []byte) (power diplomacy.Power, n int) {
	power = diplomacy.Nobody
	var most, i int
	var name []byte
	for count := 1; i < len(words); count++ {
		i += len(words[i:]) - len(bytes.TrimLeft(words[i:], " "))
		end := bytes.IndexByte(words[i:], ' ')
		if end < 0 {
			end = len(words) - i
		}
		if count > 1 {
			name = append(name, ' ')
		}
		name = append(name, words[i:i+end]...)
		i += end
		if p := c.powerOf(tokenOf(padded(string(name)), 0, len(name))); p != diplomacy.Nobody && count > most {
			power, most, n = p, count, i
		}
		if count >= c.mostWords {
			break
		}
	}
	return power, n
}

func parseSort(w *words) sort {
	if len(w.word.text) != 1 {
		return unsorted
	}
	u, ok := typeOf(w.word)
	if !ok {
		return unsorted
	}
	w.next()
	return sort(u)
}

func (c *codec) parseSpot(w *words) spot {
	s := c.spot(w.word)
	w.next()
	return s
}

// parseOther reads the unit that is supported or convoyed.
func (c *codec) parseOther(w *words, o *order) bool {
	if parseSort(w) == unsorted {
		if o.target = c.spot(w.word); o.target != nowhere {
			w.next()
			return true
		}
		w.i -= len(w.word.text)
		if o.targetOf = c.parsePower(w); o.targetOf == diplomacy.Nobody {
			return false
		}
		parseSort(w)
	}
	o.target = c.parseSpot(w)
	return o.target != nowhere
}

// parseGoal reads where that unit moves.
func (c *codec) parseGoal(w *words, o *order) bool {
	if !w.word.is('-', 1) {
		return false
	}
	w.next()
	o.to = c.parseSpot(w)
	return o.to != nowhere
}

// parseRoute reads the seas behind VIA, and stops before what is no location.
func (c *codec) parseRoute(w *words) {
	for w.next(); !w.done() && c.spot(w.word) != nowhere; {
		w.next()
	}
}
