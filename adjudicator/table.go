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

// A Table is where a phase is played: it has the answers and the luck, and keeps what is told.
// It is made for one run of one phase.
type Table struct {
	p      Position // of which a phase is played; nil before
	luck   Luck
	draws  map[string]*rand.Rand // by label
	kept   Record                // what earlier runs asked and told
	now    Record                // what this run asks and tells
	events []EventRecord
	open   []Request
	drew   int // questions that were asked when luck was drawn last; -1: it was not

	rewritten []Rewriting
}

// A Record is what is kept of a phase beside the position at its start. It is saved as JSON.
type Record struct {
	Format int `json:",omitempty"` // of the answers; what is below Format, an earlier program has saved
	Asked  []QuestionRecord
	Told   []EventRecord
}

// Format is the format of the answers that a [Table] records. It goes up by one when the normal form of some title's
// answers changes: answers of an older record that do not pass the check any more are read anew when it is played.
const Format = 2

// A Rewriting is an answer of an older record that is in normal form no more, and what it is read as today.
type Rewriting struct {
	Seat    Seat
	Kind    string
	Was, Is string  // "" if nothing of it could be read
	Lost    []Fault // what could not
}

// Rewrite brings an answer that an earlier program has put on file to normal form, and reports whether it had to.
func Rewrite(v View, seat Seat, kind, answer string) (Rewriting, bool) {
	r := Rewriting{Seat: seat, Kind: kind, Was: answer, Is: answer}
	if answer == "" || v == nil || v.Check(kind, answer) == nil {
		return r, false
	}
	read := v.Read(kind, "", answer)
	r.Is, r.Lost = read.Answer, read.Faults()
	return r, true
}

// QuestionRecord is one call of [Table.Ask].
type QuestionRecord struct {
	Requests []Request
	Answers  []string // one for each request; "" is not in yet
	Heard    []Seat   `json:",omitempty"` // from whom orders came, even if none could be taken, or CLEAR, READY or WAIT
}

// EventRecord is one call of [Table.Tell].
type EventRecord struct {
	To   Audience
	Kind string
	Data json.RawMessage

	Event Event `json:"-"` // as it was told; only from a table
}

// Luck is where a phase's luck comes from. The same luck gives the same draws.
type Luck struct {
	Secret []byte // the game's
	Phase  uint64 // counts the game's phases

	// Loaded has, for a rule case, what comes in the place of chance: a draw of a label, from 0 to less than n. It need
	// not have all; nil is chance.
	Loaded func(label string, n int) (draw int, ok bool)

	// Beyond is for a trial of a phase that is not over: what is drawn when Known questions have been asked, or more,
	// comes from it and not from Secret, so that a trial does not tell what will come. nil: this is no trial.
	Beyond []byte
	Known  int
}

// A Divergence is found when a phase that is played again does not ask or tell what it did before.
// Then what players were mailed is no longer what the rules say, and the game must wait for its GM.
type Divergence struct {
	What      string // "event 3", "question 1"
	Was, Is   string // as JSON; "" for nothing
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

// suspended is what Ask panics with while an answer is missing. Run recovers it, and nobody else.
type suspended struct{}

// NewTable returns a table for a phase of which rec is kept.
func NewTable(luck Luck, rec Record) *Table {
	return &Table{luck: luck, kept: rec, now: Record{Format: Format}, draws: map[string]*rand.Rand{}, drew: -1}
}

// Run plays p's phase as far as the answers go. Its error is a [*Divergence]. Any other panic of the
// rules passes through.
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

// unmatched finds what was asked or told before, and is no longer.
func (t *Table) unmatched() error {
	if n := len(t.now.Asked); n < len(t.kept.Asked) {
		return &Divergence{What: fmt.Sprintf("question %d", n+1), Was: text(t.kept.Asked[n].Requests)}
	}
	if n := len(t.now.Told); n < len(t.kept.Told) {
		return &Divergence{What: fmt.Sprintf("event %d", n+1), Was: text(t.kept.Told[n])}
	}
	return nil
}

// Open returns what the phase waits for; nothing when it was played to its end.
func (t *Table) Open() []Request { return t.open }

// News returns what was told beyond the record that the table was made with.
func (t *Table) News() []EventRecord { return t.events[min(len(t.kept.Told), len(t.events)):] }

// Drew returns how many questions had been asked when luck was drawn last, and -1 if none was.
func (t *Table) Drew() int { return t.drew }

// Record returns what is to be kept until the phase is played again.
func (t *Table) Record() Record { return t.now }

// Rewritten returns the answers of an older record that were read anew.
func (t *Table) Rewritten() []Rewriting { return t.rewritten }

// Ask puts requests to seats, at most one to each, which decide at the same time and in secret, and returns
// the answers in the same order. It returns when all are in. Without a request it returns at once.
func (t *Table) Ask(reqs ...Request) []string {
	if len(reqs) == 0 {
		return nil
	}
	reqs = slices.Clone(reqs) // the caller may use its slice again
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

// today is what was asked, with the answers of an older record in today's normal form. In place of an answer of which
// nothing can be read stands what is taken of the silent.
func (t *Table) today(was QuestionRecord) QuestionRecord {
	if t.kept.Format >= Format || t.p == nil {
		return was
	}
	was.Requests, was.Answers = slices.Clone(was.Requests), slices.Clone(was.Answers)
	for i := range was.Requests {
		r := &was.Requests[i]
		v := t.p.View(r.Seat)
		for _, own := range []*string{&r.Default, &r.Filed} { // of the rules
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

// with is what was asked, with those requests that stand which an earlier version of the rules did not
// put yet. What was filed for them counts.
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

// Responded reports whether orders came from a seat in answer to what was asked last, or a word such as READY: an
// answer that is the same as without a letter is no silence then.
func (t *Table) Responded(s Seat) bool {
	n := len(t.now.Asked)
	return n > 0 && slices.Contains(t.now.Asked[n-1].Heard, s)
}

// Tell records what happened, for those who may know it. What is told is what the data is now, as its
// JSON has it: later changes to it, and what JSON does not show, reach nobody.
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

// Roll returns one throw of a die, from 1 to sides. Draws of one label are one stream: they do not
// depend on how many others were made, so nobody can read secret draws off public ones.
func (t *Table) Roll(label string, sides int) int { return 1 + t.draw(label, sides) }

// Shuffle puts n things in an order of chance by swapping them. Labels are those of [Table.Roll].
func (t *Table) Shuffle(label string, n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, t.draw(label, i+1))
	}
}

// draw is a number from 0 to less than n.
func (t *Table) draw(label string, n int) int {
	t.drew = len(t.now.Asked)
	if t.luck.Loaded != nil {
		if d, ok := t.luck.Loaded(label, n); ok {
			return d
		}
	}
	return t.stream(label).IntN(n)
}

// stream is a ChaCha8 stream: players see many dice and have days to work a weaker one out.
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

// text is v as JSON, the same for a value and for what was read back of it.
func text(v any) string {
	js, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("adjudicator: %T can't be saved: %v", v, err))
	}
	return string(js)
}
