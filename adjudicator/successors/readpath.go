package successors

import (
	"slices"

	"deaddrop/parser/order"
)

const maxPath = 20 // areas that a line may name

// settlePath makes the way of a move whole: where it starts is found if only one place will do, and gaps are filled in.
func (s *sheetReader) settlePath(m *marching, how string) error {
	m.path = slices.Clone(m.path)
	if n := len(m.path); m.land != nowhere && n > 1 && m.path[n-1] == m.land {
		m.path = m.path[:n-1]
	}
	if m.of == "" && m.from == nowhere && m.land == nowhere && len(m.path) == 1 {
		s.startOf(m)
	}
	switch {
	case len(m.path) == 0 || len(m.path) == 1 && m.land == nowhere:
		return order.Complain("%s", how)
	case len(m.path) > maxPath:
		return order.Complain("Nobody gets that far in one turn.")
	}
	return s.fill(m)
}

// startOf finds where units start that are to go somewhere: it is no question if they are in one place only.
func (s *sheetReader) startOf(m *marching) {
	v, from := s.v, nowhere
	if m.leader && len(m.units) == 0 && m.fleets == 0 && !m.everything {
		if a, ok := s.b.Area(v.player(v.Seat).Leader.At); ok && a != m.path[0] {
			m.path = []Area{a, m.path[0]}
		}
		return
	}
	var want Units
	for _, p := range m.units {
		want[p.unit] += max(1, p.n)
	}
	if want[Fleet] = max(0, m.fleets); m.sail && m.fleets <= 0 {
		want[Fleet] = 1
	}
	for a := range v.Areas {
		have := v.units(Area(a), v.Seat)
		if Area(a) == m.path[0] || have.Total() == 0 || !have.Has(want) || want.Total() == 0 && have.Army() == 0 {
			continue
		}
		if from != nowhere {
			return
		}
		from = Area(a)
	}
	if from != nowhere {
		s.note("Read as from %s, since only there you have such units.", s.b.Name(from))
		m.path = []Area{from, m.path[0]}
	}
}

// fill puts in the areas that are missing in a path, by the best way.
func (s *sheetReader) fill(m *marching) error {
	if m.fleets != 0 {
		m.sail = true
	}
	whole := m.path[:1:1]
	ends := m.path[1:]
	if m.land != nowhere && !s.b.Sails(m.path[len(m.path)-1], m.land) || m.land != nowhere && !s.b.IsSea(m.path[len(m.path)-1]) {
		ends = append(slices.Clone(ends), m.land)
	}
	for _, to := range ends {
		from := whole[len(whole)-1]
		switch {
		case to == from:
			continue
		case m.sail && s.b.Sails(from, to) || !m.sail && s.b.Walks(from, to):
			whole = append(whole, to)
			continue
		}
		way := s.v.way(from, to, !m.sail, to == m.land)
		if way == nil {
			return s.noWay(from, to, m.sail)
		}
		whole = append(whole, way[1:]...)
		if to != m.land || len(way) > 2 {
			s.note("Read as by way of %s.", s.listed(way[1:len(way)-1], "and"))
		}
	}
	if n := len(whole); m.land != nowhere && n > 1 && whole[n-1] == m.land {
		whole = whole[:n-1]
	}
	if m.path = whole; len(whole) < 2 && m.land == nowhere {
		return order.Complain("It goes nowhere: name where to, as well.")
	}
	return nil
}

// noWay says why nothing gets from one area to another.
func (s *sheetReader) noWay(from, to Area, sail bool) error {
	b := s.b
	switch {
	case sail && !b.IsSea(from) && !b.Coastal(from):
		return order.Complain("%s is on no sea, so no fleet can start there.", b.Name(from))
	case sail && !b.IsSea(to) && !b.Coastal(to):
		return order.Complain("%s is on no sea, so no fleet gets there.", b.Name(to))
	case sail:
		return order.Complain("No fleet gets from %s to %s.", b.Name(from), b.Name(to))
	case b.IsSea(from) || b.IsSea(to):
		return order.Complain("Land units go by sea with fleets only. %s", howToSail)
	}
	return order.Complain("No way leads from %s to %s by land. Fleets can carry units: SAIL.", b.Name(from), b.Name(to))
}

// way is the best way between two areas, both counted: that with the fewest obstacles, then the cheapest, then the
// shortest, then the first in the order of the board; nil if there is none. ashore is that fleets don't enter the last.
func (v *View) way(from, to Area, walking, ashore bool) []Area {
	b := v.board
	return b.links.Way(from, to, func(at, next Area) int {
		if b.Walks(at, next) != walking || ashore && next == to && !b.IsSea(at) {
			return -1
		}
		return v.effort(next, to, walking)
	})
}

// effort is what entering an area costs on the way to another: movement points, and much where enemies are.
func (v *View) effort(a, to Area, walking bool) int {
	const much = 100
	switch {
	case walking && a != to && v.hostile(a, v.Seat):
		return much + v.board.Cost(a)
	case walking:
		return v.board.Cost(a)
	case a == to:
		return 1
	case v.board.IsSea(a) && slices.ContainsFunc(v.Areas[a].Stacks, func(k Stack) bool { return k.Units[Fleet] > 0 && !v.friendly(v.Seat, k.Side) }):
		return much
	case !v.board.IsSea(a) && v.hostile(a, v.Seat):
		return much * much
	}
	return 1
}
