package deadman_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
)

// TestOrders reads the lines of testdata/orders.txt, whose head says how they are written.
func TestOrders(t *testing.T) { ordersOf(t, "testdata/orders.txt") }

// TestGermanOrders reads those in German.
func TestGermanOrders(t *testing.T) { ordersOf(t, "testdata/german.txt") }

func ordersOf(t *testing.T, file string) {
	adjudicatortest.Orders(t, file, ";", func(t testing.TB, section string) adjudicatortest.Asker {
		a := asking(t, section)
		return adjudicatortest.Asker{View: a.view, Kind: a.kind, AnyOrder: true, Offers: true, Fills: len(a.view.Homes) > 0}
	})
}

// An asker is the view of a section, and what its lines are read for.
type asker struct {
	view deadman.View
	kind string
}

func asking(t testing.TB, body string) asker {
	t.Helper()
	power, phase, us, centres := "", "", []string(nil), map[string]string{}
	var changes []func(*deadman.View)
	kind, rules := "orders", deadman.Rules
	for line := range strings.Lines(body) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.Contains(line, "###") || word == "":
		case word == "Diplomacy":
			rules = deadman.Diplomacy
		case word == "units":
			for u := range strings.SplitSeq(rest, ", ") {
				us = append(us, power+" "+u)
			}
		case word == "centres":
			centres[power] = rest
		case word == "votes":
			changes = append(changes, func(v *deadman.View) { v.Votes = true })
		case word == "peeks":
			var n int
			if _, err := fmt.Sscan(rest, &n); err != nil {
				t.Fatal(err)
			}
			changes = append(changes, func(v *deadman.View) { v.Peeks = n })
		case word == "retreats":
			kind = "retreats"
			changes = append(changes, func(v *deadman.View) { v.Dislodged = strings.Split(rest, ", ") })
		case strings.HasSuffix(word, ",") && power == "":
			power, phase = strings.TrimSuffix(word, ","), rest
		default:
			t.Fatalf("what is %q?", line)
		}
	}
	v, ok := positionOf(t, rules, phase, us, centres, nil).View(adjudicator.Seat(power)).(deadman.View)
	if !ok {
		t.Fatalf("%s has no view", power)
	}
	v.Votes = false // unless the section says so
	for _, change := range changes {
		change(&v)
	}
	return asker{v, kind}
}

// TestStrict takes what those lines come to apart, and nothing that is only like it.
func TestStrict(t *testing.T) {
	for _, file := range []string{"testdata/orders.txt", "testdata/german.txt"} {
		for name, section := range adjudicatortest.Cases(t, file) {
			t.Run(name, func(t *testing.T) {
				a := asking(t, section)
				answers := answersOf(a, section)
				for _, answer := range answers {
					a.isStrict(t, answer)
				}
				adjudicatortest.Asker{View: a.view, Kind: a.kind, Offers: true}.Strict(t, answers...)
			})
		}
	}
}

// answersOf returns the different results of the lines of a section.
func answersOf(a asker, section string) []string {
	var out []string
	for line := range strings.Lines(section) {
		letter, _, ok := strings.Cut(line, "###")
		if !ok {
			continue
		}
		letter = strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n")
		if answer := a.view.Read(a.kind, "", letter).Answer; answer != "" && !slices.Contains(out, answer) {
			out = append(out, answer)
		}
	}
	return out
}

func (a asker) isStrict(t *testing.T, answer string) {
	t.Helper()
	if is, err := a.view.Parsed(a.kind, answer); err != nil || is != answer {
		t.Errorf("%q is taken for %q, %v", answer, is, err)
	}
	for _, text := range adjudicatortest.Misprints(answer) {
		if is, err := a.view.Parsed(a.kind, text); err == nil && is != text {
			t.Errorf("%q is taken for %q", text, is)
		}
	}
}
