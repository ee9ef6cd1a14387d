package dishonest

import "slices"

// handSize is how many cards a hand has at most (DD-16).
const handSize = 5

// draw has a player draw cards, as far as his hand and the deck have room and cards (DD-16, DD-17). He is
// told which, and all are told how many.
func (r *turn) draw(seat string, n int) {
	drawn := r.deal(seat, n)
	if len(drawn) > 0 {
		r.tell("draws", draws{[]Drawn{{seat, len(drawn)}}})
		r.inform(seat, "drawn", hand{drawn})
	}
}

// deal gives a player cards from the deck, as draw does, and tells nobody. It returns which.
func (r *turn) deal(seat string, n int) []int {
	var drawn []int
	x := r.secret(seat)
	for range min(n, handSize-len(x.Hand)) {
		card := r.top()
		if card == 0 {
			break
		}
		drawn = append(drawn, card)
		x.Hand = append(x.Hand, card)
	}
	slices.Sort(x.Hand)
	r.player(seat).Cards = len(x.Hand)
	return drawn
}

// top takes the next card off the deck; 0 if there is none, and none was discarded. When the deck has run out, the discards
// are shuffled, and become the deck (DD-17).
func (r *turn) top() int {
	if len(r.Draw) == 0 && len(r.Discard) > 0 {
		r.Draw, r.Discard = r.Discard, nil
		slices.Sort(r.Draw)
		r.shuffle("deck", len(r.Draw), func(i, j int) { r.Draw[i], r.Draw[j] = r.Draw[j], r.Draw[i] })
		r.tell("reshuffled", reshuffled{len(r.Draw)})
	}
	if len(r.Draw) == 0 {
		return 0
	}
	card := r.Draw[0]
	r.Draw = r.Draw[1:]
	r.Deck = len(r.Draw)
	return card
}

// drop takes a card out of a player's hand.
func (r *turn) drop(seat string, card int) {
	x := r.secret(seat)
	x.Hand = slices.DeleteFunc(slices.Clone(x.Hand), func(c int) bool { return c == card })
	r.player(seat).Cards = len(x.Hand)
}

// discard puts a card face up on the discard pile; whose hand it was in has it no more.
func (r *turn) discard(card int) {
	for _, x := range r.Secrets {
		if slices.Contains(x.Hand, card) {
			r.drop(x.Seat, card)
		}
	}
	r.Discard = append(r.Discard, card)
}

// shuffle puts n things in an order of chance by swapping them, or in that which a rule case has.
func (r *turn) shuffle(label string, n int, swap func(i, j int)) {
	if r.loaded == nil {
		r.t.Shuffle(label, n, swap)
		return
	}
	for i := n - 1; i > 0; i-- {
		swap(i, r.loaded(label, i+1))
	}
}
