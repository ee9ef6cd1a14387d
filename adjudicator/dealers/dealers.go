package dealers

import (
	_ "embed"

	"deaddrop/adjudicator"
)

// summary is the summary of the rules for players who ask for it. Lines indented by four spaces are valid orders.
//
//go:embed summary.txt
var summary string

// seats returns the colours of the pieces, in clockwise seating order.
func seats() []adjudicator.Seat {
	return []adjudicator.Seat{"Black", "Blue", "Green", "Red", "Yellow"}
}

func seatNames() []string {
	return eachName(seats(), func(s adjudicator.Seat) string { return string(s) })
}

// Rules implements the rules of Dealers in Hope.
var Rules = &adjudicator.Rules{
	Name:      "dealers",
	Title:     "Dealers in Hope",
	Doc:       summary,
	Published: "a draft of the rules, with some names and numbers in its examples",
	Invented:  "both maps, the cards, the leaders, the action board",
	Seats:     seats(),
	Min:       3,
	Options:   options,
	House:     houseText,
	Check:     checkPack,
	Setup:     setup,
	Blank:     func() adjudicator.Position { return new(position) },
	Winners:   adjudicator.WinnersOf(ended.winners, "end"),
	Switch:    func(p adjudicator.Position, options map[string]string) { p.(*position).Options = options },
}
