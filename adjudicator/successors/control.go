package successors

import "slices"

// largest are the sides with the most land units in a province, in the order of play; none if there are none.
func (s *State) largest(a Area) []string {
	var out []string
	most := 1
	for _, k := range s.Areas[a].Stacks {
		switch n := k.Units.Army(); {
		case n > most:
			out, most = []string{k.Side}, n
		case n == most:
			out = append(out, k.Side)
		}
	}
	return out
}

// controls is who controls a province under the rulings, a seat (SU-5): who has the most land units there. A home is
// its owner's while no enemy is in it. Where markers count, a province without land units is who held it last. It is ""
// if nobody does.
func (s *State) controls(rules map[string]string, a Area) string {
	marker := ""
	if rules[optControl] == "marker" {
		marker = s.Areas[a].Marker
	}
	owner := s.homeOf(a)
	if marker != "" && marker != owner {
		owner = ""
	}
	if owner != "" && !s.hostile(a, owner) {
		return owner
	}
	switch sides := s.largest(a); {
	case len(sides) == 0:
		return marker
	case len(sides) > 1 || sides[0] == white:
		return ""
	default:
		return sides[0]
	}
}

// controller is who controls a province, a seat; "" if nobody does (SU-5).
func (p *position) controller(a Area) string { return p.controls(p.Options, a) }

// soleOccupant is the only side with land units in a province; "" if there is none, or more than one (SU-24).
func (s *State) soleOccupant(a Area) string {
	out := ""
	for _, k := range s.Areas[a].Stacks {
		if k.Units.Army() > 0 {
			if out != "" {
				return ""
			}
			out = k.Side
		}
	}
	return out
}

// lost reports whether a province has land units that are unfriendly to a side, and none of its own or its allies'.
func (s *State) lost(a Area, side string) bool { return s.captor(a, side) != "" }

// mark puts the markers where they belong: on provinces that somebody controls, and on those that they have left.
func (r *turn) mark() {
	for a := range r.Areas {
		h := &r.Areas[a]
		switch {
		case !r.is(optControl, "marker") || r.edition().IsSea(Area(a)):
			h.Marker = ""
		case slices.Contains(r.largest(Area(a)), h.Marker): // of those who have as many it stays with who had it
		default:
			h.Marker = r.controller(Area(a))
		}
	}
}
