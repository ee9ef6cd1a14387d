package successors

import "slices"

// largest returns the sides with the most land units in a province, in the order of play; none if it has no land
// units.
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

// controls returns the seat that controls a province under the rulings (SU-5): the one with the most land units
// there. A home belongs to its owner while no enemy is in it. If markers count, a province without land units belongs
// to its last holder. It is "" if nobody controls it.
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

// controller returns the seat that controls a province; "" if nobody does (SU-5).
func (p *position) controller(a Area) string { return p.controls(p.Options, a) }

// soleOccupant returns the only side with land units in a province; "" if there is none, or more than one (SU-24). Fleets
// in its port and leaders alone don't count (SU-38).
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

// lost reports whether a province has land units unfriendly to a side, and none of the side or its allies.
func (s *State) lost(a Area, side string) bool { return s.captor(a, side) != "" }

// mark updates the control markers on provinces that somebody controls, and on those that they have left.
func (r *turn) mark() {
	for a := range r.Areas {
		h := &r.Areas[a]
		switch {
		case !r.is(optControl, "marker") || r.edition().IsSea(Area(a)):
			h.Marker = ""
		case slices.Contains(r.largest(Area(a)), h.Marker): // on a tie the marker stays
		default:
			h.Marker = r.controller(Area(a))
		}
	}
}
