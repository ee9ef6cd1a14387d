package atlas

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
)

// badgesIn returns the badges in a scene, each with how often it is there.
func badgesIn(s scene) map[string]int {
	out := map[string]int{}
	for _, it := range s.items {
		if t, ok := it.(stamp); ok {
			if kind, ok := strings.CutPrefix(t.name, "commonwealth "); ok {
				out[kind]++
			}
			for kind, n := range badgesIn(scene{items: t.items}) {
				out[kind] += n
			}
		}
	}
	return out
}

// Each location of Decatur shows its commonwealth in letters on a form of its own, also where an edition has other ones;
// and the legend has the same badges.
func TestCommonwealthsWithoutColours(t *testing.T) {
	t.Parallel()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	own := adjudicator.Chart{Board: "Mine", Plan: &adjudicator.Plan{House: "Decatur"}}
	want := map[string]int{}
	for _, l := range decatur.House().Locations {
		want[string(l.Commonwealth)]++
		own.Plan.Sites = append(own.Plan.Sites, adjudicator.Site{Name: l.Name, Region: string(l.Region),
			Marks: []adjudicator.SiteMark{{Kind: "Orient", Count: 1}}})
	}
	for _, c := range []adjudicator.Chart{{Board: "Decatur"}, own} {
		p, _, err := a.plateOf(c)
		if err != nil {
			t.Fatal(err)
		}
		if c.Plan != nil {
			want = map[string]int{"Orient": len(c.Plan.Sites)}
		}
		if got := badgesIn(p.labels); !maps.Equal(got, want) {
			t.Errorf("%s shows the commonwealths %v, and not %v", c.Board, got, want)
		}
		d, err := p.draw(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		var key scene
		d.drawKey(&key)
		if got := badgesIn(key); !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want))) {
			t.Errorf("the legend of %s has the commonwealths %v", c.Board, got)
		}
	}
}

// The badges differ in their letters and in their forms, and their letters are as tall as other labels.
func TestBadges(t *testing.T) {
	t.Parallel()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	p := a.plates["Decatur"]
	forms := map[badge]bool{}
	for _, c := range decatur.Commonwealths {
		b, ok := badges()[string(c)]
		if !ok || b.letters != string(c)[:2] {
			t.Errorf("the badge of %s is %+v", c, b)
		}
		b.letters = ""
		if forms[b] {
			t.Errorf("the badge of %s has the form of another one", c)
		}
		forms[b] = true
		for _, it := range badgeStamp(string(c), &p.look).items {
			if letters, ok := it.(text); ok && letters.size < p.board.Font {
				t.Errorf("the letters of %s are smaller than a label", c)
			}
		}
	}
}
