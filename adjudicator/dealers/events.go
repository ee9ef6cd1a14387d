package dealers

import "deaddrop/adjudicator"

// What is reported in the course of a year. Seats, territories and cards are given by name; the wording is in
// templates. Events of cards are in cardevents.go, of assaults in fought.go, and of the draft, winter and the end in
// yearevents.go.
type (
	// begun tells everybody whose turn it is: kind "turn".
	begun struct {
		Year, Turn int
		Seat       string
	}

	// chosen tells everybody which action a player has chosen, and with which cube: kind "action".
	chosen struct {
		Seat, Action string
		By           By
	}

	// passedBy tells everybody that a player has passed: kind "passed". NoCube is whether they have nothing left to
	// choose an action with.
	passedBy struct {
		Seat   string
		NoCube bool `json:",omitempty"`
	}
)

// Nth returns the ordinal of the turn in the year, such as "4th".
func (b begun) Nth() string { return adjudicator.Nth(b.Turn) }
