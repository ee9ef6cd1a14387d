// Package successors has the rules of Successors (Decision Games, Strategy & Tactics 161): Alexander's heirs fight for
// their empire from Thrace to India, with events, revenue, armies and fleets, and battles in rounds of dice.
//
// The package is in charge of the game as a whole: reading a player's orders, the turns, movement, battles, what is
// seen and who is told. Rules are cited as SU-1 to SU-24. The publisher's board and tables are not public; those here
// are a house edition, which keeps all that is known of the published ones (K1 to K10) and makes up what is not (U1 to
// U7); house.toml lists both.
//
// turn.go has the course of a turn, and names what follows in the order of the rules; the files read*.go
// turn a player's words into a sheet (sheet.go), words.go turns that into its normal form, in which it is on file, and
// strict.go reads it from there.
package successors

import "deaddrop/adjudicator"

// seats are the colours of the pieces.
func seats() []adjudicator.Seat { return []adjudicator.Seat{"Red", "Blue", "Green", "Yellow"} }

// white is the side of rebels, invaders and mercenaries that serve nobody (SU-22).
const white = "White"

// Rules are the rules of Successors.
var Rules = &adjudicator.Rules{
	Name:      "successors",
	Title:     "Successors",
	Doc:       doc,
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
