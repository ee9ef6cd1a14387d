package dishonest

// What programs that play, or draw, ask of a view.

// Board is the board that the view is of; that of the house for a view that was read back.
func (v View) Board() *Board { return v.edition() }

// Holder is who holds an area: who has units there, else who controls it; "" for nobody (DD-2, DD-3).
func (v View) Holder(a Area) string { return v.holder(a) }

// Controls reports whether a region is a power's own, and no other occupies it (DD-2).
func (v View) Controls(a Area, seat string) bool { return v.controls(a, seat) }

// Force is what a power has in an area.
func (v View) Force(a Area, seat string) Force { return v.force(a, seat) }

// Closed reports whether an area is impassable but for air units.
func (v View) Closed(a Area) bool { return v.closed(a) }

// Adjacent reports whether two areas are next to each other for a power, by a canal that is open to it as well (DD-23).
func (v View) Adjacent(x, y Area, seat string) bool { return v.adjacent(x, y, seat) }

// Me is the player's own line of what all know; an empty one for an observer.
func (v View) Me() Player {
	if p := v.player(v.Seat); p != nil {
		return *p
	}
	return Player{}
}

// Allied reports whether two powers are allies.
func (v View) Allied(x, y string) bool { return v.allied(x, y) }

// Meets reports whether the player could score a card now (DD-15), as far as that is not for the game master to say.
func (v View) Meets(card int) bool {
	c := v.edition().card(card)
	if c == nil || len(c.Scoring) == 0 {
		return false
	}
	for _, cond := range c.Scoring {
		if cond.Kind == IfGM || !v.meets(cond) {
			return false
		}
	}
	return true
}
