package diplomacy

import (
	"slices"
	"strings"
	"testing"
)

func TestDATC(t *testing.T) {
	b := Standard()
	seen := map[string]bool{}
	for _, c := range readCases(t, b, "testdata/datc.txt") {
		if seen[c.number] {
			t.Errorf("%s comes twice", c.number)
		}
		seen[c.number] = true
		t.Run(c.number, func(t *testing.T) { play(t, b, c) })
	}
	if len(seen) < 164 {
		t.Errorf("%d cases; DATC 3.0 alone has 164", len(seen))
	}
}

func TestReports(t *testing.T) {
	b := Standard()
	for _, file := range []string{"testdata/reports.txt", "testdata/others.txt"} {
		for _, c := range readCases(t, b, file) {
			t.Run(c.number, func(t *testing.T) { play(t, b, c) })
		}
	}
}

// play plays the phases of a case and checks all that it says.
func play(t *testing.T, b *Board, c gmCase) {
	var m Movement
	rules := rulesOf(t, c)
	for _, p := range c.phases {
		switch p.kind {
		case "moves":
			m = playMoves(t, b, p, rules)
		case "retreats":
			playRetreats(t, b, p, m, rules)
		case "winter":
			playWinter(t, b, p, rules)
		}
	}
}

// rulesOf returns the rules by which a case is played.
func rulesOf(t *testing.T, c gmCase) Rules {
	t.Helper()
	rules, err := ParseRules(strings.Join(c.phases[0].facts["rules"], ","))
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// movesOf returns the units and orders of a movement phase. A power orders its
// own units only (DATC 6.A.6): line i of the phase is order given[i], or -1.
func movesOf(t testing.TB, b *Board, p *gmPhase) (us []Unit, orders []Order, given []int) {
	if stands := p.facts["stands"]; stands != nil {
		us = units(t, b, stands)
	} else {
		for _, l := range p.lines {
			us = append(us, unit(t, b, b.powers[l.power]+" "+strings.Join(l.words, " ")))
		}
	}
	for _, l := range p.lines {
		o := order(t, b, l.words)
		own := slices.ContainsFunc(us, func(u Unit) bool {
			return u.Power == l.power && b.Province(u.At) == b.Province(o.Unit)
		})
		if !own {
			given = append(given, -1)
			continue
		}
		given = append(given, len(orders))
		orders = append(orders, o)
	}
	return us, orders, given
}

func playMoves(t *testing.T, b *Board, p *gmPhase, rules Rules) Movement {
	us, orders, given := movesOf(t, b, p)
	m := b.Resolve(us, orders, rules)
	for i, l := range p.lines {
		got := "fails: not his unit"
		if given[i] >= 0 {
			at := slices.IndexFunc(us, func(u Unit) bool {
				return b.Province(u.At) == b.Province(orders[given[i]].Unit)
			})
			got = written(b, m.Results[at])
		}
		if l.want != "" && got != l.want {
			t.Errorf("%s; got %s", l.text, got)
		}
	}
	sameUnits(t, b, "after", m.Units, units(t, b, p.facts["after"]))
	checkDislodged(t, b, m, p.facts["dislodged"])
	var contested []string
	for l := range m.Contested.All() {
		contested = append(contested, b.Code(l))
	}
	if want := p.facts["contested"]; want != nil && strings.Join(contested, " ") != want[0] {
		t.Errorf("contested %v, want %v", contested, want)
	}
	return m
}

// written is a result as in the files of cases.
func written(b *Board, r Result) string {
	if r.OK && r.Why == None {
		return "ok"
	}
	s := "fails: " + r.Why.String()
	switch {
	case r.By == NoLoc:
		return s
	case r.Why == Illegal || r.Why == Void:
		s += ", dislodged"
	}
	return s + " by " + b.Code(r.By)
}

func checkDislodged(t *testing.T, b *Board, m Movement, want []string) {
	t.Helper()
	var got []Unit
	for _, d := range m.Dislodged {
		got = append(got, d.Unit)
	}
	sameUnits(t, b, "dislodged", got, units(t, b, want))
	for _, text := range want {
		w := strings.Fields(text)
		i := slices.Index(got, unit(t, b, text))
		if len(w) < 5 || i < 0 {
			continue
		}
		from := NoLoc // "by convoy"
		if w[3] == "from" {
			from = loc(t, b, w[4])
		}
		if m.Dislodged[i].From != from {
			t.Errorf("%s: the attack came from location %d", text, m.Dislodged[i].From)
		}
	}
}

func playRetreats(t *testing.T, b *Board, p *gmPhase, m Movement, rules Rules) {
	var orders []RetreatOrder
	for _, l := range p.lines {
		if l.want != "no retreat" {
			orders = append(orders, RetreatsTo(loc(t, b, l.words[1]), loc(t, b, l.words[3])))
		}
	}
	out := b.Retreat(m.Units, m.Dislodged, m.Contested, orders, rules)
	got, removed := out.Units, out.Removed
	sameUnits(t, b, "after the retreats", got, units(t, b, p.facts["after"]))
	if len(got)+len(removed) != len(m.Units)+len(m.Dislodged) {
		t.Errorf("%d stand and %d are removed, of %d", len(got), len(removed), len(m.Units)+len(m.Dislodged))
	}
	for _, l := range p.lines {
		if l.want == "no retreat" {
			continue
		}
		u := unit(t, b, b.powers[l.power]+" "+l.words[0]+" "+l.words[3])
		if ok := slices.Contains(got, u); ok != (l.want == "ok") {
			t.Errorf("%s; got %t", l.text, ok)
		}
	}
}

func playWinter(t *testing.T, b *Board, p *gmPhase, rules Rules) {
	owner := b.NoOwners()
	for _, owns := range p.facts["owns"] {
		w := strings.Fields(owns)
		for _, code := range w[1:] {
			owner[loc(t, b, code)] = b.Power(w[0])
		}
	}
	var orders []Adjustment
	for _, l := range p.lines {
		u := unit(t, b, b.powers[l.power]+" "+strings.Join(l.words[1:], " "))
		orders = append(orders, Adjustment{Power: l.power, Build: l.words[0] == "build", Unit: u})
	}
	w := b.Adjust(units(t, b, p.facts["stands"]), owner, orders, rules)
	for i, l := range p.lines {
		if w.Results[i].OK != (l.want == "ok") {
			t.Errorf("%s; got %t", l.text, w.Results[i].OK)
		}
	}
	sameUnits(t, b, "after", w.Units, units(t, b, p.facts["after"]))
}

func TestRules(t *testing.T) {
	b := Standard()
	for _, c := range readCases(t, b, "testdata/rules.txt") {
		t.Run(c.number+"/"+rulesOf(t, c).String(), func(t *testing.T) { play(t, b, c) })
	}
}
