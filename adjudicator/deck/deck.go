// Package deck has the piles that games draw from: of cards, chits or tiles. The next one lies first.
package deck

import "deaddrop/adjudicator"

// Shuffle puts a pile in an order of chance. Labels are those of [adjudicator.Table.Roll].
func Shuffle[Card any](t *adjudicator.Table, label string, pile []Card) {
	t.Shuffle(label, len(pile), func(i, j int) { pile[i], pile[j] = pile[j], pile[i] })
}

// Draw takes the next n cards off a pile, as far as there are cards. When it has run out, the discards are shuffled and
// become the pile; renewed is how many they were, and 0 if the pile lasted.
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
