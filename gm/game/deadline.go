package game

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
)

// NextDeadline returns the deadline for the open questions if it is set at from: the latest one of the different
// kinds. Small decisions do not count if there are others. If nothing is asked yet, it returns the deadline of a
// whole turn.
func (g *Game) NextDeadline(from time.Time) time.Time {
	if len(g.Open) == 0 {
		return g.Clock.Next(from)
	}
	asked := slices.DeleteFunc(slices.Clone(g.Open), (*Question).Quiet)
	small := !slices.ContainsFunc(asked, func(q *Question) bool { return !q.Short })
	var latest time.Time
	for _, q := range asked {
		if at := g.Clock.Deadline(from, q.Kind, q.Short); (small || !q.Short) && at.After(latest) {
			latest = at
		}
	}
	return latest
}

// End returns when a turn is over: after the grace, or at the deadline if nobody is late. If a turn never ends early,
// it includes the grace in any case, so as not to reveal whether somebody is late.
func (g *Game) End() time.Time {
	if g.EndsEarly() && g.AllIn(g.Deadline) {
		return g.Deadline
	}
	return g.Grace()
}

// EndsEarly reports whether the turn ends when everybody is done, before its deadline.
func (g *Game) EndsEarly() bool {
	return g.Clock.Ends == calendar.WhenIn && !slices.ContainsFunc(g.Open, func(q *Question) bool { return q.Even })
}

// Delay returns how long to wait for second thoughts when everybody is done. Within a turn it is short, as there may
// be many questions.
func (g *Game) Delay() time.Duration {
	if g.Brisk() {
		return min(g.Clock.Delay, maxBriskDelay)
	}
	return g.Clock.Delay
}

const maxBriskDelay = 15 * time.Minute

// Asking records the open questions at the start of a step, so that a letter can remove a deadline from its reader's
// calendar.
type Asking struct {
	open     []*Question
	Deadline time.Time
}

// Asked returns the questions that are open now.
func (g *Game) Asked() Asking {
	if g == nil || g.State != Running {
		return Asking{}
	}
	return Asking{g.Open, g.Deadline}
}

// Dated returns the number of a seat's question if its deadline belongs in a calendar, or 0.
func (a Asking) Dated(seat adjudicator.Seat) int {
	for _, q := range a.open {
		if q.Seat == seat && !q.Stands && !q.Within() {
			return q.Number
		}
	}
	return 0
}
