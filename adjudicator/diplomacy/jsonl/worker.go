package jsonl

import (
	"bytes"
	"fmt"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A worker resolves lines one after another, reusing its memory.
type worker struct {
	*reader
	rules   diplomacy.Rules
	strict  bool // whether some rule is in force that makes the reader refuse orders
	explain bool

	resolver *diplomacy.Resolver

	outcomes []outcome         // outcome of each order
	unitOf   []int16           // in a movement phase: index of the unit of each order, or -1
	asked    []diplomacy.Order // in a movement phase: each order as given
	bound    []diplomacy.Order // the same for the orders that count, restricted to named routes (DATC 4.A.6)
	// in a movement phase: indexes of convoy orders that are not on the route named by their army
	offRoute []int32
	out      []byte
}

// An outcome is the result of an order.
type outcome struct {
	result      result
	why         why
	by          diplomacy.Loc // who prevented it, or NoLoc
	dislodgedBy diplomacy.Loc // who dislodged the unit of an illegal or void order, or NoLoc
}

type result uint8

const (
	succeeded result = iota
	failed
	illegal
)

var results = [...]string{`"ok"`, `"fail"`, `"illegal"`}

// why is the reason why an order failed: a diplomacy.Reason, or one of the reader's own.
type why uint8

const (
	unreadable   why = 128 + iota
	notYours         // the unit belongs to another power
	notDislodged     // the unit was not dislodged, and so can't retreat
	replaced         // another order for the same unit counts
	noneCounts       // none of several orders for the unit counts
	noType           // the type of the unit to be built is missing
)

var readersWhys = [...]string{"unreadable", "not yours", "not dislodged", "replaced", "several orders", "no unit type"}

func (y why) String() string {
	if y < unreadable {
		return diplomacy.Reason(y).String()
	}
	return readersWhys[y-unreadable]
}

// done is the outcome of a successful order.
var done = outcome{succeeded, why(diplomacy.None), diplomacy.NoLoc, diplomacy.NoLoc}

// fails returns the outcome of an order that the reader itself refuses.
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

// renew replaces the resolver, whose state is unknown after a panic.
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

// line resolves a line, which includes its newline, and always writes a result, even after a panic.
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
		line = bytes.TrimPrefix(line, []byte("\uFEFF")) // byte order mark, which some editors insert
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

// resolve resolves the phase that has been read and writes the results.
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

// fault writes the error for an invalid line.
func (w *worker) fault(number int, sentence string) {
	w.out = fmt.Appendf(w.out, `{"line":%d,"error":`, number)
	w.out = appendQuoted(w.out, strings.ToValidUTF8(sentence, "\uFFFD"))
	w.out = append(w.out, '}', '\n')
}

// refused reports whether the rules make an order illegal because of how it names its own unit u: without or with the
// wrong type, on the wrong coast, or with a meaningless coast (DATC 4.C.1, 4.C.2, 4.B.5, 4.B.6).
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

// idles reports whether the rules make an order illegal because it names a coast that does not exist, or that is
// meaningless for a unit of type t (DATC 4.B.6).
func (w *worker) idles(s spot, t diplomacy.UnitType) bool {
	ofArmy := t == diplomacy.Army && w.board.Province(s.at) != s.at
	return w.rules[diplomacy.IdleCoast] != 0 && (s.idle || ofArmy)
}
