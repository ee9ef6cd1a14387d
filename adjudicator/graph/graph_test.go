package graph_test

import (
	"slices"
	"testing"

	"deaddrop/adjudicator/graph"
)

// board returns a ring of six places, with a spur from 3 to 6 that leads there only, and 7 alone.
func board() graph.Graph[int] {
	g := graph.New[int](8)
	for i := range 6 {
		g.Join((i+1)%6, i)
	}
	g.Link(3, 6)
	g.Link(3, 6)
	return g
}

func TestLinks(t *testing.T) {
	g := board()
	if !slices.Equal(g[3], []int{2, 4, 6}) || !slices.Equal(g[0], []int{1, 5}) || g[6] != nil || !g.Linked(3, 6) || g.Linked(6, 3) {
		t.Error(g)
	}
	other := board()
	if !g.Equal(other) {
		t.Error("the same links are others")
	}
	if other.Link(6, 3); g.Equal(other) {
		t.Error("other links are the same")
	}
}

func TestSteps(t *testing.T) {
	g := board()
	at := func(places ...int) func(int) bool { return func(p int) bool { return slices.Contains(places, p) } }
	const no = graph.Unreached
	for _, c := range []struct {
		start, through func(int) bool
		want           []int
	}{
		{at(0), nil, []int{0, 1, 2, 3, 2, 1, 4, no}},
		{at(2, 7), nil, []int{2, 1, 0, 1, 2, 3, 2, 0}},
		{at(0), at(1, 2, 3, 4), []int{0, 1, 2, 3, 4, no, no, no}},
		{at(), nil, []int{no, no, no, no, no, no, no, no}},
	} {
		if got := g.Steps(c.start, c.through); !slices.Equal(got, c.want) {
			t.Errorf("%v, not %v", got, c.want)
		}
	}
}

func TestWay(t *testing.T) {
	g := board()
	even := func(at, next int) int { return 1 }
	for _, c := range []struct {
		from, to int
		cost     func(at, next int) int
		want     []int
	}{
		{0, 2, even, []int{0, 1, 2}},
		{2, 2, even, []int{2}},
		{0, 3, even, []int{0, 1, 2, 3}}, // by 5 and 4 it is as far
		{3, 0, even, []int{3, 2, 1, 0}},
		{4, 1, even, []int{4, 5, 0, 1}}, // seen from 1, 0 is before 2
		{6, 3, even, nil},               // it leads one way
		{0, 6, even, []int{0, 1, 2, 3, 6}},
		{0, 7, even, nil},
		{0, 3, func(at, next int) int { return map[int]int{1: 9}[next] }, []int{0, 5, 4, 3}},
		{0, 2, func(at, next int) int { return map[int]int{1: 4, 5: 1, 4: 1, 3: 1, 2: 1}[next] }, []int{0, 5, 4, 3, 2}},
		{0, 2, func(at, next int) int { return map[int]int{1: 3, 5: 1, 4: 1, 3: 1, 2: 1}[next] }, []int{0, 1, 2}}, // fewer steps
		{3, 1, func(at, next int) int { return map[int]int{2: 3, 1: 1, 4: 1, 5: 1, 0: 1}[next] }, []int{3, 2, 1}},
		{0, 1, func(at, next int) int { return map[int]int{1: -1}[next] }, nil},
	} {
		if got := g.Way(c.from, c.to, c.cost); !slices.Equal(got, c.want) {
			t.Errorf("from %d to %d: %v, not %v", c.from, c.to, got, c.want)
		}
	}
}
