package deadman_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/gm"
	"deaddrop/gm/gate"
	"deaddrop/templates"
)

// A tap is where the rules leak: it is put between them and the game master.
type tap struct {
	view func(truth deadman.Truth, v deadman.View) adjudicator.View // of a power
	seen func(truth deadman.Truth, v deadman.View) adjudicator.View // of an observer
	play func(adjudicator.Position, *adjudicator.Table)
	then func(*adjudicator.Table, deadman.Season) // when a season was told
}

// leaky is a position that is tapped. It is saved as if it were not.
type leaky struct {
	adjudicator.Position
	tap tap
}

func (l *leaky) MarshalJSON() ([]byte, error) { return json.Marshal(l.Position) }

func (l *leaky) UnmarshalJSON(js []byte) error { return json.Unmarshal(js, l.Position) }

func (l *leaky) View(s adjudicator.Seat) adjudicator.View {
	change := l.tap.view
	switch s {
	case adjudicator.GM:
		change = nil
	case adjudicator.Observer:
		change = l.tap.seen
	}
	if change == nil {
		return l.Position.View(s)
	}
	return change(l.Position.View(adjudicator.GM).(deadman.Truth), l.Position.View(s).(deadman.View))
}

func (l *leaky) Play(t *adjudicator.Table) {
	if l.tap.play != nil {
		l.tap.play(l.Position, t)
	} else {
		l.Position.Play(t)
	}
	for _, told := range t.Record().Told {
		if season, ok := told.Event.Data.(deadman.Season); ok && l.tap.then != nil {
			l.tap.then(t, season)
		}
	}
}

// rules has the gate's rules leak so.
func (tap tap) rules(g *gate.Gate) {
	inner, r := g.Rules, *g.Rules
	r.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := inner.Setup(t, c)
		return &leaky{p, tap}, err
	}
	r.Blank = func() adjudicator.Position { return &leaky{inner.Blank(), tap} }
	r.Switch = func(p adjudicator.Position, options map[string]string) { inner.Switch(p.(*leaky).Position, options) }
	g.Rules = &r
}

// A nosy view has something in it that is not its power's to know: words that are printed, a state that is not, or
// another way to read orders.
type nosy struct {
	deadman.View
	Hints []string       `json:",omitempty"`
	State *deadman.Truth `json:",omitempty"`
	read  func(kind, old, text string) adjudicator.Reading
	chart func(adjudicator.Chart) adjudicator.Chart
}

// Chart shows more than its power knows, if that is the leak.
func (n nosy) Chart() adjudicator.Chart {
	c := n.View.Chart()
	if n.chart != nil {
		c = n.chart(c)
	}
	return c
}

// Read reads as the leak does, if it is one of reading.
func (n nosy) Read(kind, old, text string) adjudicator.Reading {
	if n.read != nil {
		return n.read(kind, old, text)
	}
	return n.View.Read(kind, old, text)
}

// own is the part of a view that is its power's.
func own(v adjudicator.View) deadman.View {
	if n, ok := v.(nosy); ok {
		return n.View
	}
	return v.(deadman.View)
}

// hints puts words into every power's view, which are printed.
func hints(of func(deadman.Truth) []string) func(*gate.Gate) {
	return func(g *gate.Gate) {
		tap{view: func(truth deadman.Truth, v deadman.View) adjudicator.View { return nosy{View: v, Hints: of(truth)} }}.rules(g)
		g.Words = wording(hintWords)
	}
}

// reading reads orders with the whole board in sight.
func reading(read func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading) func(*gate.Gate) {
	return tap{view: func(truth deadman.Truth, v deadman.View) adjudicator.View {
		return nosy{View: v, read: func(kind, old, text string) adjudicator.Reading { return read(truth, v, kind, old, text) }}
	}}.rules
}

// charting shows more on the map of every power, and on nothing else.
func charting(more func(truth adjudicator.Chart, place *adjudicator.Place, i int)) func(*gate.Gate) {
	return tap{view: func(truth deadman.Truth, v deadman.View) adjudicator.View {
		return nosy{View: v, chart: func(c adjudicator.Chart) adjudicator.Chart {
			for i := range c.Places {
				more(truth.Chart(), &c.Places[i], i)
			}
			return c
		}}
	}}.rules
}

// telling tells more when a season is over; what it tells is printed as it is.
func telling(then func(t *adjudicator.Table, s deadman.Season)) func(*gate.Gate) {
	return func(g *gate.Gate) {
		tap{then: then}.rules(g)
		g.Words = wording(heardWords)
	}
}

func say(t *adjudicator.Table, to adjudicator.Audience, lines ...string) {
	if len(lines) > 0 {
		t.Tell(adjudicator.Event{Kind: "heard", Data: lines}, to)
	}
}

// playing has the rules play by a ruling that is not in force.
func playing(option, value string) func(*gate.Gate) {
	return tap{play: func(p adjudicator.Position, t *adjudicator.Table) {
		options := truthOf(p).Options
		deadman.Rules.Switch(p, with(options, option, value))
		defer deadman.Rules.Switch(p, options)
		p.Play(t)
	}}.rules
}

func with(options map[string]string, name, value string) map[string]string {
	out := map[string]string{}
	for k, v := range options {
		out[k] = v
	}
	out[name] = value
	return out
}

