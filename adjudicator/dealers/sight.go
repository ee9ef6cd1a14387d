package dealers

import "slices"

// What programs that play, or draw, ask of a view.

// Board is the edition that the game is played with; that of the house for a state that was read back.
func (s State) Board() *Board { return s.edition() }

// On is the map in play.
func (s State) On() *Map { return s.on() }

// Era is the side of the action board that is up.
func (s State) Era() *Era { return s.era() }

// Free reports whether an action can be chosen with a cube that is not the leader's (DH-6).
func (s State) Free(a *Action) bool { return s.free(a) != 0 }

// Owner is who holds an area; "" for nobody.
func (s State) Owner(a Area) string { return s.owner(a) }

// Price is what a card, or the master of a family, costs the player to train, in support (DH-17).
func (v View) Price(name string) int { return v.price(v.Seat, name) }

// Need is the attack that the player needs to begin an assault with by the cheapest way (DH-21, DH-22, DH-24): to take
// a territory that nobody holds, or to make its holder answer. It is not ok if there is no way, or the territory can't
// be attacked.
func (v View) Need(at Area) (n int, ok bool) {
	if at < 0 || int(at) >= len(v.Owners) || v.Me().Seat == "" {
		return 0, false
	}
	n, path := v.need(battle{at: at, from: nowhere})
	return n, path != nil
}

// Me is the player's own line of what all know; an empty one for an observer.
func (v View) Me() Player {
	if p := v.player(v.Seat); p != nil {
		return *p
	}
	return Player{}
}

// Can reports whether a card can be trained now, as far as the supply and the families in play say (DH-17).
func (v View) Can(name string) bool {
	if f := v.edition().family(name); f != nil {
		return slices.Contains(v.Families, name) && !slices.Contains(v.Me().Masters, name)
	}
	c := v.edition().card(name)
	switch {
	case c == nil:
		return false
	case c.Kind == Masses && v.Masses.Top == name:
		return true
	}
	return v.pile(name) > 0
}

// Card is one by its name, with or without the mark of a faction's own; nil if there is none.
func (b *Board) Card(name string) *Card { return b.card(name) }

// Location is one by its name; nil if there is none.
func (b *Board) Location(name string) *Location { return b.location(name) }

// Plain is the name of a card without the mark of a faction's own copy.
func Plain(card string) string { return plain(card) }
