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

// Summary returns the part of a game that says who plays: was, if that is still right, or a new one. Summaries are
// never modified.
func (g *Game) Summary(was *Game) *Game {
	if was != nil && g.isSummarizedBy(was) {
		return was
	}
	b := &Game{
		Name: g.Name, Rules: g.Rules, State: g.State, Trust: g.Trust, Formed: g.Formed,
		PressBox: PressBox{PressRules: maps.Clone(g.PressRules)},
		People:   People{SignUp: g.SignUp.summary(), Gallery: g.Gallery.summary(), Fellows: slices.Clone(g.Fellows)},
	}
	for _, s := range g.Seats {
		b.Seats = append(b.Seats, &Seat{Name: s.Name, Owner: Owner{Address: s.Address, Also: s.Also}})
	}
	return b
}

// isSummarizedBy reports whether an earlier summary is still right.
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
	sameFellow := func(a, b *FellowMaster) bool { return *a == *b }
	if !slices.EqualFunc(was.Fellows, g.Fellows, sameFellow) {
		return false
	}
	return slices.EqualFunc(was.Seats, g.Seats, func(a, b *Seat) bool {
		return a.Name == b.Name && a.Address == b.Address && a.Also == b.Also
	})
}

// Normalize makes a game equal to the result of reading its JSON, and reports whether that was possible. Only times
// and events differ: a time that was read has no zone name and no monotonic clock.
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
	return !bytes.Contains(js, []byte(`\ufffd`)) // the replacement character stands for bytes that can't be saved
}

// times returns pointers to all times in a game.
func (g *Game) times() []*time.Time {
	out := append([]*time.Time{&g.Deadline, &g.Remind, &g.Resolve, &g.Urged, &g.Stalled, &g.Counted,
		&g.Delayed.Deadline, &g.News.Told, &g.News.Sent.Since}, g.SignUp.times()...)
	for _, c := range g.Strays.crowds() {
		out = append(out, &c.Since)
	}
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
	for i := range g.Grey {
		out = append(out, &g.Grey[i].Due)
	}
	if g.Bulletin != nil {
		out = append(out, &g.Bulletin.At, &g.Bulletin.Deadline)
	}
	for _, s := range g.Seats {
		out = append(out, &s.Pressed.Since, &s.Answered.Since, &s.Confirms.Since, &s.Absences.Since, &s.Tried.Since,
			&s.Held.Since, &s.Back.Since, &s.Unproved.Since, &s.Bytes.Since, &s.Wrote, &s.Resigns, &s.Seconds.Since)
		if s.Asking != nil {
			out = append(out, &s.Asking.At)
		}
	}
	return out
}

// PositionKey returns a key of everything that determines the position when the phase is replayed with its answers.
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

// Hollow reports whether a list of the game has a nil entry, which means that the game is damaged.
func (g *Game) Hollow() bool {
	for _, a := range g.SignUp.AskedApplicants() {
		if a == nil {
			return true
		}
	}
	if g.Gallery != nil && slices.Contains(g.Gallery.Observers, nil) {
		return true
	}
	if slices.Contains(g.Fellows, nil) {
		return true
	}
	return slices.Contains(g.Seats, nil) || slices.Contains(g.Open, nil) || slices.Contains(g.Standbys, nil)
}

// PhaseKey returns the log key that prevents a phase from being resolved twice. A rollback changes it.
func (g *Game) PhaseKey() string {
	if g.Turns > 0 {
		return fmt.Sprintf("phase/%d.%d", g.Count, g.Turns)
	}
	return fmt.Sprintf("phase/%d", g.Count)
}
