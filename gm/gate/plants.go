package gate

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// A Plant is a leak that is put into the service on purpose, to see whether the gate finds it.
type Plant struct {
	Name string
	Into func(*Gate)
}

// A Tap makes rules leak; it sits between them and the game master. K is the game master's view, which contains the
// whole truth, and V is a player's view. Fields that are nil leak nothing.
type Tap[K, V adjudicator.View] struct {
	View func(k K, v V) adjudicator.View // changes a player's view
	Seen func(k K, v V) adjudicator.View // changes an observer's view
	Play func(adjudicator.Position, *adjudicator.Table)
	// called when a phase has been played; whatever it tells is printed verbatim
	Then  func(*adjudicator.Table, Played[K])
	Words string // templates that add something to the view
}

// Played is a phase that was played, as the source of a leak.
type Played[K any] struct {
	Before, After K
	Told          []adjudicator.EventRecord
	Answers       map[string]string // the answers of all seats
}

// A leaky position is a position with a Tap. It is saved without the Tap.
type leaky[K, V adjudicator.View] struct {
	adjudicator.Position
	tap Tap[K, V]
}

func (l *leaky[K, V]) MarshalJSON() ([]byte, error) { return json.Marshal(l.Position) }

func (l *leaky[K, V]) UnmarshalJSON(js []byte) error { return json.Unmarshal(js, l.Position) }

func (l *leaky[K, V]) View(s adjudicator.Seat) adjudicator.View {
	change := l.tap.View
	switch s {
	case adjudicator.GM:
		change = nil
	case adjudicator.Observer:
		change = l.tap.Seen
	}
	if change == nil {
		return l.Position.View(s)
	}
	return change(l.Position.View(adjudicator.GM).(K), l.Position.View(s).(V))
}

func (l *leaky[K, V]) Play(t *adjudicator.Table) {
	var p Played[K]
	if l.tap.Then != nil {
		p.Before = l.copied()
	}
	if l.tap.Play != nil {
		l.tap.Play(l.Position, t)
	} else {
		l.Position.Play(t)
	}
	if l.tap.Then != nil {
		p.After, p.Told, p.Answers = l.copied(), slices.Clone(t.Record().Told), map[string]string{}
		if asked := t.Record().Asked; len(asked) > 0 {
			for i, req := range asked[0].Requests {
				p.Answers[string(req.Seat)] = asked[0].Answers[i]
			}
		}
		l.tap.Then(t, p)
	}
}

// copied returns a copy of the present truth that later moves don't change.
func (l *leaky[K, V]) copied() (k K) {
	js, err := json.Marshal(l.Position.View(adjudicator.GM))
	if err == nil {
		err = json.Unmarshal(js, &k)
	}
	if err != nil {
		panic(fmt.Sprintf("gate: %T can't be copied: %v", k, err))
	}
	return k
}

// Into puts the Tap into the rules of a gate.
func (tap Tap[K, V]) Into(g *Gate) {
	inner, r := g.Rules, *g.Rules
	r.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := inner.Setup(t, c)
		return &leaky[K, V]{p, tap}, err
	}
	r.Blank = func() adjudicator.Position { return &leaky[K, V]{inner.Blank(), tap} }
	r.Switch = func(p adjudicator.Position, options map[string]string) {
		if l, ok := p.(*leaky[K, V]); ok {
			p = l.Position
		}
		inner.Switch(p, options)
	}
	g.Rules = &r
	if tap.Then != nil {
		tap.Words += fmt.Sprintf("{{define %q}}{{range .}}  {{.}}\n{{end}}{{end}}", r.Name+" heard")
	}
	if tap.Words != "" {
		words, err := templates.New(fstest.MapFS{"leaks.tmpl": {Data: []byte(tap.Words)}})
		if err != nil {
			panic(fmt.Sprintf("gate: templates of a leak: %v", err))
		}
		g.Words = words
	}
}

// Say tells lines to an audience, as an event of its own.
func Say(t *adjudicator.Table, to adjudicator.Audience, lines ...string) {
	if len(lines) > 0 {
		t.Tell(adjudicator.Event{Kind: "heard", Data: lines}, to)
	}
}

// Ruled puts a leak into a gate whose games are played with an option set to a value.
func Ruled(option, value string, into func(*Gate)) func(*Gate) {
	return func(g *Gate) {
		g.Config.Options = ruled(g.Config.Options, option, value)
		into(g)
	}
}

func ruled(options map[string]string, name, value string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, options)
	out[name] = value
	return out
}

// Dry puts in a leak that shows so rarely that it would take too long to find with game masters and letters. The gate
// then looks for it in games of the given number of turns without them.
func Dry(turns int, into func(*Gate)) func(*Gate) {
	return func(g *Gate) {
		g.Dry, g.Turns = true, turns
		into(g)
	}
}

// A Post sends one letter.
type Post func(ctx context.Context, now time.Time, l letter.Letter) error

// Posting changes how letters are sent. send is also told how many letters went to other players.
func Posting(send func(w *World, others int, next Post, ctx context.Context, now time.Time,
	l letter.Letter) error) func(*Gate) {
	return altering(func(w *World) {
		next, others := w.Send, 0
		w.Send = func(ctx context.Context, now time.Time, l letter.Letter) error {
			if l.To != w.Watcher {
				others++
			}
			return send(w, others, next, ctx, now, l)
		}
	})
}

