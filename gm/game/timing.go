package game

import (
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
)

// Timing says when the open questions have to be answered.
type Timing struct {
	Clock    calendar.Clock
	Deadline time.Time
	Remind   time.Time // when players who are not done are reminded; zero: never
	Resolve  time.Time // when the time for second thoughts ends, if everybody is done
	Paused   *Pause    `json:",omitempty"` // the game master has stopped the clock; nil: it runs
	Still    *Stall    `json:",omitempty"` // why nothing happens; nil: the game goes on
	Quiet    int       `json:",omitempty"` // consecutive turns in which nobody has answered
	Urged    time.Time `json:",omitzero"`  // the deadline that late players were reminded of after it had passed
	Stalled  time.Time `json:",omitzero"`  // the deadline at which somebody was missing, so that the turn waits
	Counted  time.Time `json:",omitzero"`  // the last deadline for which lateness was counted
	Delayed  Awayness  `json:",omitzero"`  // whose absence has postponed the deadline
}

// NotBefore returns a deadline that is not before the previous one, if the clock's Keep is set.
func (t *Timing) NotBefore(deadline time.Time) time.Time {
	if t.Clock.Keep {
		return Later(deadline, t.Deadline)
	}
	return deadline
}

// Grace returns when the grace for late players ends.
func (t *Timing) Grace() time.Time { return t.Deadline.Add(t.Clock.Grace) }

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// pausedSince returns when the game master stopped the clock, or the zero time if it runs.
func (t *Timing) pausedSince() time.Time {
	if t.Paused == nil {
		return time.Time{}
	}
	return t.Paused.Since
}

// A Stall records that nothing happens in a game, because it is paused, waits for the game master, or is deserted.
type Stall struct {
	Of    string    // the cause; with another cause the count starts again
	Since time.Time // when it was noticed
	Told  int       `json:",omitempty"` // letters to the game master about it
}

// EndingOf returns what ends the phases of a game by default.
func EndingOf(rules *adjudicator.Rules) calendar.Ending {
	if rules.Blind {
		return calendar.AtDeadline
	}
	return calendar.WhenIn
}
