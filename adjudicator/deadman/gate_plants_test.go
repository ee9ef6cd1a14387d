package deadman_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/gm/gate"
	"deaddrop/gm/inspect"
)

type tap = gate.Tap[deadman.Truth, deadman.View]

// hints puts words into every power's view, which are printed.
func hints(of func(deadman.Truth) []string) func(*gate.Gate) {
	return tap{Words: hintWords, View: func(truth deadman.Truth, v deadman.View) adjudicator.View { return nosy{View: v, Hints: of(truth)} }}.Into
}

const hintWords = `{{define "deadman ask orders"}}{{range .View.Hints}}  {{.}}
{{end}}{{end}}`

// telling tells more when a season is over.
func telling(then func(t *adjudicator.Table, s deadman.Season)) func(*gate.Gate) {
	return tap{Then: func(t *adjudicator.Table, p gate.Played[deadman.Truth]) {
		for _, told := range p.Told {
			if season, ok := told.Event.Data.(deadman.Season); ok {
				then(t, season)
			}
		}
	}}.Into
}

// A nosy view has something in it that is not its power's to know: words that are printed, a state that is not, or
// another way to read orders.
type nosy struct {
	deadman.View
	Hints []string       `json:",omitempty"`
	State *deadman.Truth `json:",omitempty"`
	read  func(kind, old, text string) adjudicator.Reading
	chart func(adjudicator.Chart) adjudicator.Chart
	try   func(adjudicator.Trial) adjudicator.Tried
	why   func(string) []string
}

// Try tries orders as the leak does, if it is one of trials.
func (n nosy) Try(t adjudicator.Trial) adjudicator.Tried {
	if n.try != nil {
		return n.try(t)
	}
	return n.View.Try(t)
}

// Explain says as much as the leak does, if it is one of explanations.
func (n nosy) Explain(about string) []string {
	if n.why != nil {
		return n.why(about)
	}
	return n.View.Explain(about)
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

// own returns the part of a view that is its power's.
func own(v adjudicator.View) deadman.View {
	if n, ok := v.(nosy); ok {
		return n.View
	}
	return v.(deadman.View)
}

// reading reads orders with the whole board in sight.
func reading(read func(truth deadman.Truth, v deadman.View, kind, old, text string) adjudicator.Reading) func(*gate.Gate) {
	return tap{View: func(truth deadman.Truth, v deadman.View) adjudicator.View {
		return nosy{View: v, read: func(kind, old, text string) adjudicator.Reading { return read(truth, v, kind, old, text) }}
	}}.Into
}

// charting shows more on the map of every power, and on nothing else.
func charting(more func(truth adjudicator.Chart, place *adjudicator.Place, i int)) func(*gate.Gate) {
	return tap{View: func(truth deadman.Truth, v deadman.View) adjudicator.View {
		return nosy{View: v, chart: func(c adjudicator.Chart) adjudicator.Chart {
			for i := range c.Places {
				more(truth.Chart(), &c.Places[i], i)
			}
			return c
		}}
	}}.Into
}

// playing has the rules play by a ruling that is not in force.
func playing(option, value string) func(*gate.Gate) {
	return tap{Play: func(p adjudicator.Position, t *adjudicator.Table) {
		options := truthOf(p).Options
		other := maps.Clone(options)
		other[option] = value
		deadman.Rules.Switch(p, other)
		defer deadman.Rules.Switch(p, options)
		p.Play(t)
	}}.Into
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

// unitsThere returns how many units a world has.
func unitsThere(ctx context.Context, w *gate.World) int {
	_, js, err := inspect.As(ctx, w.Master, time.Time{}, w.Game, string(adjudicator.GM))
	if err != nil {
		return 0
	}
	return strings.Count(string(js), `"A `) + strings.Count(string(js), `"F `)
}
