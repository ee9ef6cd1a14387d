package dishonest

// This file has the methods of a view for programs that play or draw.

// Board returns the board of the view; the house edition for a view that was decoded.
func (v View) Board() *Board { return v.edition() }

// OnBoard returns the view as it is by the edition of a board, such as one that was made of a letter.
func (v View) OnBoard(b *Board) View {
	v.board = b
	return v
}

// Holder returns the power that holds an area: by units there, or else by control; "" if nobody (DD-2, DD-3).
func (v View) Holder(a Area) string { return v.holder(a) }

// Controls reports whether a region is a power's own, and no other occupies it (DD-2).
func (v View) Controls(a Area, seat string) bool { return v.controls(a, seat) }

// Force returns the units of a power in an area.
func (v View) Force(a Area, seat string) Force { return v.force(a, seat) }

// Closed reports whether an area is impassable to all but air units.
func (v View) Closed(a Area) bool { return v.closed(a) }

// Adjacent reports whether two areas are adjacent for a power, including by a canal that is open to it (DD-23).
func (v View) Adjacent(x, y Area, seat string) bool { return v.adjacent(x, y, seat) }

// Me returns the public state of the view's player; an empty one for an observer.
func (v View) Me() Player {
	if p := v.player(v.Seat); p != nil {
		return *p
	}
	return Player{}
}

// Allied reports whether two powers are allies.
func (v View) Allied(x, y string) bool { return v.allied(x, y) }

// Meets reports whether the player could score a card now (DD-15), apart from conditions for the game master.
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
