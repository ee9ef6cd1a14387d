package successors

import (
	_ "embed"

	"deaddrop/adjudicator"
)

// summary is the summary of the rules for players who ask for it. Lines indented by four spaces are valid orders.
//
//go:embed summary.txt
var summary string

// seats returns the colours of the pieces.
func seats() []adjudicator.Seat { return []adjudicator.Seat{"Red", "Blue", "Green", "Yellow"} }

// white is the side of rebels, invaders and mercenaries that serve nobody (SU-22).
const white = "White"

// Rules implements the rules of Successors.
var Rules = &adjudicator.Rules{
	Name:      "successors",
	Title:     "Successors",
	Doc:       summary,
	Published: "the rules, and of the map what they tell",
	Invented:  "the rest of the map, the event tables, the chits",
	Seats:     seats(),
	Min:       3,
	Options:   options,
	House:     houseText,
	Check:     checkPack,
	Setup:     setup,
	Blank:     func() adjudicator.Position { return new(position) },
	Winners:   adjudicator.WinnersOf(ended.winners, "end"),
	Switch:    func(p adjudicator.Position, options map[string]string) { p.(*position).rule(options) },
}
