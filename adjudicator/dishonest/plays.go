package dishonest

import "slices"

// checkPlay returns an error if a player can't play a card as ordered (DD-14, DD-15).
func (v *View) checkPlay(p play) error {
	c := v.edition().card(p.card)
	switch {
	case c == nil:
		return complain("There is no card %d.", p.card)
	case !slices.Contains(v.Hand, p.card):
		return complain("You don't have the card %d, %s.", p.card, c.Title)
	case !p.score && len(c.Strategy) == 0 && len(c.Scoring) > 0:
		return complain("The card %d, %s, has no strategy effect; it is played with SCORE (DD-14).", p.card, c.Title)
	case !p.score && len(c.Strategy) == 0:
		return complain("The card %d, %s, has no strategy effect; it is for battles (DD-14).", p.card, c.Title)
	case p.score && len(c.Scoring) == 0:
		return complain("The card %d, %s, has no scoring effect (DD-15).", p.card, c.Title)
	}
	if !p.score {
		if err := v.outlook().checkChoice(c.Strategy, p.choice, true); err != nil {
			return complain("The card %d, %s: %s", p.card, c.Title, err)
		}
		return nil
	}
	for _, x := range c.Scoring {
		if !v.meets(x) {
			return complain("The card %d, %s, can't be scored yet: it needs %s%s (DD-15).", p.card,
				c.Title, x, v.shortOf(x))
		}
	}
	return nil
}

// play plays a card that can be played: either for its effects, after which it is discarded, or to lie before the
// player as a point (DD-14, DD-15).
func (r *turn) play(seat string, p play, battles []order) {
	c := *r.board.card(p.card)
	if p.score {
		r.scoreCard(seat, c)
		return
	}
	r.discard(c.Number)
	r.tell("card", played{seat, c.Number, c.Title, c.Text})
	r.apply(c.Title, c.Strategy, seat, p.choice, battles)
}

// scoreCard lays a card before its player, unless the game master, asked about its condition, rules that it does not
// hold: then the card stays in the player's hand.
func (r *turn) scoreCard(seat string, c Card) {
	told := scores{seat, c.Number, c.Title, c.Text}
	for _, x := range c.Scoring {
		if x.Kind == IfGM && !r.rule(c.Title, x.Text, seat) {
			r.tell("unscored", told)
			return
		}
	}
	r.drop(seat, c.Number)
	p := r.player(seat)
	p.Scored = append(slices.Clone(p.Scored), c.Number)
	r.tell("scored", told)
}
