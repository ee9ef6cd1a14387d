package dealers

import "slices"

// play plays or uses something on the copy, or returns the reason that this is not possible (DH-7, DH-8). Its effects
// have to be possible, too.
func (w *walk) play(p play) error {
	if p.use {
		return w.use(p)
	}
	if w.edition().card(p.card) == nil {
		return complain("There is no card %s.", p.card)
	}
	if p.drawn && !w.holds(p) && !w.open {
		return nil
	}
	if err := w.lay(p); err != nil {
		return err
	}
	return w.apply(w.edition().skill(p), p.choice, false)
}

// holds reports whether a player has the card of a play in the place from which they want to play it.
func (w *walk) holds(p play) bool {
	if !p.ready && find(w.Hand, p.card, false) >= 0 {
		return true
	}
	return !p.drawn && find(w.player(w.Seat).Ready, p.card, false) >= 0
}

// lay moves the card of a play to the play area on the copy, for the chosen value, or returns the reason that this is
// not possible.
func (w *walk) lay(p play) error {
	name := plain(p.card)
	if p.value < Attack || p.value > Support {
		return complain("Say for which of its values it is played: %s=A, %s=D or %s=S (DH-7).", name, name, name)
	}
	m, was := w.mat(), w.from.player(w.Seat)
	card := m.lay(p)
	switch {
	case card != "":
	case w.open:
		card = name
		put(&m.p.Play, card)
	case p.ready:
		return complain("You have %s %s in your ready area.", another(name, was.Ready), name)
	case find(w.Discard, name, false) >= 0:
		return complain("You have no %s in your hand or ready area; there is one in your discard pile.", name)
	default:
		return complain("You have %s %s in your hand or ready area.", another(name, w.from.Hand, was.Ready), name)
	}
	m.p.Markers[p.value] += w.edition().card(card).Values[p.value]
	return nil
}

// another returns "no other" if such a card was in one of some piles when the walk began, and is gone since;
// otherwise "no".
func another(name string, piles ...[]string) string {
	if slices.ContainsFunc(piles, func(cards []string) bool { return find(cards, name, false) >= 0 }) {
		return "no other"
	}
	return "no"
}

// lay moves the card of a play to the play area, from the hand, or else from the ready area, and returns it; "" if it
// is in neither.
func (m playerArea) lay(p play) string {
	var card string
	if !p.ready {
		card = pluck(m.hand, p.card, false)
	}
	if card == "" && !p.drawn {
		card = pluck(&m.p.Ready, p.card, false)
	}
	if card != "" {
		put(&m.p.Play, card)
		m.count()
	}
	return card
}

// use uses a location or an ability on the copy, or returns the reason that this is not possible (DH-8).
func (w *walk) use(p play) error {
	m, b := w.mat(), w.edition()
	l := b.location(p.card)
	spoils := l != nil && l.Spoils()
	switch {
	case l == nil && b.faction(p.card) == nil && b.family(p.card) == nil:
		return complain("There is nothing called %s that can be used.", p.card)
	case spoils && pluck(&m.p.Locations, p.card, false) == "" && !w.open:
		return complain("You have no %s.", p.card)
	case spoils:
	case l != nil && !slices.Contains(m.p.Locations, p.card):
		return complain("You don't have the card of %s.", p.card)
	case l == nil && m.p.Faction != p.card && !slices.Contains(m.p.Masters, p.card):
		return complain("You don't have %s.", p.card)
	case w.answers:
		return complain("%s can be used in your own turn only.", p.card)
	case slices.Contains(w.Acting.Used, p.card):
		return complain("%s was used in this turn already.", p.card)
	}
	s := b.skill(p)
	switch {
	case len(s.effects) == 0:
		return complain("%s has nothing to use: what it gives, it gives all the time.", p.card)
	case p.choice.none:
		return complain("Using it without its effect does nothing.")
	}
	if !spoils {
		put(&w.Acting.Used, p.card)
	}
	return w.apply(s, p.choice, true)
}
