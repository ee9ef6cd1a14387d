// Package deck implements piles from which games draw cards, chits or tiles. The next one to be drawn is first.
package deck

import "deaddrop/adjudicator"

// Shuffle puts a pile in random order. Labels are as for [adjudicator.Table.Roll].
func Shuffle[Card any](t *adjudicator.Table, label string, pile []Card) {
	t.Shuffle(label, len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
}

// Draw takes the next n cards from a pile, or fewer if there are not enough. When the pile has run out, the discards
// are shuffled and become the pile; renewed is their number, or 0 if that did not happen.
func Draw[Card any](t *adjudicator.Table, label string, n int, pile, discards *[]Card) (drawn []Card, renewed int) {
	for len(drawn) < n {
		if len(*pile) == 0 {
			if len(*discards) == 0 {
				break
			}
			*pile, *discards, renewed = *discards, nil, len(*discards)
			Shuffle(t, label, *pile)
		}
		drawn, *pile = append(drawn, (*pile)[0]), (*pile)[1:]
	}
	return drawn, renewed
}