// among has other players play, who do more of what the leak shows in, on a full board, and any of them watch.
func among(player func(*schemer, diplomacy.Unit), plant func(*gate.Gate)) func(*gate.Gate) {
	return func(g *gate.Gate) {
		g.Watcher = nil
		g.Player = func(v adjudicator.View, _ adjudicator.Request, r *rand.Rand) string {
			s := &schemer{b: diplomacy.Standard(), r: r, done: map[diplomacy.Loc]bool{}}
			for _, u := range own(v).Units {
				s.units = append(s.units, unitNamed(s.b, u))
			}
			for _, u := range s.units {
				if !s.done[u.At] {
					player(s, u)
				}
			}
			return strings.Join(s.lines, "\n")
		}
		crowded(plant)(g)
	}
}

// crowded begins every game on a full board.
func crowded(plant func(*gate.Gate)) func(*gate.Gate) {
	return func(g *gate.Gate) {
		g.Rules = inTheMidst(deadman.Rules, 1)
		plant(g)
	}
}

// dry is for a leak that shows so seldom that the game masters and their letters would take too long.
func dry(plant func(*gate.Gate)) func(*gate.Gate) {
	return func(g *gate.Gate) {
		g.Dry, g.Turns = true, 1
		plant(g)
	}
}

// backers support whoever may stand around, and attackers go for all that is.
func backers(s *schemer, u diplomacy.Unit) {
	if s.r.IntN(3) == 0 {
		s.attack(u)
		return
	}
	s.support(u)
}

func attackers(s *schemer, u diplomacy.Unit) { s.attack(u) }

// occupied reports whether anybody is in a space.
func occupied(truth deadman.Truth, space string) bool {
	return slices.ContainsFunc(truth.Powers, func(h deadman.Holding) bool {
		return slices.ContainsFunc(h.Units, func(u string) bool { return strings.HasPrefix(u[2:], space) })
	})
}

// A post sends one letter.
type post func(ctx context.Context, now time.Time, l gm.Letter) error

// posting changes how letters are sent. How many letters went to others is counted for it.
func posting(send func(w *gate.World, others int, next post, ctx context.Context, now time.Time, l gm.Letter) error) func(*gate.Gate) {
	return altering(func(w *gate.World) {
		next, others := w.Send, 0
		w.Send = func(ctx context.Context, now time.Time, l gm.Letter) error {
			if l.To != w.Watcher {
				others++
			}
			return send(w, others, next, ctx, now, l)
		}
	})
}

// adding changes the watcher's letters before they are sent.
func adding(change func(w *gate.World, others int, l *gm.Letter)) func(*gate.Gate) {
	return posting(func(w *gate.World, others int, next post, ctx context.Context, now time.Time, l gm.Letter) error {
		change(w, others, &l)
		return next(ctx, now, l)
	})
}

// copying sends the watcher a copy of others' letters.
func copying(which func(gm.Letter) bool) func(*gate.Gate) {
	return posting(func(w *gate.World, _ int, next post, ctx context.Context, now time.Time, l gm.Letter) error {
		if err := next(ctx, now, l); err != nil || l.To == w.Watcher || !which(l) {
			return err
		}
		l.To = w.Watcher
		return next(ctx, now, l)
	})
}

// receiving does something after a letter was taken in.
func receiving(then func(w *gate.World, ctx context.Context, now time.Time, l gm.Letter) error) func(*gate.Gate) {
	return altering(func(w *gate.World) {
		next := w.Receive
		w.Receive = func(ctx context.Context, now time.Time, l gm.Letter) error {
			if err := next(ctx, now, l); err != nil {
				return err
			}
			return then(w, ctx, now, l)
		}
	})
}

// closing does something shortly before the deadline.
func closing(do func(w *gate.World, ctx context.Context, now time.Time) error) func(*gate.Gate) {
	return altering(func(w *gate.World) {
		w.Closing = func(ctx context.Context, now time.Time) error { return do(w, ctx, now) }
	})
}

func altering(alter func(*gate.World)) func(*gate.Gate) {
	return func(g *gate.Gate) { g.Alter = alter }
}

// late are those who are not in.
func late(ctx context.Context, w *gate.World) ([]string, error) {
	o, err := w.Master.Overview(ctx, w.Game)
	var names []string
	for _, s := range o.Seats {
		if s.Asked && !s.In {
			names = append(names, string(s.Name))
		}
	}
	return names, err
}

// unitsThere is how many units a world has.
func unitsThere(ctx context.Context, w *gate.World) int {
	_, js, err := w.Master.As(ctx, time.Time{}, w.Game, string(adjudicator.GM))
	if err != nil {
		return 0
	}
	return strings.Count(string(js), `"A `) + strings.Count(string(js), `"F `)
}

// Templates for what the plants say: events that are told, and hints in a view.
const (
	heardWords = `{{define "deadman heard"}}{{range .}}  {{.}}
{{end}}{{end}}`
	hintWords = `{{define "deadman ask orders"}}{{range .View.Hints}}  {{.}}
{{end}}{{end}}`
)

func wording(templ string) *templates.Set {
	words, err := templates.New(fstest.MapFS{"leaks.tmpl": {Data: []byte(templ)}})
	if err != nil {
		panic(err) // the templates above are wrong
	}
	return words
}

// letters sends press from the game master, and does without it when there is nothing to say.
func letters(ctx context.Context, w *gate.World, now time.Time, to, words string) error {
	if words == "" {
		return nil
	}
	if err := w.Master.AtDesk(gm.Manner{}).Press(ctx, now, w.Game, to, words); err != nil {
		return fmt.Errorf("planting a leak: %w", err)
	}
	return nil
}
