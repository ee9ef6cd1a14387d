// Package graph represents boards as graphs of adjacent places, and finds shortest paths. What a place is, and who
// may go there, is up to each game.
package graph

import (
	"cmp"
	"slices"
)

// A Graph lists, for each place of a board, the adjacent places in the order of the board.
type Graph[Place ~int] [][]Place

// New returns a graph with a number of places and no links.
func New[Place ~int](places int) Graph[Place] { return make(Graph[Place], places) }

// Link makes one place adjacent to another, in one direction.
func (g Graph[Place]) Link(from, to Place) {
	if i, found := slices.BinarySearch(g[from], to); !found {
		g[from] = slices.Insert(g[from], i, to)
	}
}

// Join makes two places adjacent, in both directions.
func (g Graph[Place]) Join(x, y Place) {
	g.Link(x, y)
	g.Link(y, x)
}

// Linked reports whether one place is adjacent to another.
func (g Graph[Place]) Linked(from, to Place) bool { return slices.Contains(g[from], to) }

// Numbers returns the indexes of the places adjacent to one; nil if the place is not in the graph.
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

// Equal reports whether two graphs have the same links.
func (g Graph[Place]) Equal(other Graph[Place]) bool {
	return slices.EqualFunc(g, other, slices.Equal[[]Place])
}

// Unreached is the number of steps to a place that can't be reached.
const Unreached = -1

// Steps returns the number of steps to each place from the nearest starting place (breadth-first search). Paths may
// only pass through places for which through is true; it is not called for starting places. nil means all places.
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

// Way returns the cheapest path between two places, including both, or nil if there is none. cost returns the cost of
// a step between adjacent places, at least 0, or a negative number if the step is impossible. Of several cheapest
// paths, the one with the fewest steps is chosen; of these the one whose places, compared from the end, come first on
// the board.
func (g Graph[Place]) Way(from, to Place, cost func(at, next Place) int) []Place {
	type best struct {
		cost, steps int
		last        Place // the previous place on the path
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
