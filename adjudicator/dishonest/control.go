package dishonest

import "cmp"

// What an area is to a power follows from what stands there (DD-2 to DD-4): nothing of it is kept.

// closed reports whether an area is impassable: by the board, or as the homeland of a power that is out of the game
// (DD-43).
func (s *State) closed(a Area) bool {
	p := s.edition().Places[a]
	if p.Impassable {
		return true
	}
	u := s.unplayed(p.Home)
	return u != nil && !u.Conquerable
}

// owner is whose homeland or colony a region is, occupied by others or not; "" for nobody's. A homeland has no colony
// but that of whoever annexed it, which is a colony there only where a power is un-played, which can't be (DD-40): so
// it is its power's.
func (s *State) owner(a Area) string {
	if home := s.edition().Places[a].Home; home != "" && s.player(home) != nil {
		return home
	}
	return s.Areas[a].Colony
}

// controls reports whether a region is a power's own, homeland or colony, and no other occupies it (DD-2).
func (s *State) controls(a Area, seat string) bool {
	if s.owner(a) != seat || seat == "" {
		return false
	}
	for _, k := range s.Areas[a].Stacks {
		if k.Seat != seat {
			return false
		}
	}
	k := s.keeper(a)
	return k == "" || k == seat
}

// occupies reports whether a power controls an area or has units there (DD-2).
func (s *State) occupies(a Area, seat string) bool {
	if seat == "" {
		return false
	}
	return s.controls(a, seat) || s.force(a, seat).Total() > 0 || s.keeper(a) == seat
}

// keeper is whose garrison occupies a region by itself, as a unit does; "" for nobody's, and by ruling always so
// (DD-2).
func (s *State) keeper(a Area) string {
	if h := s.Areas[a]; h.Garrison > 0 && s.is(optGarrison, "occupation") {
		return h.Keeper
	}
	return ""
}

// holder is who holds an area: who has units there, else whose garrison occupies it, else who controls it; "" for
// nobody. There is one at most but while a battle goes on.
func (s *State) holder(a Area) string {
	if k := s.Areas[a].Stacks; len(k) > 0 {
		return k[0].Seat
	}
	return cmp.Or(s.keeper(a), s.owner(a))
}

// enemy reports whether an area is held by a power that is neither this one nor its ally (DD-2).
func (s *State) enemy(a Area, seat string) bool {
	h := s.holderBut(a, seat)
	return h != "" && !s.allied(seat, h)
}

// friendly reports whether an area is held by a power's ally.
func (s *State) friendly(a Area, seat string) bool {
	h := s.holderBut(a, seat)
	return h != "" && s.allied(seat, h)
}

// holderBut is the other power that holds an area: one with units there, or else the one that controls it if this power
// has no units there.
func (s *State) holderBut(a Area, seat string) string {
	mine := false
	for _, k := range s.Areas[a].Stacks {
		if k.Seat != seat {
			return k.Seat
		}
		mine = true
	}
	if o := cmp.Or(s.keeper(a), s.owner(a)); !mine && o != seat {
		return o
	}
	return ""
}
