package game

import (
	"slices"

	"deaddrop/adjudicator"
)

// A Turn is the phase that is being played, as far as its answers go.
type Turn struct {
	Phase    string
	Count    uint64 // of phases, this one included
	Position uint64 // the log entry with the position at the start of the phase
	Record   adjudicator.Record
	Open     []*Question `json:",omitempty"` // as the last of Record.Asked
	// the first phase in which something public happened within a turn of which no notice tells yet; 0: none
	Untold uint64 `json:",omitempty"`
}

type State string

const (
	Running State = "running"
	Forming State = "forming" // it takes players, and has no position yet
	Held    State = "held"    // the program failed: nothing moves before the game master has looked
	Over    State = "over"
)

// Question finds an open question of a seat: that of the number, or the first for 0.
func (t *Turn) Question(s *Seat, number int) *Question {
	for _, q := range t.Open {
		if q.Seat == s.Name && (number == 0 || number == q.Number) {
			return q
		}
	}
	return nil
}

// WaitsForDesk is a question that only the game master can answer, and has not; nil if there is none. Whatever
// the deadline says, the turn waits for that.
func (t *Turn) WaitsForDesk() *Question {
	for _, q := range t.Open {
		if q.Answer == "" && q.Default == "" {
			return q
		}
	}
	return nil
}

// Hears reports whether one of the events is for a seat.
func Hears(seat adjudicator.Seat, events []adjudicator.EventRecord) bool {
	return slices.ContainsFunc(events, func(t adjudicator.EventRecord) bool { return t.To.Has(seat) })
}

// HasTold reports whether a seat is asked something of which a letter tells it. What only stands within a turn it may
// answer, but is not written to about.
func (t *Turn) HasTold(s *Seat) bool {
	q := t.Question(s, 0)
	return q != nil && !q.Quiet()
}
