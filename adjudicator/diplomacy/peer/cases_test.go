package peer

import (
	"os"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy/peer/games"
)

// readCases reads the movement phases of a file such as
// ../testdata/positions.txt; the head of ../testdata/datc.txt explains the
// form. What stands behind a bar is not looked at.
func readCases(t testing.TB, file string) []games.Phase {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []games.Phase
	for line := range strings.Lines(string(text)) {
		order, _, _ := strings.Cut(line, "|")
		w := strings.Fields(order)
		switch {
		case len(w) == 0 || w[0][0] == '#':
		case line[0] != ' ':
			cases = append(cases, games.Phase{Game: w[0], Name: "S1901M"})
		default:
			addLine(t, &cases[len(cases)-1], w)
		}
	}
	for i := range cases {
		stand(t, &cases[i])
	}
	return cases
}

// addLine adds a line of a case, cut into words.
func addLine(t testing.TB, p *games.Phase, w []string) {
	t.Helper()
	rest := strings.Join(w[1:], " ")
	switch w[0] {
	case "stands":
		p.Units = units(t, rest)
	case "after":
		p.NextUnits = units(t, rest)
	case "dislodged":
		// A dislodged unit that does not retreat is nowhere afterwards.
	default:
		p.Orders = append(p.Orders, strings.ToUpper(w[0])+" "+rest)
	}
}

// stand puts the units on the board that the orders tell of, if the case does
// not say who stands where.
func stand(t testing.TB, p *games.Phase) {
	t.Helper()
	if p.Units != nil {
		return
	}
	for _, o := range p.Orders {
		p.Units = append(p.Units, units(t, o)...)
	}
}

// units reads "England F NTH, England A YOR"; what stands behind the place is
// left alone.
func units(t testing.TB, text string) []games.Unit {
	t.Helper()
	var us []games.Unit
	for part := range strings.SplitSeq(text, ",") {
		w := strings.Fields(part)
		if len(w) < 3 {
			t.Fatalf("%q is no unit", part)
		}
		us = append(us, games.Unit{Power: strings.ToUpper(w[0]), Type: w[1], Loc: w[2]})
	}
	return us
}
