package dishonest

import "deaddrop/adjudicator"

// What is reported of the course of the game. The start, income, holdings and points are in holdevents.go, movement
// in advance.go, battles in fought.go, and cards and tiles in cardevents.go. Seats, areas and cards are given by name
// or number; the wording is in templates.
type (
	// begun tells everybody whose turn it is: kind "turn".
	begun struct {
		Year, Turn int
		Seat       string
	}

	// passedBy tells everybody that a player has passed: kind "passed".
	passedBy struct{ Seat string }
)

// Nth returns the ordinal of the turn in the year, such as "4th".
func (b begun) Nth() string { return adjudicator.Nth(b.Turn) }
