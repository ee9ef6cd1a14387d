package dealers

import "slices"

// Arrow reports whether two areas are adjacent by an arrow, and not by a border.
func (m *Map) Arrow(x, y Area) bool { return m.arrows.Linked(x, y) }

// coastal reports whether a territory is on a sea.
func (m *Map) coastal(a Area) bool { return !m.IsSea(a) && slices.ContainsFunc(m.next[a], m.IsSea) }

// cheapest returns the cheapest path over sea to a coastal territory (DH-22): from a coastal territory for which from
// returns true, over seas in order, to the area to. sea returns the cost of a sea, which is never negative, and cost
// is the sum. On a tie it is a path over the fewest seas, and then the first in the order of the map. ok is false if
// there is none.
func (m *Map) cheapest(from func(Area) bool, to Area, sea func(Area) int) (path []Area, cost int, ok bool) {
	if m.IsSea(to) {
		return nil, 0, false
	}
	// The search goes from the end to the start, so that a path is written down in its order.
	best := make([]passage, len(m.Places))
	var open []Area
	for _, a := range m.next[to] {
		if m.IsSea(a) {
			best[a] = passage{cost: sea(a), seas: 1, on: to}
			open = append(open, a)
		}
	}
	for len(open) > 0 {
		i := 0
		for k, a := range open {
			if best[a].less(best[open[i]]) {
				i = k
			}
		}
		at := open[i]
		open = slices.Delete(open, i, i+1)
		for _, next := range m.next[at] {
			if !m.IsSea(next) {
				continue
			}
			p := passage{cost: best[at].cost + sea(next), seas: best[at].seas + 1, on: at}
			if best[next].seas == 0 || p.less(best[next]) {
				if !slices.Contains(open, next) {
					open = append(open, next)
				}
				best[next] = p
			}
		}
	}
	start, first := nowhere, nowhere
	for a := range m.Places {
		own := Area(a)
		if m.IsSea(own) || own == to || !from(own) {
			continue
		}
		for _, a := range m.next[own] {
			reached := m.IsSea(a) && best[a].seas > 0
			if reached && (start == nowhere || best[a].less(best[first])) {
				start, first = own, a
			}
		}
	}
	if start == nowhere {
		return nil, 0, false
	}
	path = []Area{start}
	for a := first; a != to; a = best[a].on {
		path = append(path, a)
	}
	return append(path, to), best[first].cost, true
}

// A passage is the path from a sea to a territory.
type passage struct {
	cost, seas int  // including the sea itself; seas is 0 if there is no path
	on         Area // the next area
}

// less reports whether a passage costs less than another, or as much over fewer seas.
func (p passage) less(q passage) bool { return p.cost < q.cost || p.cost == q.cost && p.seas < q.seas }

// difficulty returns the difficulty of a sea.
func (m *Map) difficulty(sea Area) int { return m.Places[sea].Difficulty }
