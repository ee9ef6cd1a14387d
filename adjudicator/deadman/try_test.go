package deadman_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
)

// A trial of Germany's orders, by rules and units.
func tried(t *testing.T, rules *adjudicator.Rules, us []string, suppose []string, orders ...string) adjudicator.Tried {
	t.Helper()
	v := positionOf(t, rules, "Fall 1902", us, map[string]string{"Germany": "Kie Ber Mun"}, nil).View("Germany")
	r := v.Read("orders", "", strings.Join(orders, "\n"))
	if len(r.Faults()) > 0 {
		t.Fatalf("%q: %v", orders, r.Faults())
	}
	return v.(adjudicator.Trier).Try(adjudicator.Trial{Kind: "orders", Answer: r.Answer, Suppose: suppose})
}

// What a player supposes about others' orders decides what TRY says about their own.
func TestTry(t *testing.T) {
	germany := []string{"Germany A Mun", "Germany A Ruh", "Germany F Kie"}
	board := slices.Concat(germany, []string{"France A Par", "France A Gas", "Austria A Tyr", "England F Nth"})
	for _, c := range []struct {
		orders, suppose, open, blind string
	}{
		{"A Mun-Bur", "A Par-Bur, A Gas S A Par-Bur",
			"A Mun-Bur: it bounces with France's A Par-Bur, supported by A Gas: 2 against 1.",
			"A Mun-Bur: it bounces with somebody's A Par-Bur, supported by A Gas: 2 against 1."},
		{"A Mun-Bur", "France: A Par-Bur",
			"A Mun-Bur: it bounces with France's A Par-Bur: 1 against 1.",
			"A Mun-Bur: it bounces with France's A Par-Bur: 1 against 1."},
		{"A Mun-Bur\nA Ruh S A Mun-Bur", "Frankreich: A Paris nach Burgund",
			"A Mun-Bur: it goes there, unless somebody else moves there with equal strength.",
			"A Mun-Bur: it goes there, unless somebody else is there or moves there with equal strength."},
		{"A Ruh S A Mun-Bur\nA Mun-Bur", "F Nth-Hol\nA Tyr-Mun",
			"A Ruh S A Mun-Bur: it counts, unless it is attacked.", "A Ruh S A Mun-Bur: it counts, unless it is attacked."},
		{"A Ruh S A Mun", "Austria A Tyr-Mun\nA Bel-Ruh",
			"", "A Ruh S A Mun: it is cut by somebody's A Bel-Ruh."},
		{"A Mun H", "Austria: A Tyr-Mun; Italy: A Boh S A Tyr-Mun", "", ""},
		{"A Mun H", "Austria: A Tyr-Mun\nAustria: A Boh S A Tyr-Mun",
			"", "A Mun H: it does not stay. Its unit is dislodged by Austria's A Tyr-Mun, supported by A Boh: 2 against 1."},
		{"A Mun-Tyr", "A Tyr-Vie",
			"A Mun-Tyr: it goes there if Austria's A Tyr-Vie leaves and nobody else moves there with equal strength.",
			"A Mun-Tyr: it goes there if somebody's A Tyr-Vie leaves and nobody else moves there with equal strength."},
		{"A Mun E France", "A Tyr-Mun", "", "A Mun E France: it fails, because it is attacked by somebody's A Tyr-Mun."},
	} {
		suppose := strings.Split(c.suppose, "\n")
		for rules, want := range map[*adjudicator.Rules]string{deadman.Diplomacy: c.open, deadman.Rules: c.blind} {
			us := board
			if rules == deadman.Rules {
				us = germany
			}
			if want == "" {
				continue
			}
			if got := tried(t, rules, us, suppose, c.orders); !slices.Contains(got.Lines, want) || len(got.Faults) > 0 {
				t.Errorf("%s, %q with %q: no\n%s\nbut\n%s\n%v", rules.Name, c.orders, suppose, want,
					strings.Join(got.Lines, "\n"), got.Faults)
			}
		}
	}
}

// Suppositions that can't be understood, or are impossible, are reported, and not used.
func TestTryFaults(t *testing.T) {
	us := []string{"Germany A Mun", "France A Par", "Austria A Tyr"}
	for suppose, want := range map[string]string{
		"Germany: A Mun-Bur":  "That is your own power",
		"A Mun-Bur":           "is your own unit",
		"Atlantis: A Par-Bur": "Atlantis is not a power in this game.",
		"A Gas-Bur":           "There is no unit in Gascony.",
		"they attack me":      "I don't know which unit",
		"Austria: A Par-Bur":  "The unit in Paris is not Austria's.",
		"A Par jumps":         "A Par: ",
	} {
		got := tried(t, deadman.Diplomacy, us, []string{suppose}, "A Mun-Bur")
		if len(got.Faults) != 1 || !strings.Contains(got.Faults[0].Text, want) {
			t.Errorf("%q: %v, want %q", suppose, got.Faults, want)
		}
	}
	got := tried(t, deadman.Rules, us[:1], []string{"Paris to Burgundy"}, "A Mun-Bur")
	if len(got.Faults) != 1 || !strings.Contains(got.Faults[0].Text, "an army or a fleet is in Paris") {
		t.Errorf("without a type: %v", got.Faults)
	}
}

// In a blind game the answer to TRY does not depend on what the player does not see.
func TestTryIsBlind(t *testing.T) {
	mine := []string{"Germany A Mun", "Germany F Kie"}
	one := slices.Concat(mine, []string{"France A Bur", "Austria A Tyr", "Russia A Sil"})
	other := slices.Concat(mine, []string{"Italy A Boh"})
	for _, orders := range []string{"A Mun-Bur", "A Mun-Tyr\nF Kie-Den", "A Mun E France", "A Mun S A Boh-Tyr"} {
		for _, suppose := range [][]string{nil, {"A Boh-Mun"}, {"Russia: A Sil-Mun"}} {
			a, b := tried(t, deadman.Rules, one, suppose, orders), tried(t, deadman.Rules, other, suppose, orders)
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%q with %q tells worlds apart:\n%v\n%v", orders, suppose, a, b)
			}
		}
	}
}

// BenchmarkTry measures a trial of the orders of a whole power, with three suppositions.
func BenchmarkTry(b *testing.B) {
	p, err := deadman.Diplomacy.Setup(nil, adjudicator.Config{Seats: deadman.Diplomacy.Seats,
		Options: deadman.Diplomacy.Defaults()})
	if err != nil {
		b.Fatal(err)
	}
	v := p.View("Germany")
	trial := adjudicator.Trial{Kind: "orders", Answer: v.Read("orders", "", "A Mun-Bur\nA Ber-Kie\nF Kie-Den").Answer,
		Suppose: []string{"France: A Par-Bur, A Mar S A Par-Bur", "England: F Lon-Nth"}}
	for b.Loop() {
		if got := v.(adjudicator.Trier).Try(trial); len(got.Lines) != 3 {
			b.Fatal(got)
		}
	}
}
