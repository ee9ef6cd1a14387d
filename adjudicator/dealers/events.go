package dealers

import "deaddrop/adjudicator"

// What is told in the course of a year. Seats, territories and cards are named; the wording stands in templates. Events
// of cards are in cardevents.go, of assaults in fought.go, of the draft, winter and the end in yearevents.go.
type (
	// begun tells everybody whose turn it is: kind "turn".
	begun struct {
		Year, Turn int
		Seat       string
	}

	// chosen tells everybody which action a player has chosen, and with what: kind "action".
	chosen struct {
		Seat, Action string
		By           By
	}

	// passedBy tells everybody who has passed: kind "passed". NoCube: they have nothing left to choose an action with.
	passedBy struct {
		Seat   string
		NoCube bool `json:",omitempty"`
	}
)

// Nth is which turn of the year it is: "4th".
func (b begun) Nth() string { return adjudicator.Nth(b.Turn) }
