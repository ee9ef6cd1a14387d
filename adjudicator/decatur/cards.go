package decatur

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/parser/strict"
)

// deal takes n influence cards from the deck for a player. If the deck runs out, the discards are shuffled into a new
// one (DC-12). There may be fewer cards.
func (r *round) deal(seat string, n int) (cards []Commonwealth, refilled bool) {
	cards, renewed := deck.Draw(r.Table, "influence", n, &r.Draw, &r.Discards)
	s := r.secret(seat)
	s.Hand = slices.Concat(s.Hand, cards)
	r.count()
	return cards, renewed > 0
}

// draw carries out the action of drawing a card (DC-12).
func (r *round) draw(seat string, told turn) {
	told.Action = "draw"
	r.replace(seat, 1, told)
}

// exchange discards cards of one kind and draws the same number (DC-13).
func (r *round) exchange(seat string, a exchange, told turn) {
	hand, inPlay := r.sight(seat, a).given(a)
	s, p := r.secret(seat), r.player(seat)
	s.Hand = without(s.Hand, a.kind, hand)
	p.InPlay = without(p.InPlay, a.kind, inPlay)
	r.Discards = append(r.Discards, slices.Repeat([]Commonwealth{a.kind}, hand+inPlay)...)
	told.Action, told.Kind, told.FromHand, told.FromPlay = "exchange", a.kind, hand, inPlay
	r.replace(seat, hand+inPlay, told)
}

// replace draws cards and discards those in excess. It tells everybody what is public, and the player what they drew.
func (r *round) replace(seat string, n int, told turn) {
	drawn, refilled := r.deal(seat, n)
	told.Cards, told.Refilled = len(drawn), refilled
	r.part(seat, &told)
	r.tell("turn", told)
	r.Table.Tell(adjudicator.Event{Kind: "drew", Data: drew{drawn, r.secret(seat).Hand}},
		adjudicator.To(adjudicator.Seat(seat)))
}

// part makes a player get rid of excess cards: first from the hand into play, then from play (DC-12).
func (r *round) part(seat string, told *turn) {
	s, p := r.secret(seat), r.player(seat)
	toPlay := max(0, len(s.Hand)-maxHand)
	if toPlay == 0 {
		return
	}
	rules := r.sheets[seat].rules
	choice := usualParting(s.Hand, p.InPlay, rules)
	if r.AsksAlways() || r.is(optSpeed, standard) && len(rules.keep) == 0 {
		r.excess = map[string]Excess{seat: {toPlay, max(0, len(p.InPlay)+toPlay-maxInPlay)}}
		choice = strict.Must(parseParting(r.ask(seat, "excess", choice.words())))
		r.excess = nil
	}
	for _, card := range choice.play {
		s.Hand = without(s.Hand, card, 1)
		p.InPlay = append(p.InPlay, card)
	}
	for _, card := range choice.discard {
		p.InPlay = without(p.InPlay, card, 1)
	}
	r.Discards = append(r.Discards, choice.discard...)
	told.Played, told.Dropped = choice.play, choice.discard
	r.count()
}

// usualParting returns what a player parts with by their standing orders. In hand they keep the kinds that they want
// to keep, in that order, and otherwise the oldest cards. From play go the kinds to be discarded, then duplicates,
// then the newest cards (DC-12).
func usualParting(hand, inPlay []Commonwealth, rules standing) parting {
	var out parting
	rank := func(c Commonwealth) int {
		if i := slices.Index(rules.keep, c); i >= 0 {
			return i
		}
		return len(rules.keep)
	}
	hand, inPlay = slices.Clone(hand), slices.Clone(inPlay)
	for len(hand) > maxHand {
		worst := len(hand) - 1
		for i := len(hand) - 1; i >= 0; i-- {
			if rank(hand[i]) > rank(hand[worst]) {
				worst = i
			}
		}
		out.play, inPlay = append(out.play, hand[worst]), append(inPlay, hand[worst])
		hand = slices.Delete(hand, worst, worst+1)
	}
	for len(inPlay) > maxInPlay {
		i := goesFirst(inPlay, rules.discard, "")
		out.discard = append(out.discard, inPlay[i])
		inPlay = slices.Delete(inPlay, i, i+1)
	}
	return out
}

// goesFirst returns the index of the card that leaves play if there is no room: a card of the first of some kinds,
// but one of the needed kind only if there is no other; then one of a kind that is there twice; then the newest
// (DC-12, DC-22).
func goesFirst(inPlay, kinds []Commonwealth, needed Commonwealth) int {
	best, bestRank := len(inPlay)-1, 4*len(Commonwealths)
	for i := len(inPlay) - 1; i >= 0; i-- {
		card, rank := inPlay[i], len(Commonwealths)+1
		if listed := slices.Index(kinds, card); listed >= 0 {
			rank = min(listed, len(Commonwealths)-1)
		} else if countOf(inPlay, card) > 1 {
			rank = len(Commonwealths)
		}
		if card == needed {
			rank += 2 * len(Commonwealths)
		}
		if rank < bestRank {
			best, bestRank = i, rank
		}
	}
	return best
}

// intoPlay puts cards into play one after another, making room for each (DC-22). needed is the kind that counts in
// the takeover.
func intoPlay(inPlay, cards, kinds []Commonwealth, needed Commonwealth) (after, discarded []Commonwealth) {
	after = slices.Clone(inPlay)
	for _, card := range cards {
		if len(after) >= maxInPlay {
			i := goesFirst(after, kinds, needed)
			discarded = append(discarded, after[i])
			after = slices.Delete(after, i, i+1)
		}
		after = append(after, card)
	}
	return after, discarded
}

// without returns cards with n cards of a kind removed, the newest first.
func without(cards []Commonwealth, kind Commonwealth, n int) []Commonwealth {
	cards = slices.Clone(cards)
	for i := len(cards) - 1; i >= 0 && n > 0; i-- {
		if cards[i] == kind {
			cards = slices.Delete(cards, i, i+1)
			n--
		}
	}
	return cards
}

// ask asks a player a question within a turn, and returns the answer. Others are told with their next letter.
func (r *round) ask(seat, kind, usual string) string {
	return r.within(adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: kind, Default: usual, Short: true,
		Aside: true})
}
