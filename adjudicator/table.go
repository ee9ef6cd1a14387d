package adjudicator

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
)

// A Table is where a phase is played: it provides the answers and the luck, and records what is asked and told. A
// table is used for one run of one phase.
type Table struct {
	p      Position // the position whose phase is played; nil before that
	luck   Luck
	draws  map[string]*rand.Rand // random streams by label
	kept   Record                // what earlier runs of the phase asked and told
	now    Record                // what this run has asked and told
	events []EventRecord
	open   []Request
	drew   int // number of questions asked when luck was last drawn; -1 if none was drawn

	rewritten []Rewriting
}

// A Record is what is stored of a phase besides the position at its start. It is saved as JSON.
type Record struct {
	// format of the answers; if lower than the constant Format, an earlier version of the program has saved it
	Format int `json:",omitempty"`
	Asked  []QuestionRecord
	Told   []EventRecord
}

// Format is the current format of the answers that a [Table] records. It is incremented when the normal form of some
// title's answers changes. Answers of an older record that no longer pass the check are then read again when the
// phase is played.
const Format = 2

// A Rewriting is an answer of an older record that is no longer in normal form, and how it is read today.
type Rewriting struct {
	Seat    Seat
	Kind    string
	Was, Is string  // Is is "" if nothing of it could be read
	Lost    []Fault // parts that could not be read
}

// Rewrite converts an answer that an earlier version of the program has filed to the current normal form, and reports
// whether that was necessary.
func Rewrite(v View, seat Seat, kind, answer string) (Rewriting, bool) {
	r := Rewriting{Seat: seat, Kind: kind, Was: answer, Is: answer}
	if answer == "" || v == nil || v.Check(kind, answer) == nil {
		return r, false
	}
	read := v.Read(kind, "", answer)
	r.Is, r.Lost = read.Answer, read.Faults()
	return r, true
}

// A QuestionRecord records one call of [Table.Ask].
type QuestionRecord struct {
	Requests []Request
	Answers  []string // one for each request; "" if not answered yet
	Heard    []Seat   `json:",omitempty"` // seats that sent orders, even if none was accepted, or CLEAR, READY or WAIT
}

// An EventRecord records one call of [Table.Tell].
type EventRecord struct {
	To   Audience
	Kind string
	Data json.RawMessage

	Event Event `json:"-"` // the event as it was told; only set if the record comes from a table
}

// Luck is the source of a phase's luck. It is deterministic: the same Luck gives the same draws.
type Luck struct {
	Secret []byte // secret of the game
	Phase  uint64 // number of the phase in the game

	// Loaded replaces random draws in tests: it returns the draw for a label, from 0 to n-1. ok is false for draws
	// that are to be random. It may be nil.
	Loaded func(label string, n int) (draw int, ok bool)

	// Beyond is a secret for dry runs: once Known questions have been asked, draws come from it instead of Secret, so
	// that a dry run does not reveal future luck. It is nil outside dry runs.
	Beyond []byte
	Known  int
}

// A Divergence is the error when a phase that is played again does not ask or tell the same as before. Then what
// players were told is no longer right by the rules, and the game must wait for its GM.
type Divergence struct {
	What      string // what differs, such as "event 3" or "question 1"
	Was, Is   string // both versions as JSON; "" for a missing one
	PhaseName string
}

