package order

import (
	"slices"
	"testing"
)

// Shapes are read as data, and a line that goes on with another one belongs to it.
func TestParseShapes(t *testing.T) {
	got := ParseShapes(`
=unit : inf, arm
move? : go, take+card | from = own place 1 < from out | to = place 1-3 <! to
      | n = number each
`)
	if len(got.kinds) != 1 || got.kinds[0].class != "unit" || !slices.Equal(got.kinds[0].words, []string{"inf", "arm"}) {
		t.Errorf("the kinds are %+v", got.kinds)
	}
	want := Shape{Form: "move", Verbs: []string{"go", "take+card"}, Bare: true, Slots: []Slot{
		{Name: "from", Class: "place", After: "from out", Own: true, Least: 1},
		{Name: "to", Class: "place", After: "to", Must: true, Least: 1, Most: 3},
		{Name: "n", Class: NumberClass, Many: true}}}
	if len(got.all) != 1 || got.all[0].Form != want.Form || !slices.Equal(got.all[0].Verbs, want.Verbs) ||
		!slices.Equal(got.all[0].Slots, want.Slots) || !got.all[0].Bare {
		t.Errorf("the shapes are %+v, want %+v", got.all, want)
	}
	both, one := map[string]bool{"take": true, "card": true}, map[string]bool{"take": true}
	if !got.all[0].isPointedAt(both) || got.all[0].isPointedAt(one) {
		t.Error("two words point to a shape together, and neither by itself")
	}
}

// The number before a name counts it, or else the one right behind it that counts nothing else.
func TestCountBefore(t *testing.T) {
	number := func(n, at int) Bind { return Bind{Class: NumberClass, Vals: []int{n}, From: at, To: at + 1} }
	name := func(at int) Bind { return Bind{Class: "place", Vals: []int{7}, From: at, To: at + 1} }
	for _, c := range []struct {
		said []Bind
		at   int
		want int // 0: none
	}{
		{[]Bind{number(2, 0), name(2)}, 1, 2},
		{[]Bind{number(2, 0), name(9)}, 1, 0},
		{[]Bind{name(0), number(3, 1)}, 0, 3},
		{[]Bind{name(0), number(3, 1), name(2)}, 0, 0},
		{[]Bind{name(0)}, 0, 0},
	} {
		n, ok := countBefore(c.said, c.at)
		if ok != (c.want > 0) || ok && n.Vals[0] != c.want {
			t.Errorf("%v: %v counts the name, want %d", c.said, n, c.want)
		}
	}
}
