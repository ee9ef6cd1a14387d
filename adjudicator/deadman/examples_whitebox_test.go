package deadman

import (
	"slices"
	"testing"

	"deaddrop/adjudicator/diplomacy"
)

// A convoy that a letter shows takes its army to a supply centre of others if there is one, and else anywhere.
func TestConvoyExamples(t *testing.T) {
	t.Parallel()
	b := standard()
	unit := func(kind diplomacy.UnitType, at string) diplomacy.Unit {
		return diplomacy.Unit{Type: kind, At: b.places.Find(at)[0]}
	}
	north, yorkshire := unit(diplomacy.Fleet, "Nth"), unit(diplomacy.Army, "Yor")
	for _, owns := range [][]string{{"Edi", "Lon"}, {"Edi", "Lon", "Bel", "Den", "Hol", "Nwy"}} {
		v := View{own: b.Board.Power("England"), units: units{north, yorkshire}, Centres: owns}
		var got []string
		v.showConvoy(func(_ string, lines ...string) { got = lines })
		if len(got) != 2 || got[1] != "F Nth C "+got[0] {
			t.Fatalf("owning %v the convoy is %q", owns, got)
		}
		if to := b.places.Find(got[0][len("A Yor-"):])[0]; v.wants(to) != (len(owns) == 2) {
			t.Errorf("owning %v the convoy goes to %s", owns, b.Name(to))
		}
	}
}

// Before the game begins, everybody knows who owns which centre.
func TestReaches(t *testing.T) {
	t.Parallel()
	b := standard()
	v := View{own: b.Board.Power("Italy"), homes: b.Homes(b.Board.Power("Italy"))}
	if n := v.Neutrals(); len(n) != 12 || !slices.Contains(n, "Tun") || slices.Contains(n, "Tri") {
		t.Errorf("the neutral centres are %v", n)
	}
	for _, r := range v.Reaches() {
		if r.Unit != "A Ven" {
			continue
		}
		want := Neighbour{Abbr: "Tri", Name: "Trieste", Centre: "Austria"}
		if r.Place != "Venice" || len(r.To) != 6 || !slices.Contains(r.To, want) {
			t.Errorf("Venice's army can go to %+v", r)
		}
		return
	}
	t.Errorf("Italy's units are %+v", v.Reaches())
}
