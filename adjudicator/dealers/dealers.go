// Package dealers implements Dealers in Hope (Kevin G. Nunn, a draft of APE Games), in which leaders of a drowned
// continent build decks of cards, train professionals up to masters, and take territories by assault.
//
// The package covers the whole game: reading a player's orders, the years, training, assaults, cards, visibility and
// reports. Rules are cited as DH-1 to DH-42. The published boards and cards are not public; those here are a house
// edition, which keeps everything that is known (K1 to K6) and makes up the rest (U1 to U11); maps.toml and
// cards.toml list both.
//
// turn.go has the course of a year and names the following steps in the order of the rules; the files read*.go turn a
// player's words into a sheet (sheet.go), and words.go turns that into the normal form, which strict.go reads.
package dealers

import "deaddrop/adjudicator"

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
	Doc:       doc,
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
