package dishonest

import (
	"maps"
	"slices"

	"deaddrop/adjudicator"
)

// ferried reports whether a power has a ship next to a region, so that its units can land there (DD-22). An ally's
// ship does not count.
func (s *State) ferried(seat string, region Area) bool {
	return slices.ContainsFunc(s.edition().Next(region), func(z Area) bool {
		return s.edition().IsSea(z) && s.force(z, seat).Ships() > 0
	})
}

// seaway reports whether units of a power can be carried from one region to another in one movement: through at most
// three sea-zones without enemy ships, with an own ship next to the landing (DD-22). The state of the regions is not
// checked.
func (s *State) seaway(seat string, from, to Area) bool {
	b := s.edition()
	if b.IsSea(from) || b.IsSea(to) || from == to {
		return false
	}
	if !s.ferried(seat, to) {
		return false
	}
	seen := []Area{from}
	for step, first := 0, 0; step < amphibious; step++ {
		here := seen[first:]
		first = len(seen)
		for _, at := range here {
			for o := range s.around(at, seat) {
				if !b.IsSea(o) || slices.Contains(seen, o) {
					continue
				}
				if s.closed(o) || s.enemy(o, seat) {
					continue
				}
				if b.Linked(o, to) {
					return true
				}
				seen = append(seen, o)
			}
		}
	}
	return false
}

// staying returns the player's ships in a sea-zone that don't move in this action: only they carry others (DD-22).
func (c *campaign) staying(zone Area) Force {
	f := c.force(zone, c.Seat).Minus(c.gone[zone])
	return Force{Fleet: f[Fleet], Squadron: f[Squadron]}
}

// carriers returns the sea-zones next to a region in which ships of the player stay.
func (c *campaign) carriers(region Area) []Area {
	var out []Area
	for _, z := range c.edition().Next(region) {
		if c.edition().IsSea(z) && c.staying(z).Total() > 0 {
			out = append(out, z)
		}
	}
	return out
}

// landed returns the regions in which a move comes ashore, on its path and at its end.
func (c *campaign) landed(m move) []Area {
	var out []Area
	for i, a := range m.path[1:] {
		if b := c.edition(); m.unit.IsLand() && b.IsSea(m.path[i]) && !b.IsSea(a) {
			out = append(out, a)
		}
	}
	return out
}

// landings returns an error if units can't land where a move takes them, because no ship stays next to it.
func (c *campaign) landings(m move) error {
	for _, a := range c.landed(m) {
		if len(c.carriers(a)) > 0 {
			continue
		}
		if c.ferried(c.Seat, a) {
			return complain("To land in %s they need a ship of yours next to it that does not move in this "+
				"action (DD-22).", c.edition().Name(a))
		}
		return complain("To land in %s they need a ship of yours in a sea-zone next to it (DD-22).",
			c.edition().Name(a))
	}
	return nil
}

// The number of units that a ship carries in one action, where this is limited (DD-22).
const (
	fleetLoad    = 2
	squadronLoad = 1
)

// crowded returns an error if ships have to carry more than they can, where that is limited: the ships next to some
// of the landing regions together don't have enough room.
func (c *campaign) crowded(moves []move) error {
	if !c.is(optTransport, "strength") {
		return nil
	}
	s := stowage{campaign: c, load: map[Area]int{}, taken: map[Area]map[Area]int{}}
	for _, m := range moves {
		for _, a := range c.landed(m) {
			s.load[a] += m.n
		}
	}
	for _, a := range slices.Sorted(maps.Keys(s.load)) {
		for range s.load[a] {
			var seen []Area
			if !s.stow(a, &seen) {
				return s.full(a, seen)
			}
		}
	}
	return nil
}

// A stowage is an assignment of carried units to ships, built one unit after another.
type stowage struct {
	*campaign
	load  map[Area]int          // number of units that land, by region
	taken map[Area]map[Area]int // number of those units in ships, by sea-zone and region
}

// room returns the number of units that the ships in a sea-zone carry.
func (s *stowage) room(zone Area) int {
	f := s.staying(zone)
	return f[Fleet]*fleetLoad + f[Squadron]*squadronLoad
}

// stow finds room for one more unit that lands in a region, if necessary by moving others to other ships, and reports
// whether there is any. It records the sea-zones that it has tried in seen.
func (s *stowage) stow(region Area, seen *[]Area) bool {
	for _, z := range s.carriers(region) {
		if slices.Contains(*seen, z) {
			continue
		}
		*seen = append(*seen, z)
		if s.taken[z] == nil {
			s.taken[z] = map[Area]int{}
		}
		n := 0
		for _, k := range s.taken[z] {
			n += k
		}
		if n < s.room(z) {
			s.taken[z][region]++
			return true
		}
		for _, other := range slices.Sorted(maps.Keys(s.taken[z])) {
			if s.taken[z][other] > 0 && s.stow(other, seen) {
				s.taken[z][other]--
				s.taken[z][region]++
				return true
			}
		}
	}
	return false
}

// full returns an error saying that no more units can be carried to a region, with the sea-zones of the ships that
// could have carried them.
func (s *stowage) full(region Area, zones []Area) error {
	var names []string
	need, room := 0, 0
	for _, a := range slices.Sorted(maps.Keys(s.load)) {
		if a == region || slices.ContainsFunc(zones, func(z Area) bool { return s.taken[z][a] > 0 }) {
			names, need = append(names, s.edition().Name(a)), need+s.load[a]
		}
	}
	for _, z := range zones {
		room += s.room(z)
	}
	return complain("Your ships next to %s carry %d in this action, and %d are to land there (DD-22).",
		adjudicator.Listed(names, "and"), room, need)
}
