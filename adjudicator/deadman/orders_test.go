package deadman_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
)

// TestOrders reads the lines of testdata/orders.txt, whose head says how they are written.
func TestOrders(t *testing.T) { ordersOf(t, "testdata/orders.txt") }

// TestGermanOrders reads those in German.
func TestGermanOrders(t *testing.T) { ordersOf(t, "testdata/german.txt") }

func ordersOf(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, sections, _ := strings.Cut(string(text), "\n== ")
	for section := range strings.SplitSeq(sections, "\n== ") {
		name, body, _ := strings.Cut(section, "\n")
		t.Run(name, func(t *testing.T) {
			asker := asking(t, body)
			for line := range strings.Lines(body) {
				if letter, want, ok := strings.Cut(line, "###"); ok {
					asker.check(t, strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"), strings.TrimSpace(want))
				}
			}
		})
	}
}

// An asker is the view of a section, and what its lines are read for.
type asker struct {
	view deadman.View
	kind string
}

func asking(t *testing.T, body string) asker {
	t.Helper()
	power, phase, us, centres := "", "", []string(nil), map[string]string{}
	var changes []func(*deadman.View)
	kind := "orders"
	for line := range strings.Lines(body) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.Contains(line, "###") || word == "":
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
	v, ok := position(t, phase, us, centres).View(adjudicator.Seat(power)).(deadman.View)
	if !ok {
		t.Fatalf("%s has no view", power)
	}
	v.Votes = false // unless the section says so
	for _, change := range changes {
		change(&v)
	}
	return asker{v, kind}
}

func (a asker) check(t *testing.T, letter, want string) {
	t.Helper()
	r := a.view.Read(a.kind, "", letter)
	var order, told, noted []string // expected
	aside := false
	for item := range strings.SplitSeq(want, ";") {
		switch item = strings.TrimSpace(item); {
		case item == "":
		case item == "-":
			aside = true
		case strings.HasPrefix(item, "?"):
			told = append(told, strings.TrimSpace(item[1:]))
		case strings.HasPrefix(item, "~"):
			noted = append(noted, strings.TrimSpace(item[1:]))
		default:
			order = append(order, item)
		}
	}
	if aside {
		noted = append(noted, "Left aside")
	}
	var answer, faults []string
	if r.Answer != "" {
		answer = strings.Split(r.Answer, "\n")
	}
	for _, f := range r.Faults {
		faults = append(faults, f.Text)
	}
	slices.Sort(order)
	have := slices.Sorted(slices.Values(answer))
	if !slices.Equal(have, order) || !all(faults, told) || !all(r.Notes, noted) {
		t.Errorf("%q\n\twant %s\n\thave %s\n\tfaults %q\n\tnotes %q", letter, want, strings.Join(answer, "; "), faults, r.Notes)
		return
	}
	again := a.view.Read(a.kind, "", r.Answer)
	if again.Answer != r.Answer || len(again.Faults) > 0 {
		t.Errorf("%q is read as %q, which is read as %q with faults %v", letter, r.Answer, again.Answer, again.Faults)
	}
}

// all reports whether each text has one of the parts in it, in any case, and each part is in one.
func all(texts, parts []string) bool {
	has := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	return !slices.ContainsFunc(texts, func(text string) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return has(text, part) })
	}) && !slices.ContainsFunc(parts, func(part string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return has(text, part) })
	})
}
