package jsonl

import (
	"bytes"
	"fmt"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A worker resolves lines, one after another, in memory that it keeps.
type worker struct {
	*reader
	rules   diplomacy.Rules
	strict  bool // some rule is in force by which a reader refuses orders
	explain bool

	resolver *diplomacy.Resolver

	outcomes []outcome         // by order
	unitOf   []int16           // by order, in a movement: the unit that it is for, or -1
	asked    []diplomacy.Order // by order, in a movement: what it asks for
	bound    []diplomacy.Order // the same of the orders that count, as routes have them (DATC 4.A.6)
	offRoute []int32           // in a movement: the convoys that are no part of the route which the army names
	out      []byte
}

// outcome is what became of an order.
type outcome struct {
	result      result
	why         why
	by          diplomacy.Loc // NoLoc if there is none
	dislodgedBy diplomacy.Loc // who dislodged a unit whose order was illegal or void, else NoLoc
}

type result uint8

const (
	succeeded result = iota
	failed
	illegal
)

var results = [...]string{`"ok"`, `"fail"`, `"illegal"`}

// why is why an order did not come off: a diplomacy.Reason, or one of the
// reader's own.
type why uint8

const (
	unreadable   why = 128 + iota
	notYours         // the unit is another power's
	notDislodged     // and so can't retreat
	replaced         // another order for the same unit counts
	noneCounts       // of several orders for the unit
	noType           // of the unit to be built
)

var readersWhys = [...]string{"unreadable", "not yours", "not dislodged", "replaced", "several orders", "no unit type"}

func (y why) String() string {
	if y < unreadable {
		return diplomacy.Reason(y).String()
	}
	return readersWhys[y-unreadable]
}

// done is the outcome of an order that came off.
var done = outcome{succeeded, why(diplomacy.None), diplomacy.NoLoc, diplomacy.NoLoc}

// fails is the outcome of an order that the reader itself refuses.
func fails(y why) outcome { return outcome{failed, y, diplomacy.NoLoc, diplomacy.NoLoc} }

func newWorker(n *names, o Options) *worker {
	w := &worker{reader: newReader(n), rules: o.Rules, explain: o.Explain}
	for _, i := range []diplomacy.Issue{
		diplomacy.CoastOfUnit, diplomacy.IdleCoast, diplomacy.NoUnitType,
		diplomacy.WrongUnitType, diplomacy.NoNationality, diplomacy.WrongNationality,
	} {
		w.strict = w.strict || o.Rules[i] != 0
	}
	w.renew()
	return w
}

// renew gives up the resolver, of whose state nothing is known.
func (w *worker) renew() { w.resolver = diplomacy.NewResolver(w.board, w.rules) }

// block resolves the lines of a block.
func (w *worker) block(b *block) {
	w.out = b.out[:0]
	number := b.number
	for line := range bytes.Lines(b.in) {
		w.line(number, line)
		number++
	}
	b.out = w.out
}

// line resolves a line, of which the newline is a part, whatever happens.
func (w *worker) line(number int, line []byte) {
	begun := len(w.out)
	defer func() {
		if v := recover(); v != nil {
			w.out = w.out[:begun]
			w.fault(number, fmt.Sprintf("this line broke the program, which is a fault of the program: %v", v))
			w.renew()
		}
	}()
	if number == 1 {
		line = bytes.TrimPrefix(line, []byte("\uFEFF")) // a mark that some editors put there
	}
	if len(line) > maxLine+1 {
		w.fault(number, "the line is longer than 1 MiB")
		return
	}
	if len(bytes.TrimLeft(line, " \t\r\n")) == 0 {
		return
	}
	if err := w.read(line); err != nil {
		w.fault(number, err.Error())
		return
	}
	w.resolve()
}

// resolve resolves the phase that has been read and writes what becomes of it.
func (w *worker) resolve() {
	w.outcomes = w.outcomes[:0]
	switch w.kind {
	case 'M':
		w.movement()
	case 'R':
		w.retreats()
	default:
		w.winter()
	}
}

// fault writes what is wrong with a line.
func (w *worker) fault(number int, sentence string) {
	w.out = fmt.Appendf(w.out, `{"line":%d,"error":`, number)
	w.out = appendQuoted(w.out, strings.ToValidUTF8(sentence, "\uFFFD"))
	w.out = append(w.out, '}', '\n')
}

// refused reports whether the rules make an order illegal for how it names its
// own unit u: without its type, by the wrong one, on a coast where it is not, or
// on one that is nothing to it (DATC 4.C.1, 4.C.2, 4.B.5, 4.B.6).
func (w *worker) refused(o *order, u diplomacy.Unit) bool {
	if o.unitType == unstated {
		if w.rules[diplomacy.NoUnitType] != 0 {
			return true
		}
	} else if o.unitType != u.Type && w.rules[diplomacy.WrongUnitType] != 0 {
		return true
	}
	if w.idles(o.unit, u.Type) {
		return true
	}
	elsewhere := o.unit.at != u.At && o.unit.at != w.board.Province(u.At)
	return w.rules[diplomacy.CoastOfUnit] == diplomacy.Refused && (o.unit.idle || elsewhere)
}

// idles reports whether the rules make an order illegal because it names a
// coast that there is not, or that is nothing to a unit of type t (DATC 4.B.6).
func (w *worker) idles(s spot, t diplomacy.UnitType) bool {
	ofArmy := t == diplomacy.Army && w.board.Province(s.at) != s.at
	return w.rules[diplomacy.IdleCoast] != 0 && (s.idle || ofArmy)
}
