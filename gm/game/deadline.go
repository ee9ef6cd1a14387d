package game

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
)

// NextDeadline is the deadline of what is asked if it is set now: the latest of all, where there are several kinds. For
// small decisions there is less time, unless others have more to decide. While nobody is asked yet, it is a whole
// turn's.
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

// End is when the time is up: after the grace for the late, or at the deadline if nobody is late. Where everybody is
// waited for in any case, that must not tell.
func (g *Game) End() time.Time {
	if g.EndsEarly() && g.AllIn(g.Deadline) {
		return g.Deadline
	}
	return g.Grace()
}

// EndsEarly reports whether what is asked ends when everybody is in, and not only at its deadline.
func (g *Game) EndsEarly() bool {
	return g.Clock.Ends == calendar.WhenIn && !slices.ContainsFunc(g.Open, func(q *Question) bool { return q.Even })
}

// Delay is how long the game waits for second thoughts when everybody is in. Within a turn it is short, as there may be
// many such questions.
func (g *Game) Delay() time.Duration {
	if g.Brisk() {
		return min(g.Clock.Delay, maxBriskDelay)
	}
	return g.Clock.Delay
}

const maxBriskDelay = 15 * time.Minute

// Asking is what was asked when a step began, so that a letter can remove it from its reader's calendar.
type Asking struct {
	open     []*Question
	Deadline time.Time
}

// Asked is what is asked now.
func (g *Game) Asked() Asking {
	if g == nil || g.State != Running {
		return Asking{}
	}
	return Asking{g.Open, g.Deadline}
}

// Dated is the number of the question that a seat was asked, if its deadline is worth a place in a calendar; 0 for none.
func (a Asking) Dated(seat adjudicator.Seat) int {
	for _, q := range a.open {
		if q.Seat == seat && !q.Stands && !q.Within() {
			return q.Number
		}
	}
	return 0
}
