package dishonest

import (
	"slices"

	"deaddrop/adjudicator/deck"
)

// handSize is the largest number of cards in a hand (DD-16).
const handSize = 5

// draw has a player draw up to n cards, as far as the hand has room and the deck has cards (DD-16, DD-17). The player
// is told which cards, and everybody how many.
func (r *turn) draw(seat string, n int) {
	drawn := r.deal(seat, n)
	if len(drawn) > 0 {
		r.tell("draws", draws{[]Drawn{{seat, len(drawn)}}})
		r.inform(seat, "drawn", hand{drawn})
	}
}

// deal gives a player cards from the deck, as draw does, but without reports. It returns the cards.
func (r *turn) deal(seat string, n int) []int {
	x := r.secret(seat)
	drawn := r.top(min(n, handSize-len(x.Hand)))
	x.Hand = append(x.Hand, drawn...)
	slices.Sort(x.Hand)
	r.player(seat).Cards = len(x.Hand)
	return drawn
}

// top takes the next n cards off the deck, or as many as there are. When the deck runs out, the discards are shuffled
// to form a new one (DD-17).
func (r *turn) top(n int) []int {
	if n > len(r.Draw) {
		slices.Sort(r.Discard)
	}
	cards, renewed := deck.Draw(r.Table, "deck", n, &r.Draw, &r.Discard)
	if r.Deck = len(r.Draw); renewed > 0 {
		r.tell("reshuffled", reshuffled{renewed})
	}
	return cards
}

// drop removes a card from a player's hand.
func (r *turn) drop(seat string, card int) {
	x := r.secret(seat)
	x.Hand = slices.DeleteFunc(slices.Clone(x.Hand), func(c int) bool { return c == card })
	r.player(seat).Cards = len(x.Hand)
}

// discard moves a card from a hand to the discard pile, face up.
func (r *turn) discard(card int) {
	for _, x := range r.Secrets {
		if slices.Contains(x.Hand, card) {
			r.drop(x.Seat, card)
		}
	}
	r.Discard = append(r.Discard, card)
}
