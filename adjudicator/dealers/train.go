package dealers

import "slices"

// level returns the card of a family with a level; nil if there is none.
func (b *Board) level(family string, level int) *Card {
	i := slices.IndexFunc(b.Cards, func(c Card) bool { return c.Family == family && c.Level == level })
	if i < 0 {
		return nil
	}
	return &b.Cards[i]
}

// below returns the cards one of which is needed to train a card or master, the next lower one first (DH-17); none
// for a card that needs no other.
func (b *Board) below(name string) []string {
	c := b.card(name)
	switch {
	case c == nil:
		return b.names(name, 2)
	case c.Level == 2:
		return b.names(c.Family, 1, 2)
	}
	return nil
}

// names returns the names of the cards of a family with some levels.
func (b *Board) names(family string, levels ...int) []string {
	var out []string
	for _, n := range levels {
		if c := b.level(family, n); c != nil {
			out = append(out, c.Name)
		}
	}
	return out
}

// train trains a card or master on the copy, as the action allows, or returns the reason that this is not possible
// (DH-17 to DH-20).
func (w *walk) train(name string) error {
	_, from := taken(name)
	name = w.trainee(name)
	a := w.action()
	if a.Group != Train {
		return complain("%s is no train action.", a.Name)
	}
	if err := w.trainable(name); err != nil {
		return err
	}
	needs := w.edition().below(name)
	if a.From != FromPlay && len(needs) == 0 {
		return complain("%s is for cards of level 2 and masters, and %s is neither (%s).", a.Name,
			name, map[Source]string{FromDiscard: "DH-19", FromDismiss: "DH-20"}[a.From])
	}
	m := w.mat()
	if a.From == FromDismiss {
		if err := w.rise(a, name, needs[0]+from); err != nil {
			return err
		}
		m.train(name)
		m.dismiss(needs[0] + from)
		w.Acting.Raised++
	} else {
		if err := w.needs(name, needs, a.From); err != nil {
			return err
		}
		price := w.price(w.Seat, name)
		if have := m.p.Markers[Support]; price > have && !w.open {
			return complain("%s costs %d support, and there is %d left (DH-17).", title(w.edition(), name), price, have)
		}
		m.p.Markers[Support] = max(0, m.p.Markers[Support]-price)
		m.train(name)
	}
	w.Acting.Trained++
	return nil
}

// trainee returns the card or master that is trained by a name: for the masses, the card on top of the pile; if that
// is not known yet, since others were trained before it, any.
func (s *State) trainee(name string) string {
	if name = plain(name); name != topMasses || s.edition().card(name) != nil {
		return name
	}
	if s.Masses.Top != "" {
		return s.Masses.Top
	}
	i := slices.IndexFunc(s.edition().Cards, func(c Card) bool { return c.Kind == Masses })
	return s.edition().Cards[i].Name
}

// title returns the name of a card or a master for use in a sentence.
func title(b *Board, name string) string {
	if b.card(name) == nil {
		return "The master of " + name
	}
	return name
}

// trainable returns an error if there is no such card or master to train (DH-17).
func (w *walk) trainable(name string) error {
	c := w.edition().card(name)
	p := w.player(w.Seat)
	switch {
	case c == nil && w.edition().family(name) == nil:
		return complain("There is no card %s.", name)
	case c == nil && !slices.Contains(w.Families, name),
		c != nil && c.Kind == Professional && !slices.Contains(w.Families, c.Family):
		return complain("%s is not in this game.", title(w.edition(), name))
	case c == nil && slices.Contains(p.Masters, name):
		return complain("You have the master of %s already (DH-17).", name)
	case c == nil:
		return nil
	case c.Kind == Leader:
		return complain("%s is a leader card: it can't be trained.", name)
	case c.Kind == Masses && w.Masses.N == 0:
		return complain("There are no masses left to train.")
	case c.Kind == Masses && w.Masses.Top != "" && w.Masses.Top != name:
		return complain("Of the masses only the top card can be trained, which is %s.", w.Masses.Top)
	case c.Kind != Masses && w.pile(name) == 0:
		return complain("There is no %s left in the supply.", name)
	}
	return nil
}

