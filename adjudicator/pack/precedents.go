package pack

import (
	"slices"
	"strings"
)

// A Precedent is a ruling of the game master on what a card does. It holds for the rest of the game.
type Precedent struct {
	Card, Text string // the card's title, and the text on which the game master had to rule
	Ruling     string // the ruling in normal form, one effect per line
}

// Precedents are the precedents of a game, oldest first; nil if the game keeps none.
type Precedents []Precedent

// On returns the ruling on a card's text, and whether there is one.
func (ps Precedents) On(card, text string) (ruling string, ok bool) {
	i := slices.IndexFunc(ps, func(p Precedent) bool { return p.Card == card && p.Text == text })
	if i < 0 {
		return "", false
	}
	return ps[i].Ruling, true
}

// General reports whether a ruling can be applied to later cases, because it names no seat and no place.
func General(effects []Effect, seats []string) bool {
	return !slices.ContainsFunc(effects, func(e Effect) bool {
		return e.Place != "" || slices.Contains(seats, e.Target)
	})
}

// Lines returns the effects of the ruling.
func (p Precedent) Lines() []string { return strings.Split(p.Ruling, "\n") }