func (d *Divergence) Error() string {
	return fmt.Sprintf("%s played again: %s was %s and is now %s", d.PhaseName, d.What, orNothing(d.Was),
		orNothing(d.Is))
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// suspended is the value with which Ask panics while an answer is missing. Only Run recovers it.
type suspended struct{}

// NewTable returns a table for a phase with what was recorded of it so far.
func NewTable(luck Luck, rec Record) *Table {
	return &Table{luck: luck, kept: rec, now: Record{Format: Format}, draws: map[string]*rand.Rand{}, drew: -1}
}

// Run plays the phase of p as far as there are answers. It returns a [*Divergence] if the phase differs from the
// record. Other panics of the rules are not recovered.
func (t *Table) Run(p Position) (err error) {
	name := p.Phase()
	t.p = p
	defer func() {
		switch r := recover().(type) {
		case nil, suspended:
			err = t.unmatched()
		case *Divergence:
			err = r
		default:
			panic(r)
		}
		if d, ok := err.(*Divergence); ok {
			d.PhaseName = name
		}
	}()
	p.Play(t)
	return nil
}

// unmatched returns a Divergence if something in the record was not asked or told again.
func (t *Table) unmatched() error {
	if n := len(t.now.Asked); n < len(t.kept.Asked) {
		return &Divergence{What: fmt.Sprintf("question %d", n+1), Was: text(t.kept.Asked[n].Requests)}
	}
	if n := len(t.now.Told); n < len(t.kept.Told) {
		return &Divergence{What: fmt.Sprintf("event %d", n+1), Was: text(t.kept.Told[n])}
	}
	return nil
}

// Open returns the requests that the phase is waiting for; nil if it was played to its end.
func (t *Table) Open() []Request { return t.open }

// News returns the events that were not yet in the table's initial record.
func (t *Table) News() []EventRecord { return t.events[min(len(t.kept.Told), len(t.events)):] }

// Drew returns how many questions had been asked when luck was last drawn, or -1 if none was drawn.
func (t *Table) Drew() int { return t.drew }

// Record returns what must be stored in order to play the phase again.
func (t *Table) Record() Record { return t.now }

// Rewritten returns the answers of an older record that were read again.
func (t *Table) Rewritten() []Rewriting { return t.rewritten }

// Ask asks seats, at most one request each, who decide simultaneously and in secret. It returns the answers in the
// same order when all have been given. Without requests it returns immediately.
func (t *Table) Ask(reqs ...Request) []string {
	if len(reqs) == 0 {
		return nil
	}
	reqs = slices.Clone(reqs) // the caller may modify its slice afterwards
	for i, r := range reqs {
		lacksDefault := r.Default == "" && r.Seat != GM
		if lacksDefault || r.Seat == "" || r.Kind == "" {
			panic(fmt.Sprintf("adjudicator: a request needs a seat, a kind and a default: %+v", r))
		}
		if r.Stands && r.Filed == "" {
			panic(fmt.Sprintf("adjudicator: a request that stands needs something filed: %+v", r))
		}
		if slices.ContainsFunc(reqs[:i], func(o Request) bool { return o.Seat == r.Seat }) {
			panic(fmt.Sprintf("adjudicator: %s is asked twice at once", r.Seat))
		}
	}
	n := len(t.now.Asked)
	a := QuestionRecord{Requests: reqs, Answers: make([]string, len(reqs))}
	if n < len(t.kept.Asked) {
		was := t.today(t.kept.Asked[n]).with(reqs)
		if !slices.Equal(was.Requests, reqs) {
			panic(&Divergence{What: fmt.Sprintf("question %d", n+1), Was: text(was.Requests), Is: text(reqs)})
		}
		copy(a.Answers, was.Answers)
		a.Heard = slices.Clone(was.Heard)
	}
	t.now.Asked = append(t.now.Asked, a)
	if slices.Contains(a.Answers, "") {
		t.open = reqs
		panic(suspended{})
	}
	return slices.Clone(a.Answers)
}

// today returns a recorded question with the answers of an older record converted to the current normal form. An
// answer of which nothing can be read is replaced by the default.
func (t *Table) today(was QuestionRecord) QuestionRecord {
	if t.kept.Format >= Format || t.p == nil {
		return was
	}
	was.Requests, was.Answers = slices.Clone(was.Requests), slices.Clone(was.Answers)
	for i := range was.Requests {
		r := &was.Requests[i]
		v := t.p.View(r.Seat)
		for _, own := range []*string{&r.Default, &r.Filed} { // these come from the rules
			if anew, is := Rewrite(v, r.Seat, r.Kind, *own); is {
				*own = anew.Is
			}
		}
		if anew, is := Rewrite(v, r.Seat, r.Kind, was.Answers[i]); is {
			anew.Is = cmp.Or(anew.Is, r.Default, anew.Was)
			was.Answers[i] = anew.Is
			t.rewritten = append(t.rewritten, anew)
		}
	}
	return was
}

// with returns a recorded question with additional requests that an earlier version of the rules did not make. Their
// answers are what was filed in advance for them.
func (a QuestionRecord) with(reqs []Request) QuestionRecord {
	if len(a.Requests) >= len(reqs) {
		return a
	}
	more := QuestionRecord{Heard: a.Heard}
	for _, r := range reqs {
		answer := r.Filed
		if i := slices.Index(a.Requests, r); i >= 0 {
			answer = a.Answers[i]
		} else if !r.Stands {
			return a
		}
		more.Requests, more.Answers = append(more.Requests, r), append(more.Answers, answer)
	}
	return more
}

// Responded reports whether a seat sent orders or a word such as READY in answer to the last question. Then an answer
// equal to the default is not silence.
func (t *Table) Responded(s Seat) bool {
	n := len(t.now.Asked)
	return n > 0 && slices.Contains(t.now.Asked[n-1].Heard, s)
}

// Tell records an event for those who may know it. The event is fixed as JSON at this moment: later changes of its
// data, and anything that JSON does not contain, are told to nobody.
func (t *Table) Tell(e Event, to Audience) {
	to.Seats = slices.Clone(to.Seats)
	js := text(e.Data)
	if e.Data != nil {
		copied := reflect.New(reflect.TypeOf(e.Data))
		if err := json.Unmarshal([]byte(js), copied.Interface()); err != nil {
			panic(fmt.Sprintf("adjudicator: %T can't be read back: %v", e.Data, err))
		}
		e.Data = copied.Elem().Interface()
	}
	told := EventRecord{To: to, Kind: e.Kind, Data: json.RawMessage(js), Event: e}
	if n := len(t.now.Told); n < len(t.kept.Told) {
		if was, is := text(t.kept.Told[n]), text(told); was != is {
			panic(&Divergence{What: fmt.Sprintf("event %d", n+1), Was: was, Is: is})
		}
	}
	t.now.Told = append(t.now.Told, told)
	t.events = append(t.events, told)
}

// Roll returns the throw of a die, from 1 to sides. Each label has a random stream of its own, which does not depend
// on draws of other labels, so that nobody can infer secret draws from public ones.
func (t *Table) Roll(label string, sides int) int { return 1 + t.draw(label, sides) }

// Shuffle puts n elements in random order by swapping them. Labels are as for [Table.Roll].
func (t *Table) Shuffle(label string, n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, t.draw(label, i+1))
	}
}

// draw returns a random number from 0 to n-1.
func (t *Table) draw(label string, n int) int {
	t.drew = len(t.now.Asked)
	if t.luck.Loaded != nil {
		if d, ok := t.luck.Loaded(label, n); ok {
			return d
		}
	}
	return t.stream(label).IntN(n)
}

// stream returns the random stream of a label. It is ChaCha8, because players see many dice and have days to work out
// the state of a weaker generator.
func (t *Table) stream(label string) *rand.Rand {
	secret, of := t.luck.Secret, label
	if t.luck.Beyond != nil && len(t.now.Asked) >= t.luck.Known {
		secret, of = t.luck.Beyond, "beyond\x00"+label
	}
	if r := t.draws[of]; r != nil {
		return r
	}
	h := sha256.New()
	for _, part := range [][]byte{secret, binary.BigEndian.AppendUint64(nil, t.luck.Phase), []byte(label)} {
		h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
		h.Write(part)
	}
	r := rand.New(rand.NewChaCha8([32]byte(h.Sum(nil))))
	t.draws[of] = r
	return r
}

// text returns v as JSON, such that a value and its decoded copy give the same text.
func text(v any) string {
	js, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("adjudicator: %T can't be saved: %v", v, err))
	}
	return string(js)
}
