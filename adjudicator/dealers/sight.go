package dealers

import "slices"

// This file has the methods of a view for programs that play or draw.

// Board returns the edition that the game is played with; the house edition for a state that was decoded.
func (s State) Board() *Board { return s.edition() }

// OnBoard returns the view as it is by the edition of a board, such as one that was made of a letter.
func (v View) OnBoard(b *Board) View {
	v.board = b
	return v
}

// On returns the map in play.
func (s State) On() *Map { return s.on() }

// Era returns the current side of the action board.
func (s State) Era() *Era { return s.era() }

// Free reports whether an action can be chosen with a cube other than the leader's (DH-6).
func (s State) Free(a *Action) bool { return s.free(a) != 0 }

// Owner returns the holder of an area; "" if nobody.
func (s State) Owner(a Area) string { return s.owner(a) }

// Price returns the player's price to train a card, or the master of a family, in support (DH-17).
func (v View) Price(name string) int { return v.price(v.Seat, name) }

// Need returns the attack that the player needs to begin an assault by the cheapest path (DH-21, DH-22, DH-24): to
// take a territory that nobody holds, or to make its holder answer. ok is false if there is no path, or the territory
// can't be attacked.
func (v View) Need(at Area) (n int, ok bool) {
	if at < 0 || int(at) >= len(v.Owners) || v.Me().Seat == "" {
		return 0, false
	}
	n, path := v.need(battle{at: at, from: nowhere})
	return n, path != nil
}

// Harvest returns the points that the player's leader would score if it were winter now (DH-10).
func (v View) Harvest() int {
	f, n := v.edition().faction(v.Me().Faction), 0
	if f == nil {
		return 0
	}
	for _, rule := range f.Winter {
		n += v.part(v.Seat, rule).Points
	}
	return n
}

// Years returns the number of years in the game.
func (v View) Years() int { return v.years() }

// Me returns the public state of the view's player; an empty one for an observer.
func (v View) Me() Player {
	if p := v.player(v.Seat); p != nil {
		return *p
	}
	return Player{}
}

// Can reports whether a card can be trained now, as far as the supply and the families in play are concerned (DH-17).
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

// Card returns the card with a name, with or without the mark of a faction's copy; nil if there is none.
func (b *Board) Card(name string) *Card { return b.card(name) }

// Location returns the location with a name; nil if there is none.
func (b *Board) Location(name string) *Location { return b.location(name) }

// Plain returns the name of a card without the mark of a faction's copy.
func Plain(card string) string { return plain(card) }
