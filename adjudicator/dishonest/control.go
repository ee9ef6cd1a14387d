package dishonest

import "cmp"

// Whether an area is held, closed or hostile is computed from what stands there (DD-2 to DD-4), and not stored.

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

// owner returns the power whose homeland or colony a region is, occupied by others or not; "" if nobody's. A homeland
// always belongs to its power if somebody plays that, as only other homelands can be annexed (DD-40).
func (s *State) owner(a Area) string {
	if home := s.edition().Places[a].Home; home != "" && s.player(home) != nil {
		return home
	}
	return s.Areas[a].Colony
}

// controls reports whether a region is a power's own, homeland or colony, and no other power occupies it (DD-2).
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

// keeper returns the power whose garrison occupies a region by itself, as a unit does; "" if nobody's, and always
// under the ruling that garrisons do not occupy (DD-2).
func (s *State) keeper(a Area) string {
	if h := s.Areas[a]; h.Garrison > 0 && s.is(optGarrison, "occupation") {
		return h.Keeper
	}
	return ""
}

// holder returns the power that holds an area: by units there, or else by a garrison that occupies it, or else by
// control; "" if nobody. There is at most one, except during a battle.
func (s *State) holder(a Area) string {
	if k := s.Areas[a].Stacks; len(k) > 0 {
		return k[0].Seat
	}
	return cmp.Or(s.keeper(a), s.owner(a))
}

// enemy reports whether an area is held by a power that is neither the given one nor its ally (DD-2).
func (s *State) enemy(a Area, seat string) bool {
	h := s.holderBut(a, seat)
	return h != "" && !s.allied(seat, h)
}

// friendly reports whether an area is held by a power's ally.
func (s *State) friendly(a Area, seat string) bool {
	h := s.holderBut(a, seat)
	return h != "" && s.allied(seat, h)
}

// holderBut returns the other power that holds an area: by units there, or else by control if the given power has no
// units there; "" if none.
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
