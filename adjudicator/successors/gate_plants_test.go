package successors_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
	"deaddrop/gm"
	"deaddrop/gm/gate"
	"deaddrop/templates"
)

// A tap is where the rules leak: it is put between them and the game master.
type tap struct {
	view func(truth successors.Truth, v successors.View) adjudicator.View // of a player
	seen func(truth successors.Truth, v successors.View) adjudicator.View // of an observer
	play func(*leaky, *adjudicator.Table)
	then func(*adjudicator.Table, phase) // when a phase was played
}

// A phase is one that was played, for a leak to tell of.
type phase struct {
	before, after successors.Truth
	told          []adjudicator.Told
	answers       map[string]string // what everybody has filed
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
	return change(truth(l), l.Position.View(s).(successors.View))
}

func (l *leaky) Play(t *adjudicator.Table) {
	var p phase
	if l.tap.then != nil {
		p.before = l.copied()
	}
	if l.tap.play != nil {
		l.tap.play(l, t)
	} else {
		l.Position.Play(t)
	}
	if l.tap.then != nil {
		p.after, p.told, p.answers = l.copied(), slices.Clone(t.Record().Told), map[string]string{}
		for i, req := range t.Record().Asked[0].Requests {
			p.answers[string(req.Seat)] = t.Record().Asked[0].Answers[i]
		}
		l.tap.then(t, p)
	}
}

// copied is all that is true now, which later moves don't change.
func (l *leaky) copied() (k successors.Truth) {
	js, err := json.Marshal(truth(l))
	if err == nil {
		err = json.Unmarshal(js, &k)
	}
	if err != nil {
		panic(err)
	}
	return k
}

// rules has the gate's rules leak so.
func (tap tap) rules(g *gate.Gate) {
	inner, r := g.Rules, *g.Rules
	r.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := inner.Setup(t, c)
		return &leaky{p, tap}, err
	}
	r.Blank = func() adjudicator.Position { return &leaky{inner.Blank(), tap} }
	r.Switch = func(p adjudicator.Position, options map[string]string) {
		if l, ok := p.(*leaky); ok {
			p = l.Position
		}
		inner.Switch(p, options)
	}
	g.Rules = &r
}

// hints puts words into every player's view, which are printed.
func hints(of func(k successors.Truth, v successors.View) []string) func(*gate.Gate) {
	return func(g *gate.Gate) {
		tap{view: func(k successors.Truth, v successors.View) adjudicator.View { return nosy{View: v, Hints: of(k, v)} }}.rules(g)
		g.Words = wording(hintWords)
	}
}

// reading reads orders with everybody's cards in sight.
func reading(read func(k successors.Truth, v successors.View, kind, old, text string) adjudicator.Reading) func(*gate.Gate) {
	return tap{view: func(k successors.Truth, v successors.View) adjudicator.View {
		return nosy{View: v, read: func(kind, old, text string) adjudicator.Reading { return read(k, v, kind, old, text) }}
	}}.rules
}

// telling tells more when a phase is over; what it tells is printed as it is.
func telling(then func(*adjudicator.Table, phase)) func(*gate.Gate) {
	return func(g *gate.Gate) {
		tap{then: then}.rules(g)
		g.Words = wording(heardWords)
	}
}

// playing plays otherwise.
func playing(play func(*leaky, *adjudicator.Table)) func(*gate.Gate) { return tap{play: play}.rules }

func say(t *adjudicator.Table, to adjudicator.Audience, lines ...string) {
	if len(lines) > 0 {
		t.Tell(adjudicator.Event{Kind: "heard", Data: lines}, to)
	}
}

// at has a leak planted in a game of that speed.
func at(speed string, plant func(*gate.Gate)) func(*gate.Gate) {
	return func(g *gate.Gate) {
		g.Config.Options = with(g.Config.Options, "speed", speed)
		plant(g)
	}
}

// dry is for a leak that shows so seldom that the game masters and their letters would take too long.
func dry(plant func(*gate.Gate)) func(*gate.Gate) {
	return func(g *gate.Gate) {
		g.Dry, g.Turns = true, 12
		plant(g)
	}
}

// holds is how many chits of some numbers others than the watcher have in hand.
func holds(k successors.Truth, numbers ...int) int {
	n := 0
	for _, s := range k.Secrets {
		for _, chit := range s.Hand {
			if s.Seat != watcher && slices.Contains(numbers, chit) {
				n++
			}
		}
	}
	return n
}

func secretOf(k successors.Truth, seat string) successors.Secret {
	i := slices.IndexFunc(k.Secrets, func(s successors.Secret) bool { return s.Seat == seat })
	if i < 0 {
		return successors.Secret{}
	}
	return k.Secrets[i]
}

// A post sends one letter.
type post func(ctx context.Context, now time.Time, l gm.Letter) error

// posting changes how letters are sent. How many letters went to others is counted for it.
func posting(send func(w *gate.World, others int, next post, ctx context.Context, now time.Time, l gm.Letter) error) func(*gate.Gate) {
	return func(g *gate.Gate) {
		g.Alter = func(w *gate.World) {
			next, others := w.Send, 0
			w.Send = func(ctx context.Context, now time.Time, l gm.Letter) error {
				if l.To != w.Watcher {
					others++
				}
				return send(w, others, next, ctx, now, l)
			}
		}
	}
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

// closing does something shortly before the deadline.
func closing(do func(w *gate.World, ctx context.Context, now time.Time) error) func(*gate.Gate) {
	return func(g *gate.Gate) {
		g.Alter = func(w *gate.World) {
			w.Closing = func(ctx context.Context, now time.Time) error { return do(w, ctx, now) }
		}
	}
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

// whole is all that is true of a world's game.
func whole(w *gate.World) (k successors.Truth) {
	_, js, err := w.Master.As(context.Background(), time.Time{}, w.Game, string(adjudicator.GM))
	if err != nil || json.Unmarshal(js, &k) != nil {
		return successors.Truth{}
	}
	return k
}

// Templates for what the plants say: events that are told, and hints in a view.
const (
	heardWords = `{{define "successors heard"}}{{range .}}  {{.}}
{{end}}{{end}}`
	hintWords = `{{define "successors own"}}{{if .Seat}}
{{range .Hints}}  {{.}}
{{end}}{{end}}{{end}}`
)

func wording(templ string) *templates.Set {
	words, err := templates.New(fstest.MapFS{"leaks.tmpl": {Data: []byte(templ)}})
	if err != nil {
		panic(err) // the templates above are wrong
	}
	return words
}

// filed are the lines of an answer that begin so.
func filed(answer string, begins func(string) bool) []string {
	var out []string
	for line := range strings.SplitSeq(answer, "\n") {
		if begins(line) {
			out = append(out, line)
		}
	}
	return out
}
