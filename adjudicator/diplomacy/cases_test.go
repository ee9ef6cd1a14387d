package diplomacy

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A gmCase is one case of a file such as testdata/datc.txt, whose head explains
// the form.
type gmCase struct {
	number string
	phases []*gmPhase
}

// A gmPhase is the moves, the retreats or the winter of a case.
type gmPhase struct {
	kind  string // "moves", "retreats", "winter"
	lines []gmLine
	facts map[string][]string // what stands behind "after", "stands" ...; nil if it is not told
}

type gmLine struct {
	power Power
	words []string
	want  string // behind the bar
	text  string
}

// readCases reads a file of cases.
func readCases(t testing.TB, b *Board, file string) []gmCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []gmCase
	var phase *gmPhase
	begin := func(kind string) {
		phase = &gmPhase{kind: kind, facts: map[string][]string{}}
		c := &cases[len(cases)-1]
		if n := len(c.phases); n == 1 && len(c.phases[0].lines)+len(c.phases[0].facts) == 0 {
			c.phases = nil // a winter case has no moves
		}
		c.phases = append(c.phases, phase)
	}
	for i, line := range strings.Split(string(data), "\n") {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		order, want, _ := strings.Cut(text, "|")
		words := strings.Fields(order)
		switch power := b.Power(words[0]); {
		case line[0] != ' ':
			cases = append(cases, gmCase{number: words[0]})
			begin("moves")
		case text == "retreats" || text == "winter":
			begin(text)
		case power != Nobody:
			phase.lines = append(phase.lines, gmLine{power, words[1:], strings.TrimSpace(want), text})
		case strings.Contains(" rules stands owns contested dislodged after ", " "+words[0]+" "):
			fact := phase.facts[words[0]]
			if fact == nil {
				fact = []string{}
			}
			if rest := strings.TrimSpace(text[len(words[0]):]); words[0] == "owns" || words[0] == "contested" || words[0] == "rules" {
				fact = append(fact, strings.TrimPrefix(rest, "nowhere"))
			} else if rest != "nobody" {
				fact = append(fact, strings.Split(rest, ", ")...)
			}
			phase.facts[words[0]] = fact
		default:
			t.Fatalf("%s:%d: cannot read %q", file, i+1, text)
		}
	}
	return cases
}

// loc reads a code, of which "???" is a location that no board has.
func loc(t testing.TB, b *Board, code string) Loc {
	t.Helper()
	if code == "???" {
		return 200
	}
	l := b.Lookup(code)
	if l == NoLoc {
		t.Fatalf("no location %q", code)
	}
	return l
}

// unit reads "England F NTH" and leaves what is behind it alone.
func unit(t testing.TB, b *Board, text string) Unit {
	t.Helper()
	w := strings.Fields(text)
	if len(w) < 3 || b.Power(w[0]) == Nobody || w[1] != "A" && w[1] != "F" {
		t.Fatalf("%q is no unit", text)
	}
	u := Unit{Power: b.Power(w[0]), At: loc(t, b, w[2])}
	if w[1] == "F" {
		u.Type = Fleet
	}
	return u
}

func units(t testing.TB, b *Board, texts []string) []Unit {
	t.Helper()
	var us []Unit
	for _, text := range texts {
		us = append(us, unit(t, b, text))
	}
	return us
}

// order reads the words of an order, "F LON - NTH" or "A LVP S F YOR - NTH".
// "F LON ?" is one that can't be read.
func order(t testing.TB, b *Board, w []string) Order {
	t.Helper()
	at := func(i int) Loc {
		if i >= len(w) {
			t.Fatalf("%q is too short", strings.Join(w, " "))
		}
		return loc(t, b, w[i])
	}
	switch verb := w[2]; {
	case verb == "H":
		return Holds(at(1))
	case verb == "?":
		return Order{Unit: at(1), Verb: NoVerb, Target: NoLoc, To: NoLoc}
	case verb == "-" && w[len(w)-1] == "VIA":
		return MovesVia(at(1), at(3))
	case verb == "-" && w[len(w)-1] == "WHOLE":
		return Order{Unit: at(1), Verb: Move, Target: NoLoc, To: at(3), Whole: true}
	case verb == "-":
		return Moves(at(1), at(3))
	case verb == "S" && len(w) > 5:
		return SupportsMove(at(1), at(4), at(6))
	case verb == "S":
		return Supports(at(1), at(4))
	case verb == "C":
		return Convoys(at(1), at(4), at(6))
	}
	t.Fatalf("%q is no order", strings.Join(w, " "))
	return Order{}
}

// show writes a unit as in the files of cases.
func show(b *Board, u Unit) string {
	return fmt.Sprintf("%s %s %s", b.powers[u.Power], u.Type, b.Code(u.At))
}

// sameUnits reports a difference between two lots of units, in any sequence.
func sameUnits(t testing.TB, b *Board, what string, got, want []Unit) {
	t.Helper()
	left := map[Unit]int{}
	for _, u := range want {
		left[u]++
	}
	for _, u := range got {
		if left[u]--; left[u] < 0 {
			t.Errorf("%s: %s is not expected", what, show(b, u))
		}
	}
	for _, u := range want {
		if left[u] > 0 {
			t.Errorf("%s: %s is missing", what, show(b, u))
		}
	}
}