func altering(alter func(*World)) func(*Gate) { return func(g *Gate) { g.Alter = alter } }

// Adding changes letters before they are sent.
func Adding(change func(w *World, others int, l *letter.Letter)) func(*Gate) {
	return Posting(func(w *World, others int, next Post, ctx context.Context, now time.Time, l letter.Letter) error {
		change(w, others, &l)
		return next(ctx, now, l)
	})
}

// Copying sends the watcher a copy of others' letters.
func Copying(which func(letter.Letter) bool) func(*Gate) {
	return Posting(func(w *World, _ int, next Post, ctx context.Context, now time.Time, l letter.Letter) error {
		if err := next(ctx, now, l); err != nil || l.To == w.Watcher || !which(l) {
			return err
		}
		l.To = w.Watcher
		return next(ctx, now, l)
	})
}

// Receiving runs a function after each letter that was taken in.
func Receiving(then func(w *World, ctx context.Context, now time.Time, l letter.Letter) error) func(*Gate) {
	return altering(func(w *World) {
		next := w.Receive
		w.Receive = func(ctx context.Context, now time.Time, l letter.Letter) error {
			if err := next(ctx, now, l); err != nil {
				return err
			}
			return then(w, ctx, now, l)
		}
	})
}

// Closing runs a function shortly before each deadline.
func Closing(do func(w *World, ctx context.Context, now time.Time) error) func(*Gate) {
	return altering(func(w *World) {
		w.Closing = func(ctx context.Context, now time.Time) error { return do(w, ctx, now) }
	})
}

// Late returns the seats that have not answered yet.
func (w *World) Late(ctx context.Context) ([]string, error) {
	o, err := inspect.OverviewOf(ctx, w.Master, w.Game)
	var names []string
	for _, s := range o.Seats {
		if s.Asked && !s.In {
			names = append(names, string(s.Name))
		}
	}
	return names, err
}

// Press sends press from the game master, or nothing if there are no words.
func (w *World) Press(ctx context.Context, now time.Time, to, words string) error {
	if words == "" {
		return nil
	}
	if err := desk.At(w.Master, gm.ActOptions{}).Press(ctx, now, w.Game, to, words); err != nil {
		return fmt.Errorf("planting a leak: %w", err)
	}
	return nil
}

// Whole returns the game master's view of a world's game, or the zero value if the game has not begun.
func Whole[K any](w *World) (k K) {
	_, js, err := inspect.As(context.Background(), w.Master, time.Time{}, w.Game, string(adjudicator.GM))
	if err == nil {
		err = json.Unmarshal(js, &k)
	}
	if err != nil {
		var none K
		return none
	}
	return k
}

// Letters returns leaks through letters that work for any title. They leak two numbers that the watcher can't know,
// and what only the game master has noted.
func Letters[K any](one, other func(K) int, notes func(K) any) []Plant {
	return []Plant{
		{Name: "the length tells who has what", Into: Adding(func(w *World, _ int, l *letter.Letter) {
			l.Text += strings.Repeat(" ", one(Whole[K](w))) + "\n"
		})},
		{Name: "the number of lines tells it", Into: Adding(func(w *World, _ int, l *letter.Letter) {
			l.Text += strings.Repeat("\n", other(Whole[K](w)))
		})},
		{Name: "HTML has the game master's notes", Into: Adding(func(w *World, _ int, l *letter.Letter) {
			l.HTML += fmt.Sprintf("<!-- %v -->", notes(Whole[K](w)))
		})},
		{Name: "a receipt says how many are in", Into: Adding(func(w *World, _ int, l *letter.Letter) {
			if names, err := w.Late(context.Background()); err == nil && l.Answer {
				l.Text += fmt.Sprintf("%d are not in.\n", len(names))
			}
		})},
		{Name: "a receipt has what another one has filed", Into: Copying(func(l letter.Letter) bool {
			return strings.Contains(l.Text, ": on file for")
		})},
		{Name: "the late are named", Into: Closing(func(w *World, ctx context.Context, now time.Time) error {
			names, err := w.Late(ctx)
			if err != nil {
				return err
			}
			return w.Press(ctx, now, "ALL", "Still missing: "+strings.Join(names, ", "))
		})},
		{Name: "the Message-ID counts all letters", Into: Adding(func(_ *World, others int, l *letter.Letter) {
			l.ID = fmt.Sprintf("%d.%s", others, l.ID)
		})},
		{Name: "letters wait for those to others", Into: Posting(func(_ *World, others int, next Post,
			ctx context.Context, now time.Time, l letter.Letter) error {
			return next(ctx, now.Add(time.Duration(others)*time.Second), l)
		})},
	}
}

// Harmless returns changes of letters like those of the leaks that reveal nothing. The gate must find nothing in
// them.
func Harmless() []Plant {
	return []Plant{
		{Name: "a reminder whoever is late", Into: Closing(func(w *World, ctx context.Context, now time.Time) error {
			return w.Press(ctx, now, "ALL", "The deadline is near.")
		})},
		{Name: "an answer to the watcher's own letter", Into: Receiving(func(w *World, ctx context.Context,
			now time.Time, l letter.Letter) error {
			if l.From != w.Watcher {
				return nil
			}
			return w.Press(ctx, now, "ALL", "Thanks.")
		})},
		{Name: "a line below each letter", Into: Adding(func(_ *World, _ int, l *letter.Letter) {
			l.Text += "Cheers, the game master.\n"
		})},
	}
}
