// Package decatur implements the rules of Decatur (Radio Tapir, 2014): enterprises spread their factors over the
// Eastern Hemisphere, with secret hands of influence cards, takeovers by bidding, and an economy whose upheavals can
// be partly foreseen.
//
// The package implements a whole round: reading players' orders, the turns, the bidding, the clock and the upheavals,
// what is seen, and who is told. Rules are cited as DC-1 to DC-36. The publisher's board and cards are not public;
// those used here are a house edition.
package decatur

import "deaddrop/adjudicator"

// seats returns the seats, which are named after the colours of the pieces.
func seats() []adjudicator.Seat {
	return []adjudicator.Seat{"Red", "Blue", "Green", "Yellow", "Purple", "White", "Orange"}
}

// Rules are the rules of Decatur.
var Rules = &adjudicator.Rules{
	Name:      "decatur",
	Title:     "Decatur",
	Doc:       doc,
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
