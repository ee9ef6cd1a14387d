package adjudicator

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Limits of a playout.
const (
	maxWays = 1500 // largest number of ways in which luck may fall for the odds to be exact
	draws   = 2000 // number of ways that are drawn at random if there are more
)

// A Playout is a part of a phase that is played again and again with different luck, by the rules as they are, to find
// the odds of what may come of it.
type Playout struct {
	// Play plays the part on a new table, from the same state each time, and returns a function that takes in what came
	// of it: the probability of that way, and what was told. Questions are answered with what Answer returns if it is
	// set and that is not "", otherwise with what is filed for them, or by default.
	Play   func(*Table) func(weight float64, told []EventRecord)
	Answer func(Request) string
}

// errRuling says that a part of a phase depends on a ruling of the game master.
var errRuling = errors.New("it depends on a ruling of the game master")

// Run plays the part in each way in which luck may fall. If there are too many, it draws some at random from stream,
// and exact is false. An error says why the part can't be played out.
func (o Playout) Run(stream *rand.Rand) (exact bool, err error) {
	var ways []way
	path := &luckPath{}
	for len(ways) < maxWays {
		w, err := o.once(path)
		if err != nil {
			return false, err
		}
		ways = append(ways, w)
		if len(ways) == 1 && path.weight() < 1.0/(100*maxWays) {
			break // certainly too many
		}
		if !path.next() {
			for _, w := range ways {
				w.seen(w.weight, w.told)
			}
			return true, nil
		}
	}
	for range draws {
		path := &luckPath{stream: stream}
		w, err := o.once(path)
		if err != nil {
			return false, err
		}
		w.seen(1.0/draws, w.told)
	}
	return false, nil
}

// Draw plays the part once, with luck from stream. An error says why it can't be played out. Nothing is seen.
func (o Playout) Draw(stream *rand.Rand) error {
	_, err := o.once(&luckPath{stream: stream})
	return err
}

// A way is one way in which luck fell.
type way struct {
	weight float64
	told   []EventRecord
	seen   func(weight float64, told []EventRecord)
}

// once plays the part in one way.
func (o Playout) once(path *luckPath) (w way, err error) {
	rec := Record{Format: Format}
	for {
		path.at = 0
		t := NewTable(Luck{Loaded: path.draw}, rec)
		if err := t.Run(rehearsal{func(t *Table) { w.seen = o.Play(t) }}); err != nil {
			return w, fmt.Errorf("playing out: %w", err)
		}
		rec = t.Record()
		if t.Open() == nil {
			w.weight, w.told = path.weight(), rec.Told
			return w, nil
		}
		asked := &rec.Asked[len(rec.Asked)-1]
		for i, r := range asked.Requests {
			if o.Answer != nil {
				asked.Answers[i] = o.Answer(r)
			}
			if asked.Answers[i] = cmp.Or(asked.Answers[i], r.Filed, r.Default); asked.Answers[i] == "" {
				return w, errRuling
			}
		}
	}
}

// A rehearsal is a part of a phase as a position.
type rehearsal struct{ play func(*Table) }

func (rehearsal) Phase() string   { return "Rehearsal" }
func (r rehearsal) Play(t *Table) { r.play(t) }
func (rehearsal) View(Seat) View  { return nil }

// A luckPath is one way in which luck falls: all draws in their order.
type luckPath struct {
	drawn  []int
	sizes  []int
	at     int        // number of draws in the current run
	stream *rand.Rand // source of new draws; nil to take the lowest
}

// draw is like Luck.Loaded.
func (p *luckPath) draw(_ string, n int) (int, bool) {
	if p.at == len(p.drawn) {
		d := 0
		if p.stream != nil {
			d = p.stream.IntN(n)
		}
		p.drawn, p.sizes = append(p.drawn, d), append(p.sizes, n)
	}
	p.at++
	return p.drawn[p.at-1], true
}

// weight returns the probability of the path.
func (p *luckPath) weight() float64 {
	w := 1.0
	for _, n := range p.sizes {
		w /= float64(n)
	}
	return w
}

// next changes the path to the next one; false if there is none.
func (p *luckPath) next() bool {
	for i := len(p.drawn) - 1; i >= 0; i-- {
		if p.drawn[i]+1 < p.sizes[i] {
			p.drawn, p.sizes = p.drawn[:i+1], p.sizes[:i+1]
			p.drawn[i]++
			return true
		}
	}
	return false
}

// An Odds counts what may come of several things, by their names.
type Odds struct {
	names []string
	sums  map[string]float64
}

// Add adds a probability, or a value times its probability, to what is known under a name.
func (o *Odds) Add(name string, weight float64) {
	if o.sums == nil {
		o.sums = map[string]float64{}
	}
	if _, known := o.sums[name]; !known {
		o.names = append(o.names, name)
	}
	o.sums[name] += weight
}

// Names returns all names in the order in which they were first added.
func (o *Odds) Names() []string { return o.names }

// Of returns the sum under a name.
func (o *Odds) Of(name string) float64 { return o.sums[name] }

// Percent returns a probability in words: "63 %", or "less than 1 %".
func Percent(p float64) string {
	switch {
	case p <= 0:
		return "0 %"
	case p < 0.005:
		return "less than 1 %"
	case p > 0.995 && p < 1-1e-9:
		return "more than 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// A Tally adds up what a playout may come to.
type Tally struct {
	Odds
	least, most map[string]int
}

// Span notes a number that may be different in each way.
func (t *Tally) Span(name string, n int) {
	if t.least == nil {
		t.least, t.most = map[string]int{}, map[string]int{}
	}
	if was, known := t.least[name]; !known || n < was {
		t.least[name] = n
	}
	t.most[name] = max(n, t.most[name])
}

// Spanned returns a noted number in words: "3", or "2 to 5".
func (t *Tally) Spanned(name string) string {
	if t.least[name] == t.most[name] {
		return strconv.Itoa(t.least[name])
	}
	return fmt.Sprintf("%d to %d", t.least[name], t.most[name])
}

// Count returns a noted number with its noun: "1 port", or "2 to 5 ports".
func (t *Tally) Count(name, one, some string) string {
	if n := t.Spanned(name); n != "1" {
		return n + " " + some
	}
	return "1 " + one
}

// Lines returns a sentence for each thing in the tally, with its probability unless it is certain.
func (t *Tally) Lines() []string {
	var out []string
	for _, name := range t.names {
		line := strings.TrimRight(name, ".")
		if p := t.Of(name); p < 1-1e-9 {
			line += " (" + Percent(p) + ")"
		}
		out = append(out, line+".")
	}
	return out
}

// Uncertain reports whether luck makes a difference to anything in the tally.
func (t *Tally) Uncertain() bool {
	for _, name := range t.names {
		if t.Of(name) < 1-1e-9 {
			return true
		}
	}
	for name, n := range t.least {
		if n != t.most[name] {
			return true
		}
	}
	return false
}

// sureness says how the odds of a playout were found.
func sureness(exact bool) string {
	if exact {
		return "The odds are exact."
	}
	return fmt.Sprintf("The odds are estimated: the turn was played %d times with luck that depends on your letter alone.", draws)
}
