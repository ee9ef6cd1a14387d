package game

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"deaddrop/adjudicator"
)

// Summary is so much of a game as says who plays: what it was before, if that still says so. It is never changed.
func (g *Game) Summary(was *Game) *Game {
	if was != nil && g.isSummarizedBy(was) {
		return was
	}
	b := &Game{
		Name: g.Name, Rules: g.Rules, State: g.State, Trust: g.Trust, Formed: g.Formed,
		PressBox: PressBox{PressRules: maps.Clone(g.PressRules)},
		People:   People{SignUp: g.SignUp.summary(), Gallery: g.Gallery.summary()},
	}
	for _, s := range g.Seats {
		b.Seats = append(b.Seats, &Seat{Name: s.Name, Owner: Owner{Address: s.Address, Also: s.Also}})
	}
	return b
}

// isSummarizedBy reports whether a summary that was made before still says who plays.
func (g *Game) isSummarizedBy(was *Game) bool {
	if was.Name != g.Name || was.Rules != g.Rules || was.State != g.State {
		return false
	}
	if was.Trust != g.Trust || was.Formed != g.Formed || !maps.Equal(was.PressRules, g.PressRules) {
		return false
	}
	if cmp.Or(was.SignUp, g.SignUp) != nil || cmp.Or(was.Gallery, g.Gallery) != nil {
		return false
	}
	return slices.EqualFunc(was.Seats, g.Seats, func(a, b *Seat) bool {
		return a.Name == b.Name && a.Address == b.Address && a.Also == b.Also
	})
}

// Normalize makes a game what it would be if it were read from its JSON, and reports whether it is. Only times and
// events differ there: a time that is read has no name of its zone and no monotonic clock.
func (g *Game) Normalize(js []byte) bool {
	for _, t := range g.times() {
		text, err := t.MarshalText()
		if err != nil || t.UnmarshalText(text) != nil {
			return false
		}
	}
	for i := range g.Record.Told {
		g.Record.Told[i].Event = adjudicator.Event{}
	}
	return !bytes.Contains(js, []byte(`\ufffd`)) // which stands for what can't be saved
}

// times are all that a game has.
func (g *Game) times() []*time.Time {
	out := append([]*time.Time{&g.Deadline, &g.Remind, &g.Resolve, &g.Urged, &g.Stalled, &g.Counted,
		&g.Delayed.Deadline}, g.SignUp.times()...)
	for _, o := range g.Observers() {
		out = append(out, &o.At, &o.Confirmed, &o.Answered.Since)
	}
	for _, b := range g.Standbys {
		out = append(out, &b.Until)
	}
	if g.Still != nil {
		out = append(out, &g.Still.Since)
	}
	if g.Paused != nil {
		out = append(out, &g.Paused.Since)
	}
	for _, s := range g.Seats {
		out = append(out, &s.Pressed.Since, &s.Answered.Since, &s.Confirms.Since, &s.Absences.Since,
			&s.Wrote, &s.Resigns, &s.Seconds.Since)
		if s.Asking != nil {
			out = append(out, &s.Asking.At)
		}
	}
	return out
}

// PositionKey says all that the position depends on when the phase is played as far as its answers go.
func (g *Game) PositionKey() string {
	b := fmt.Appendf(nil, "%s\x00%s\x00%d %d %d %d", g.Rules, g.State, g.Position, g.Count, g.Turns, len(g.Record.Told))
	for _, a := range g.Record.Asked {
		b = fmt.Appendf(b, " %d", len(a.Answers))
		for _, answer := range a.Answers {
			b = append(fmt.Appendf(b, " %d:", len(answer)), answer...)
		}
	}
	return string(b)
}
