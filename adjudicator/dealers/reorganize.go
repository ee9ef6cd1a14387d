package dealers

import "slices"

// dismiss dismisses cards on the copy, or returns the reason that this is not possible (DH-12).
func (w *walk) dismiss(cards []string) error {
	for _, name := range cards {
		if w.edition().card(name) == nil {
			return complain("There is no card %s.", name)
		}
		if w.mat().dismiss(name) == "" && !w.open {
			return complain("You have %s %s in your %s (DH-12).", another(name, w.from.Hand, w.from.Discard),
				plain(name), whence(name))
		}
	}
	return nil
}

// whence returns words for where a card to be dismissed may be.
func whence(name string) string {
	switch _, from := taken(name); from {
	case fromHand:
		return "hand"
	case fromDiscard:
		return "discard pile"
	}
	return "hand or discard pile"
}

// dismissals applies the dismissals of the action (DH-12).
func (w *walk) dismissals(cards []string) error {
	a := w.action()
	w.Acting.Dismissed += len(cards)
	switch {
	case a.Dismiss == 0:
		return complain("%s dismisses no cards (DH-12).", a.Name)
	case w.Acting.Dismissed > a.Dismiss:
		return complain("%s dismisses %s, and no more (DH-12).", a.Name, count(a.Dismiss, "card"))
	}
	return w.dismiss(cards)
}

// readies moves hand cards to the ready area on the copy: leader cards in any turn, others as the action allows
// (DH-7, DH-15).
func (w *walk) readies(cards []string) error {
	a := w.action()
	w.Acting.Readied += w.edition().others(cards)
	switch name := lacking(w.Hand, cards); {
	case name != "" && !w.open:
		return complain("You have no %s in your hand.", name)
	case w.Acting.Readied > 0 && a.Ready == 0:
		return complain("With %s only leader cards can go to the ready area (DH-7, DH-15).", a.Name)
	case w.Acting.Readied > a.Ready:
		return complain("%s has room for %s, beside leader cards (DH-15).", a.Name, count(a.Ready, "card"))
	}
	w.mat().ready(cards)
	return nil
}

// others returns the number of cards that are not leader cards.
func (b *Board) others(cards []string) int {
	n := 0
	for _, name := range cards {
		if c := b.card(name); c == nil || c.Kind != Leader {
			n++
		}
	}
	return n
}

// do applies the automatic effect of the action to the copy.
func (w *walk) do() error {
	if w.Acting.Did {
		return complain("What %s does has happened already.", w.action().Name)
	}
	a, p := w.action(), w.player(w.Seat)
	w.Acting.Did = true
	p.Markers = p.Markers.plus(w.given(w.Seat, a))
	if a.Spoils > 0 {
		w.open = true
	}
	if a.Shuffle {
		w.Discard = nil
		w.mat().count()
	}
	return nil
}

// plus returns the sum of two Strengths.
func (x Strengths) plus(y Strengths) Strengths {
	for i := range x {
		x[i] += y[i]
	}
	return x
}

// given returns the markers that an action gives a player: attack for its assault, or support for training, including
// the player's permanent bonuses (DH-18).
func (s *State) given(seat string, a *Action) Strengths {
	out := Strengths{Attack: a.Attack}
	if a.Group == Train {
		out[Support] = a.Support + s.passive(seat).Support
	}
	return out
}

// do carries out the automatic effect of the action (DH-13, DH-14, DH-16, DH-18, DH-24). Support for training is
// reported separately for each source (DH-36).
func (r *turn) do(seat string, a *Action) {
	r.acting.Did = true
	p := r.player(seat)
	all := r.given(seat, a)
	parts := []Credit{{a.Name, all[Support]}}
	if a.Group == Train && r.is(optCredits, "each") {
		of := r.credits(seat, func(x Passive) int { return x.Support })
		parts = append([]Credit{{a.Name, a.Support}}, of...)
	}
	for _, part := range parts {
		x := Strengths{Attack: all[Attack], Support: part.N}
		if all[Attack] = 0; x == (Strengths{}) {
			continue
		}
		p.Markers = p.Markers.plus(x)
		r.tell("gained", gained{Seat: seat, From: part.From, Markers: x, Now: p.Markers})
	}
	if a.Defence > 0 {
		p.Shield += a.Defence
		r.tell("shielded", shielded{seat, a.Defence, p.Shield})
	}
	if a.Spoils > 0 {
		r.gainSpoils(seat, 3, a.Spoils)
	}
	if a.Shuffle {
		r.merge(seat)
	}
	r.score(seat, a.Points, a.Name)
}

// prelude carries out the bonus of the era before a reorganize action (DH-11): the cards that the player dismisses,
// or a point.
func (r *turn) prelude(seat string, cards []string) {
	r.dismiss(seat, cards)
	r.score(seat, r.era().Points, "bonus")
}

// dismiss has a player dismiss cards from their discard pile or hand, as far as they have them, and tells everybody
// (DH-12).
func (r *turn) dismiss(seat string, cards []string) {
	told := dismisses{Seat: seat}
	for _, name := range cards {
		card := r.mat(seat).dismiss(name)
		if card == "" {
			continue
		}
		if told.Cards = append(told.Cards, plain(card)); isOwn(card) {
			told.Gone = append(told.Gone, plain(card))
		} else if r.board.card(card).Kind == Masses {
			r.Pile = append(slices.Clone(r.Pile), card)
			r.masses()
		}
	}
	if len(told.Cards) > 0 {
		r.tell("dismissed", told)
	}
}

// readies moves cards from a player's hand to their ready area, and tells everybody (DH-7, DH-15).
func (r *turn) readies(seat string, cards []string) {
	if moved := r.mat(seat).ready(cards); len(moved) > 0 {
		r.tell("readied", readied{seat, plains(moved)})
	}
}

// plains returns cards without the mark of a faction's copy.
func plains(cards []string) []string {
	var out []string
	for _, c := range cards {
		out = append(out, plain(c))
	}
	return out
}

// dues deducts the points that a player loses at the end of their turn for too few or too many cards (DH-12, DH-18).
func (r *turn) dues(seat string, a *Action) {
	did := r.acting
	if n := max(a.Least-did.Trained, 0); a.Group == Train && n > 0 {
		r.score(seat, -n, count(n, "card")+" too few trained")
	}
	if n := max(did.Trained-a.Most, 0); a.Group == Train && n > 0 {
		r.score(seat, -n, count(n, "card")+" too many trained")
	}
	if n := a.Dismiss - did.Dismissed; n > 0 {
		r.score(seat, -n, count(n, "card")+" too few dismissed")
	}
}
