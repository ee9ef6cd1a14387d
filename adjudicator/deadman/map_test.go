package deadman_test

import (
	"fmt"
	"slices"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
)

// informed returns France's view after a season in which it peeked at everything.
func informed(t *testing.T) deadman.View {
	t.Helper()
	var peeks []map[string]any
	b := diplomacy.Standard()
	for _, p := range b.Provinces() {
		peeks = append(peeks, map[string]any{"Space": b.Abbr(p), "Occupied": b.IsCentre(p)})
	}
	var powers []map[string]any
	for _, name := range b.Powers() {
		powers = append(powers, map[string]any{"Power": name})
	}
	powers[b.Power("France")]["Peeks"] = peeks
	p := adjudicatortest.Rewritten(deadman.Rules, position(t, "Fall 1902", []string{"France A Par", "Germany A Mun"}, nil), map[string]any{
		"History": []any{map[string]any{"Phase": "Spring 1902", "Powers": powers}},
	})
	return p.View("France").(deadman.View)
}

// Every space of the board is in one region of the map.
func TestRegionsAreTheBoard(t *testing.T) {
	var got []string
	for _, r := range informed(t).Regions() {
		for _, s := range r.Spaces {
			got = append(got, s.Abbr)
		}
	}
	var want []string
	b := diplomacy.Standard()
	for _, p := range b.Provinces() {
		want = append(want, b.Abbr(p))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the map has\n%v\nthe board\n%v", got, want)
	}
}

// The map shows what is known of a space, and nothing of other spaces.
func TestMapShowsWhatIsKnown(t *testing.T) {
	p := position(t, "Fall 1902", []string{"France A Par", "France A Bur", "Germany A Mun", "Germany A Ruh", "Italy A Pie"}, nil)
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"A Bur E Germany", "PAS-Pie"}, "Germany": {"A Ruh E France"}})
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"A Bur H", "PAS-Pie"}, "Italy": {"A Pie-Tyr"}})
	got := map[string]string{}
	for _, r := range p.View("France").(deadman.View).Regions() {
		for _, s := range r.Spaces {
			got[s.Abbr] = fmt.Sprint(r.Name, ": ", s.Facts)
		}
	}
	want := map[string]string{
		"Bre": "France and Iberia: [your centre]", "Mar": "France and Iberia: [your centre]",
		"Par": "France and Iberia: [your A Par your centre]",
		"Bur": "France and Iberia: [your A Bur]",
		"Mun": "Germany and the Low Countries: [Germany (spy, Fall 1902)]",
		"Ruh": "Germany and the Low Countries: [Germany (spy, Fall 1902)]",
		"Pie": "Italy and Africa: [empty (peek, Spring 1903)]",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the map shows\n%v\nnot\n%v", got, want)
	}
}

// When a player's own unit moves into a place, older sightings of that place are forgotten; elsewhere they keep their
// date.
func TestOwnUnitsReplaceSightings(t *testing.T) {
	p := position(t, "Fall 1902", []string{"France A Par", "Germany A Mun", "Germany A Ruh"}, nil)
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"PAS-Bur"}})
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"PAS-Mun"}})
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"A Par-Bur", "PAS-Bur"}})
	v := p.View("France").(deadman.View)
	if got := fmt.Sprint(v.Found(true), v.Found(false)); got != "[Bur occupied] [Mun occupied (Spring 1903)]" {
		t.Errorf("France has found %s", got)
	}
	_, p = playSeason(t, deadman.Rules, p, map[string][]string{"France": {"A Bur H"}})
	v = p.View("France").(deadman.View)
	if got := fmt.Sprint(v.Found(true), v.Found(false)); got != "[] [Mun occupied (Spring 1903)]" {
		t.Errorf("later France has found %s", got)
	}
	for _, r := range v.Regions() {
		for _, s := range r.Spaces {
			if s.Abbr == "Bur" && !slices.Equal(s.Facts, []string{"your A Bur"}) {
				t.Errorf("the map has of Bur: %q", s.Facts)
			}
		}
	}
}
