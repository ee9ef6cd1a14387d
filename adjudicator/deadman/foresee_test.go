package deadman_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
)

// foreseen returns what Germany's orders come to by what it knows.
func foreseen(t *testing.T, rules *adjudicator.Rules, phase string, us []string, orders ...string) []string {
	t.Helper()
	v := positionOf(t, rules, phase, us, map[string]string{"Germany": "Kie Ber Mun"}, nil).View("Germany")
	r := v.Read("orders", "", strings.Join(orders, "\n"))
	if len(r.Faults()) > 0 {
		t.Fatalf("%q: %v", orders, r.Faults())
	}
	return v.(adjudicator.Trier).Try(adjudicator.Trial{Kind: "orders", Answer: r.Answer}).Lines
}

// What a player's orders would come to is foreseen from what that player knows: in Deadman from their own units
// alone, in Diplomacy from all units, without knowing whether those of others will move.
func TestForesee(t *testing.T) {
	germany := []string{"Germany A Mun", "Germany A Ber", "Germany F Kie"}
	board := slices.Concat(germany, []string{"France A Bur", "Russia A War", "England F Nth", "Austria A Tyr"})
	for _, c := range []struct {
		orders, blind, open string // with the same for each unit, in the order of the board
	}{
		{"A Mun-Bur",
			"A Mun-Bur: it goes there, unless somebody else is there or moves there with equal strength.",
			"A Mun-Bur: it does not get in, unless France's A Bur leaves."},
		{"A Mun-Sil",
			"A Mun-Sil: it goes there, unless somebody else is there or moves there with equal strength.",
			"A Mun-Sil: it goes there, unless somebody else moves there with equal strength."},
		{"A Mun-Tyr\nA Ber-Mun", "A Ber-Mun: it goes there if your own A Mun leaves and nobody else moves there with equal strength.", "A Ber-Mun: it stays, because your own A Mun stays."},
		{"A Ber-Kie\nF Kie-Den\nA Mun S A Ber-Kie", "A Mun S A Ber-Kie: it counts, unless it is attacked.", "A Mun S A Ber-Kie: it counts, unless it is attacked."},
		{"A Ber-Mun", "A Ber-Mun: it stays, because your own A Mun stays.", "A Ber-Mun: it stays, because your own A Mun stays."},
		{"A Mun-Sil\nA Ber-Sil", "A Ber-Sil: it bounces with your own A Mun-Sil.", "A Mun-Sil: it bounces with your own A Ber-Sil."},
		{"A Mun-Ber\nA Ber-Mun", "A Mun-Ber: it bounces with your own A Ber-Mun.", "A Ber-Mun: it bounces with your own A Mun-Ber."},
		{"A Mun H\nA Ber S A Mun-Sil", "A Ber S A Mun-Sil: it has no effect: your own order is A Mun H.", "A Ber S A Mun-Sil: it has no effect: your own order is A Mun H."},
		{"A Mun-Ruh\nA Ber S A Mun", "A Ber S A Mun: it has no effect: your own order is A Mun-Ruh.", "A Ber S A Mun: it has no effect: your own order is A Mun-Ruh."},
		{"A Mun S Tyr", "A Mun S Tyr: it counts if a unit in Tyr stays, unless it is attacked.", "A Mun S Tyr: it counts if a unit in Tyr stays, unless it is attacked."},
		{"", "F Kie H: it stays, unless somebody dislodges it.", "F Kie H: it stays, unless somebody dislodges it."},
	} {
		for what, got := range map[string][]string{c.blind: foreseen(t, deadman.Rules, "Fall 1902", germany, c.orders), c.open: foreseen(t, deadman.Diplomacy, "Fall 1902", board, c.orders)} {
			if len(got) != 3 || !slices.Contains(got, what) {
				t.Errorf("%q: it is not foreseen that\n%s\nbut\n%s", c.orders, what, strings.Join(got, "\n"))
			}
		}
	}
}

