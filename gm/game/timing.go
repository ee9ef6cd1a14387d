package game

import (
	"time"

	"deaddrop/gm/calendar"
)

// Timing is when what is asked has to be answered, and what that depends on.
type Timing struct {
	Clock    calendar.Clock
	Deadline time.Time
	Remind   time.Time // when those are reminded who are not in; zero: nobody
	Resolve  time.Time // everybody is in: when the time for second thoughts is over
	Paused   *Pause    `json:",omitempty"` // the game master has stopped the clock; nil: it runs
	Still    *Stall    `json:",omitempty"` // what keeps it from going on; nil: nothing
	Quiet    int       `json:",omitempty"` // how often running nobody at all has answered
	Urged    time.Time `json:",omitzero"`  // the deadline of which the late were told
	Stalled  time.Time `json:",omitzero"`  // the deadline at which somebody was missing, so that the turn waits
	Counted  time.Time `json:",omitzero"`  // the last deadline at which it was counted who was late
	Delayed  Awayness  `json:",omitzero"`  // for whose absence the deadline is later
}

// NotBefore is a deadline that is not before the one that was to be, where the clock says so.
func (t *Timing) NotBefore(deadline time.Time) time.Time {
	if t.Clock.Keep {
		return Later(deadline, t.Deadline)
	}
	return deadline
}

// Grace is until when a turn waits for the late.
func (t *Timing) Grace() time.Time { return t.Deadline.Add(t.Clock.Grace) }

// Later is the later one of two moments.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// pausedSince is when the game master stopped the clock; zero: it runs.
func (t *Timing) pausedSince() time.Time {
	if t.Paused == nil {
		return time.Time{}
	}
	return t.Paused.Since
}

// A Stall is that nothing happens in a game: that it is paused, waits for the game master, or has nobody any more who
// answers.
type Stall struct {
	Of    string    // what keeps it, so that it counts anew when that is something else
	Since time.Time // when that was seen
	Told  int       `json:",omitempty"` // letters to the game master about it
}
