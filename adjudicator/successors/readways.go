package successors

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// This file finds the areas that a letter leaves out in the paths of moves.

// fill adds the areas that are missing in a path, by the best route.
func (a *author) fill(g *marching) error {
	whole := g.path[:1:1]
	ends := g.path[1:]
	last := g.path[len(g.path)-1]
	if g.land != nowhere && (!a.b.Sails(last, g.land) || !a.b.IsSea(last)) {
		ends = append(slices.Clone(ends), g.land)
	}
	for _, to := range ends {
		from := whole[len(whole)-1]
		switch {
		case to == from:
			continue
		case g.sail && a.b.Sails(from, to) || !g.sail && a.b.Walks(from, to):
			whole = append(whole, to)
			continue
		}
		way := a.way(from, to, !g.sail, to == g.land)
		if way == nil {
			return a.noWay(from, to, g.sail)
		}
		whole = append(whole, way[1:]...)
		if to != g.land || len(way) > 2 {
			a.note("Read as by way of %s.", a.listedNames(way[1:len(way)-1]))
		}
	}
	if n := len(whole); g.land != nowhere && n > 1 && whole[n-1] == g.land {
		whole = whole[:n-1]
	}
	if g.path = whole; len(whole) < 2 && g.land == nowhere {
		return order.Complain("It goes nowhere: name where to, as well.")
	}
	return nil
}

// listedNames returns the names of areas, joined for a sentence.
func (a *author) listedNames(areas []Area) string {
	names := make([]string, len(areas))
	for i, at := range areas {
		names[i] = a.b.Name(at)
	}
	return adjudicator.Listed(names, "and")
}

// noWay returns an error that explains why nothing gets from one area to another.
func (a *author) noWay(from, to Area, sail bool) error {
	b := a.b
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

// way returns the best path between two areas, both included: the one with the fewest obstacles, then the cheapest,
// then the shortest, then the first in the order of the board; nil if there is none. ashore means that fleets don't
// enter the last area.
func (v *View) way(from, to Area, walking, ashore bool) []Area {
	b := v.board
	return b.links.Way(from, to, func(at, next Area) int {
		if b.Walks(at, next) != walking || ashore && next == to && !b.IsSea(at) {
			return -1
		}
		return v.effort(next, to, walking)
	})
}

// effort returns the cost of entering an area on the way to another: movement points, and a large surcharge where
// enemies are.
func (v *View) effort(a, to Area, walking bool) int {
	const much = 100
	isFoe := func(k Stack) bool { return k.Units[Fleet] > 0 && !v.friendly(v.Seat, k.Side) }
	switch {
	case walking && a != to && v.bars(v.rules, a, v.Seat):
		return much + v.board.Cost(a)
	case walking:
		return v.board.Cost(a)
	case a == to:
		return 1
	case v.board.IsSea(a) && slices.ContainsFunc(v.Areas[a].Stacks, isFoe):
		return much
	case !v.board.IsSea(a) && v.hostile(a, v.Seat):
		return much * much
	}
	return 1
}

// destination returns the area where the units of a move end.
func destination(m move) Area {
	if m.land != nowhere {
		return m.land
	}
	return m.path[len(m.path)-1]
}