// Convoys by fleets of others are not known of, spies and disbanding are Deadman's, and who is dislodged may be helped.
func TestForeseeMore(t *testing.T) {
	us := []string{"Germany A Hol", "Germany F Nth", "Germany A Den"}
	for orders, want := range map[string]string{
		"A Hol-Yor via convoy\nF Nth C A Hol-Yor": "A Hol-Yor via convoy: it goes there, unless somebody else is there or moves there with equal strength. No fleet of its convoy may be dislodged.",
		"F Nth C A Hol-Yor\nA Hol H":              "F Nth C A Hol-Yor: it has no effect: your own order is A Hol H.",
		"F Nth C A Bel-Yor":                       "F Nth C A Bel-Yor: it counts if a unit in Bel goes to Yor, unless it is dislodged.",
		"A Hol-Yor":                               "A Hol-Yor: it goes there only with a convoy, which your own orders do not make.",
		"A Den DB":                                "A Den DB: it leaves the board.",
		"A Den E England":                         "A Den E England: it finds what is there, unless somebody attacks it.",
	} {
		if got := foreseen(t, deadman.Rules, "Fall 1902", us, orders); !slices.Contains(got, want) {
			t.Errorf("%q: it is not foreseen that\n%s\nbut\n%s", orders, want, strings.Join(got, "\n"))
		}
	}
	us = append(us, "Germany A Tus", "England F Nrg", "France A Bel", "Germany A Ruh")
	for orders, want := range map[string]string{
		"A Hol-Bel\nA Ruh S A Hol-Bel": "A Hol-Bel: it dislodges France's A Bel, unless others support that or move there.",
		"A Den-Swe":                    "A Den-Swe: it goes there, unless somebody else moves there with equal strength.",
		"A Ruh S Mun":                  "A Ruh S Mun: it has no effect: there is no unit in Mun.",
		"A Tus-Spa":                    "A Tus-Spa: it stays: there are no fleets on the way that could convoy it.",
		"A Hol-Nwy":                    "A Hol-Nwy: it goes there only with a convoy, which your own orders do not make.",
	} {
		if got := foreseen(t, deadman.Diplomacy, "Fall 1902", us, orders); !slices.Contains(got, want) {
			t.Errorf("%q: it is not foreseen that\n%s\nbut\n%s", orders, want, strings.Join(got, "\n"))
		}
	}
}

// Units that start, that are built, and that go since nothing else was ordered are foreseen as they will be. Of other questions,
// and by those who have no units, nothing is.
func TestForeseeUnits(t *testing.T) {
	if got := foreseen(t, deadman.Rules, "Spring 1901", nil, "SETUP A Kie", "A Mun-Bur"); len(got) != 3 || !strings.HasPrefix(got[0], "A Kie H") && !strings.HasPrefix(got[1], "A Kie H") {
		t.Errorf("before Spring 1901 it is foreseen: %q", got)
	}
	if got := foreseen(t, deadman.Rules, "Spring 1902", []string{"Germany A Mun"}, "Build F Kie", "F Kie-Hol"); len(got) != 4 || !strings.HasPrefix(got[2], "F Kie-Hol: it goes") {
		t.Errorf("with a build it is foreseen: %q", got)
	}
	us := []string{"Germany A Mun", "Germany A Ber", "Germany F Kie", "Germany A Mos"}
	if got := foreseen(t, deadman.Rules, "Spring 1902", us, "A Mos-War"); len(got) != 4 || strings.Contains(strings.Join(got[1:], ""), "Mos") {
		t.Errorf("with a removal it is foreseen: %q", got)
	}
	p := position(t, "Fall 1902", us, nil)
	for _, seat := range []adjudicator.Seat{"Germany", adjudicator.Observer} {
		kind := map[adjudicator.Seat]string{"Germany": "retreats", adjudicator.Observer: "orders"}[seat]
		if got := p.View(seat).(adjudicator.Trier).Try(adjudicator.Trial{Kind: kind, Answer: "A Mun H"}).Lines; got != nil {
			t.Errorf("%s foresees %q", seat, got)
		}
	}
}
