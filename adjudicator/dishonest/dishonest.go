package dishonest

import (
	_ "embed"

	"deaddrop/adjudicator"
)

// summary is the summary of the rules for players who ask for it. Lines indented by four spaces are valid orders.
//
//go:embed summary.txt
var summary string

// seats returns the great powers.
func seats() []adjudicator.Seat {
	return []adjudicator.Seat{"France", "Germany", "Italy", "Japan", "UK", "USA", "USSR"}
}

// Rules implements the rules of Dishonest Decade.
var Rules = &adjudicator.Rules{
	Name:      "dishonest",
	Title:     "Dishonest Decade",
	Doc:       summary,
	Published: "the rules with all costs of units and actions, and of the board what they tell",
	Invented:  "the rest of the board, the cards, the ideologies, the scenarios",
	Seats:     seats(),
	Min:       4,
	Table:     powers,
	Options:   options,
	House:     houseText,
	Check:     checkPack,
	Setup:     setup,
	Blank:     func() adjudicator.Position { return new(position) },
	Winners:   adjudicator.WinnersOf(ended.winners, "end"),
	Switch:    func(p adjudicator.Position, options map[string]string) { p.(*position).Options = options },
}
