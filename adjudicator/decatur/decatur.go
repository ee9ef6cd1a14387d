package decatur

import (
	_ "embed"

	"deaddrop/adjudicator"
)

// summary is the summary of the rules for players who ask for it. Lines indented by four spaces are valid orders.
//
//go:embed summary.txt
var summary string

// seats returns the seats, which are named after the colours of the pieces.
func seats() []adjudicator.Seat {
	return []adjudicator.Seat{"Red", "Blue", "Green", "Yellow", "Purple", "White", "Orange"}
}

// Rules are the rules of Decatur.
var Rules = &adjudicator.Rules{
	Name:      "decatur",
	Title:     "Decatur",
	Doc:       summary,
	Published: "the rules, and of the board what they and the publisher tell",
	Invented:  "the rest of the board, its tables, the numbers of cards",
	Seats:     seats(),
	Min:       2,
	Options:   options,
	House:     houseText,
	Check:     checkPack,
	Setup:     setup,
	Blank:     func() adjudicator.Position { return new(position) },
	Winners:   adjudicator.WinnersOf(ended.winners, "end"),
	Switch:    func(p adjudicator.Position, options map[string]string) { p.(*position).rule(options) },
}
