package pack

import (
	"slices"
	"strings"
)

// A Precedent is what the game master has ruled on what a card says. It holds for the rest of the game.
type Precedent struct {
	Card, Text string // the card's title, and what it left to the game master
	Ruling     string // in normal form, a line each
}

// Precedents are those of a game, in the order in which they were ruled; nil in a game that keeps none.
type Precedents []Precedent

// On returns the ruling on what a card says.
func (ps Precedents) On(card, text string) (ruling string, ok bool) {
	i := slices.IndexFunc(ps, func(p Precedent) bool { return p.Card == card && p.Text == text })
	if i < 0 {
		return "", false
	}
	return ps[i].Ruling, true
}

// General reports whether a ruling can hold for later cases: it names no seat and no place, so that it does not belong
// to the case that it was made for.
func General(effects []Effect, seats []string) bool {
	return !slices.ContainsFunc(effects, func(e Effect) bool {
		return e.Place != "" || slices.Contains(seats, e.Target)
	})
}

// Lines are the effects of the ruling.
func (p Precedent) Lines() []string { return strings.Split(p.Ruling, "\n") }