// needs returns an error if the card that is needed to train another one is missing: one of them has to be in the
// play area, and played in this turn, or, where the action allows it, in the discard pile (DH-17, DH-19).
func (w *walk) needs(name string, needs []string, from Source) error {
	played := w.player(w.Seat).Play[w.Acting.Stale:]
	has := func(card string) bool {
		return find(played, card, false) >= 0 || from == FromDiscard && find(w.Discard, card, false) >= 0
	}
	switch {
	case len(needs) == 0, slices.ContainsFunc(needs, has), w.open && from == FromDiscard:
		return nil
	case from == FromDiscard:
		return complain("%s needs %s in your discard pile, or played in this turn (DH-19).", title(w.edition(), name),
			either(needs))
	}
	return complain("%s needs %s played in this turn (DH-17).", title(w.edition(), name), either(needs))
}

// either returns a choice of cards in words.
func either(cards []string) string {
	if len(cards) == 1 {
		return cards[0]
	}
	return cards[0] + " or " + cards[1]
}

// rise returns an error if a card can't be dismissed to gain the next one (DH-20).
func (w *walk) rise(a *Action, name, needs string) error {
	from, pile := taken(needs)
	inHand := pile != fromDiscard && find(w.Hand, from, false) >= 0
	discarded := pile != fromHand && find(w.Discard, from, false) >= 0
	switch {
	case w.Acting.Raised >= max(1, a.Most):
		return complain("%s is for %s (DH-20).", a.Name, count(max(1, a.Most), "card"))
	case !inHand && !discarded && !w.open:
		return complain("%s needs %s in your %s, to be dismissed (DH-20).", title(w.edition(), name),
			from, whence(needs))
	}
	return nil
}

// gift trains a card by an effect on the copy, or returns the reason that this is not possible (OpTrain).
func (w *walk) gift(e Effect, name string) error {
	name = w.trainee(name)
	c := w.edition().card(name)
	switch {
	case c == nil:
		return complain("No master can be trained so.")
	case e.What != "" && string(c.Kind) != e.What:
		return complain("%s is no card of the kind %s.", name, e.What)
	case c.Cost > e.Cost:
		return complain("%s costs %d, and %d is the most.", name, c.Cost, e.Cost)
	}
	if err := w.trainable(name); err != nil {
		return err
	}
	if err := w.needs(name, w.edition().below(name), FromPlay); err != nil {
		return err
	}
	w.mat().train(name)
	w.Acting.Trained++
	return nil
}

// train has the mover train a card or master, which must be possible (DH-17 to DH-20).
func (r *turn) train(seat, name string) {
	_, from := taken(name)
	name = r.trainee(name)
	a, m := r.era().action(r.acting.Action), r.mat(seat)
	told := trains{Seat: seat, Card: name}
	if a.From == FromDismiss {
		needs := r.board.below(name)[0]
		r.acquire(seat, name, &told)
		r.acting.Raised++
		r.dismiss(seat, []string{needs + from})
		return
	}
	told.Cost = r.price(seat, name)
	m.p.Markers[Support] -= told.Cost
	r.acquire(seat, name, &told)
}

// acquire moves a card from the supply to a player's discard pile, or gives them a master, and tells everybody.
func (r *turn) acquire(seat, name string, told *trains) {
	r.mat(seat).train(name)
	if c := r.board.card(name); c == nil {
		told.Master, told.Points = true, r.board.family(name).Points
	} else if c.Kind == Masses {
		r.Pile = slices.Clone(r.Pile[1:])
		r.masses()
	}
	if r.acting != nil && seat == r.Mover {
		r.acting.Trained++
	}
	told.Left = r.player(seat).Markers[Support]
	r.tell("trained", told)
}
