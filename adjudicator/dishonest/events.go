package dishonest

import "deaddrop/adjudicator"

// What is told of a game's course; of the start, income, holdings and points in holdevents.go, of movement in
// advance.go, of battles in fought.go, of cards and tiles in cardevents.go. Seats, areas and cards are named; the
// wording stands in templates.
type (
	// begun tells everybody whose turn it is: kind "turn".
	begun struct {
		Year, Turn int
		Seat       string
	}

	// passedBy tells everybody who has passed: kind "passed".
	passedBy struct{ Seat string }
)

// Nth is which turn of the year it is: "4th".
func (b begun) Nth() string { return adjudicator.Nth(b.Turn) }
