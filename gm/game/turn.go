package game

import (
	"slices"

	"deaddrop/adjudicator"
)

// A Turn is the current phase with its questions.
type Turn struct {
	Phase    string
	Count    uint64 // number of phases, including this one
	Position uint64 // log entry with the position at the start of the phase
	Record   adjudicator.Record
	Open     []*Question `json:",omitempty"` // the open questions, which are the last of Record.Asked
	// seats that are out of the game, noted only in games with robots
	Out []adjudicator.Seat `json:",omitempty"`
	// first phase with a public event within a turn of which no notice has told yet; 0: none
	Untold uint64 `json:",omitempty"`
}

type State string

const (
	Running State = "running"
	Forming State = "forming" // the game takes players and has no position yet
	Held    State = "held"    // the program failed: nothing happens until the game master has looked
	Over    State = "over"
)

// Question returns a seat's open question with a number, or the first one for 0; nil if there is none.
func (t *Turn) Question(s *Seat, number int) *Question {
	for _, q := range t.Open {
		if q.Seat == s.Name && (number == 0 || number == q.Number) {
			return q
		}
	}
	return nil
}

// WaitsForDesk returns an unanswered question to the game master, or nil. The turn waits for it even past the
// deadline.
func (t *Turn) WaitsForDesk() *Question {
	for _, q := range t.Open {
		if q.Answer == "" && q.Default == "" {
			return q
		}
	}
	return nil
}

// Hears reports whether a seat may see one of the events.
func Hears(seat adjudicator.Seat, events []adjudicator.EventRecord) bool {
	return slices.ContainsFunc(events, func(t adjudicator.EventRecord) bool { return t.To.Has(seat) })
}

// HasTold reports whether a seat has a question of which letters tell it. Questions that are merely open during a
// turn may be answered, but are not mentioned.
func (t *Turn) HasTold(s *Seat) bool {
	q := t.Question(s, 0)
	return q != nil && !q.Quiet()
}
