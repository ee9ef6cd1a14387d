package diplomacy_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
)

// A datcCase is what testdata/datc.txt says of a movement phase.
type datcCase struct {
	number string
	position
	want             []string // by unit
	after, dislodged []string
	contested        string
}

// readDATC returns the cases that begin with a movement phase.
func readDATC(t *testing.T) (cases []datcCase) {
	t.Helper()
	text, err := os.ReadFile("testdata/datc.txt")
	if err != nil {
		t.Fatal(err)
	}
	var c *datcCase
	for line := range strings.Lines(string(text)) {
		w := strings.Fields(line)
		switch {
		case len(w) == 0 || w[0] == "#":
		case line[0] == '6':
			cases = append(cases, datcCase{number: w[0]})
			c = &cases[len(cases)-1]
		case line[0] == '#' || c == nil:
		case w[0] == "winter" || w[0] == "retreats":
			c = nil
		default:
			c.read(w)
		}
	}
	return slices.DeleteFunc(cases, func(c datcCase) bool { return c.after == nil })
}

// read takes one line.
func (c *datcCase) read(w []string) {
	list := strings.Split(strings.Join(w[1:], " "), ", ")
	switch w[0] {
	case "stands":
		for _, s := range list {
			c.stand(strings.Fields(s))
		}
	case "after":
		c.after = list
	case "dislodged":
		c.dislodged = list
	case "contested":
		c.contested = list[0]
	default:
		c.take(w)
	}
}

// stand puts a unit, "England F LON", and returns its index.
func (c *datcCase) stand(w []string) int {
	u := unit{Power: board.Power(w[0]), At: board.Lookup(w[2])}
	if w[1] == "F" {
		u.Type = diplomacy.Fleet
	}
	for i, v := range c.units {
		if province(v.At) == province(u.At) {
			return i
		}
	}
	c.units = append(c.units, u)
	c.orders = append(c.orders, order{Unit: u.At, Target: diplomacy.NoLoc, To: diplomacy.NoLoc})
	c.want = append(c.want, "")
	return len(c.units) - 1
}

// take reads an order, "England F LON - NTH | ok".
func (c *datcCase) take(w []string) {
	i := c.stand(w)
	if c.units[i].Power != board.Power(w[0]) {
		return // DATC 6.A.6
	}
	o := &c.orders[i]
	if bar := slices.Index(w, "|"); bar >= 0 {
		c.want[i] = w[bar+1]
		w = w[:bar]
	}
	w = w[3:]
	switch w[0] {
	case "-":
		o.Verb, o.To, o.Via = diplomacy.Move, board.Lookup(w[1]), len(w) > 2
		return
	case "S":
		o.Verb = diplomacy.Support
	case "C":
		o.Verb = diplomacy.Convoy
	default:
		return
	}
	o.Target = board.Lookup(w[2])
	if len(w) > 3 {
		o.To = board.Lookup(w[4])
	}
}

// TestOracleKnowsDATC checks the oracle alone.
func TestOracleKnowsDATC(t *testing.T) {
	cases := readDATC(t)
	if len(cases) < 140 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.number, func(t *testing.T) { c.check(t) })
	}
}

func (c datcCase) check(t *testing.T) {
	o, got := ask(c.position)
	if o.trouble != "" {
		t.Error(o.trouble)
	}
	for i, w := range c.want {
		if ok := got.came[i] == "move true"; w != "" && o.orders[i].Verb == diplomacy.Move && ok != (w == "ok") {
			t.Errorf("%s: %s, want %s", c.line(i), got.came[i], w)
		}
	}
	same := func(what, got string, want []string) {
		have := strings.Split(got, ", ")
		if got == "" {
			have = nil
		}
		slices.Sort(have)
		slices.Sort(want)
		if !slices.Equal(have, want) {
			t.Errorf("%s %v, want %v", what, have, want)
		}
	}
	same("after", show(got.units), c.after)
	sides := slices.ContainsFunc(c.dislodged, func(s string) bool { return len(strings.Fields(s)) > 3 })
	if sides {
		same("dislodged", showLosses(got.dislodged), c.dislodged)
	} else {
		var us []unit
		for _, d := range got.dislodged {
			us = append(us, d.unit)
		}
		same("dislodged", show(us), c.dislodged)
	}
	if c.contested != "" && codes(got.contested) != c.contested {
		t.Errorf("contested %s, want %s", codes(got.contested), c.contested)
	}
}
