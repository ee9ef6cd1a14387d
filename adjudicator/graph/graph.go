// Package graph has the boards of games as far as they are places that are next to each other, and finds ways on them.
// What a place is, and who may go there, is the business of its game.
package graph

import (
	"cmp"
	"slices"
)

// A Graph has, by each place of a board, those next to it in the order of the board.
type Graph[Place ~int] [][]Place

// New is a graph of so many places, none of which is next to another.
func New[Place ~int](places int) Graph[Place] { return make(Graph[Place], places) }

// Link makes a place one that is next to another, for ways in that direction.
func (g Graph[Place]) Link(from, to Place) {
	if i, found := slices.BinarySearch(g[from], to); !found {
		g[from] = slices.Insert(g[from], i, to)
	}
}

// Join makes two places next to each other, for ways in both directions.
func (g Graph[Place]) Join(x, y Place) {
	g.Link(x, y)
	g.Link(y, x)
}

// Linked reports whether a place is next to another.
func (g Graph[Place]) Linked(from, to Place) bool { return slices.Contains(g[from], to) }

// Numbers are the numbers of the places next to one; of a place that is on no graph, none.
func (g Graph[Place]) Numbers(of int) []int {
	if of >= len(g) {
		return nil
	}
	out := make([]int, len(g[of]))
	for i, to := range g[of] {
		out[i] = int(to)
	}
	return out
}

// Equal reports whether two graphs are of the same links.
func (g Graph[Place]) Equal(other Graph[Place]) bool {
	return slices.EqualFunc(g, other, slices.Equal[[]Place])
}

// Unreached is how many steps it is to where no way leads.
const Unreached = -1

// Steps are how many steps it is to each place from the nearest of those where ways start. Ways lead through such
// places only as through lets them; those where they start are not asked about. Nil is through all.
func (g Graph[Place]) Steps(start, through func(Place) bool) []int {
	steps := make([]int, len(g))
	var queue []Place
	for i := range g {
		if steps[i] = Unreached; start(Place(i)) {
			steps[i] = 0
			queue = append(queue, Place(i))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, to := range g[queue[0]] {
			if steps[to] == Unreached && (through == nil || through(to)) {
				steps[to] = steps[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return steps
}

// Way is the cheapest way from one place to another, both counted; nil if there is none. Cost is that of a step from a
// place to one next to it, at least 0; less if nobody can go there. Of several ways it is the one with the fewest
// steps, and of those the one that comes from the places that are first in the order of the board, seen from its end.
func (g Graph[Place]) Way(from, to Place, cost func(at, next Place) int) []Place {
	type best struct {
		cost, steps int
		last        Place // the place before
	}
	found := map[Place]best{from: {}}
	for queue := []Place{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == to {
			continue
		}
		for _, next := range g[at] {
			paid := cost(at, next)
			if paid < 0 {
				continue
			}
			is := best{found[at].cost + paid, found[at].steps + 1, at}
			was, seen := found[next]
			if better := cmp.Or(cmp.Compare(is.cost, was.cost), cmp.Compare(is.steps, was.steps),
				cmp.Compare(is.last, was.last)); !seen || better < 0 {
				found[next] = is
				queue = append(queue, next)
			}
		}
	}
	if _, ok := found[to]; !ok {
		return nil
	}
	way := []Place{to}
	for at := to; at != from; at = way[len(way)-1] {
		way = append(way, found[at].last)
	}
	slices.Reverse(way)
	return way
}
