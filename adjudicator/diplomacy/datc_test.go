package diplomacy

import (
	"slices"
	"strings"
	"testing"
)

// caseFiles are the files of cases in testdata, and on which board each is
// played.
var caseFiles = []struct{ name, board string }{
	{"datc", "standard"}, {"rules", "standard"}, {"reports", "standard"}, {"others", "standard"},
	{"orders", "standard"}, {"paradoxes", "standard"}, {"retreats", "standard"}, {"winters", "standard"},
	{"baltic", "baltic"}, {"small", "small"},
}

func TestCases(t *testing.T) {
	for _, file := range caseFiles {
		b, seen := BoardNamed(file.board), map[string]bool{}
		for _, c := range readCases(t, b, "testdata/"+file.name+".txt") {
			name := file.name + "/" + c.number
			if rules := rulesOf(t, c); rules != (Rules{}) {
				name += "/" + rules.String()
			}
			if seen[name] {
				t.Errorf("%s comes twice", name)
			}
			seen[name] = true
			t.Run(name, func(t *testing.T) { play(t, b, c) })
		}
		if file.name == "datc" && len(seen) < 164 {
			t.Errorf("%d cases; DATC 3.0 alone has 164", len(seen))
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
			got = "not counted"
			if r := m.Results[at]; int(r.Given) == given[i] {
				got = written(b, r)
			}
		}
		if l.want != "" && got != l.want {
			t.Errorf("%s; got %s", l.text, got)
		}
	}
	checkOrders(t, b, m, orders)
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

// written returns a result as in the files of cases.
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

// checkOrders checks that the order of each result is the one that counted, or
// a hold.
func checkOrders(t *testing.T, b *Board, m Movement, orders []Order) {
	t.Helper()
	for _, r := range m.Results {
		want, got := Holds(b.Province(r.Unit.At)), r.Order
		switch {
		case r.Given < -1 || int(r.Given) >= len(orders):
			t.Errorf("%s has got order %d", show(b, r.Unit), r.Given)
		case r.Given < 0 && r.Why == Illegal:
			t.Errorf("%s has no order, and it is illegal", show(b, r.Unit))
		case r.Given >= 0 && r.Why != Illegal:
			o := orders[r.Given]
			if b.Province(o.Unit) != want.Unit {
				t.Errorf("%s has got the order %+v", show(b, r.Unit), o)
			}
			want.Verb, want.Target, want.To = o.Verb, b.Province(o.Target), b.Province(o.To)
			army := o.Verb == Move && r.Unit.Type == Army
			want.Via, want.Whole = army && (o.Via || o.Whole), army && o.Whole
			got.To = b.Province(got.To)
		}
		if want.Verb == Hold {
			want = Holds(want.Unit)
		}
		if got != want {
			t.Errorf("the order of %s is %+v, want %+v", show(b, r.Unit), r.Order, want)
		}
	}
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
	var lines []gmLine
	for _, l := range p.lines {
		switch {
		case l.want == "no retreat":
			continue
		case l.words[2] == "D":
			orders = append(orders, Disbands(loc(t, b, l.words[1])))
		default:
			orders = append(orders, RetreatsTo(loc(t, b, l.words[1]), loc(t, b, l.words[3])))
		}
		lines = append(lines, l)
	}
	out := b.Retreat(m.Units, m.Dislodged, m.Contested, orders, rules)
	for i, l := range lines {
		at := slices.IndexFunc(out.Results, func(r RetreatResult) bool {
			return b.Province(r.Unit.At) == b.Province(orders[i].Unit)
		})
		got := "not dislodged"
		if at >= 0 {
			got = writtenRetreat(b, out.Results[at], i)
		}
		if l.want != "" && got != l.want {
			t.Errorf("%s; got %s", l.text, got)
		}
	}
	sameUnits(t, b, "after the retreats", out.Units, units(t, b, p.facts["after"]))
	checkRetreated(t, b, m, orders, out)
}

// writtenRetreat returns what became of retreat order i as in the files of cases, if r is the result of its unit.
func writtenRetreat(b *Board, r RetreatResult, i int) string {
	switch {
	case r.Given >= 0 && r.Given != i:
		return "not counted"
	case r.OK && r.Why == None:
		return "ok"
	case r.By != NoLoc:
		return "fails: " + r.Why.String() + " with " + b.Code(r.By)
	}
	return "fails: " + r.Why.String()
}

// checkRetreated checks that the parts of Retreats agree.
func checkRetreated(t *testing.T, b *Board, m Movement, orders []RetreatOrder, out Retreats) {
	t.Helper()
	want, removed := m.Units, []Unit{}
	for i, r := range out.Results {
		if r.Unit != m.Dislodged[i].Unit {
			t.Errorf("result %d is of %s", i, show(b, r.Unit))
		}
		to := NoLoc
		if r.Given >= 0 {
			to = orders[r.Given].To
		}
		if b.Province(r.To) != b.Province(to) || r.Given < -1 {
			t.Errorf("%s retreats to location %d, and was ordered to %d", show(b, r.Unit), r.To, to)
		}
		u := r.Unit
		if r.OK && r.To != NoLoc {
			u.At = r.To
			want = append(want[:len(want):len(want)], u)
		} else {
			removed = append(removed, u)
		}
	}
	if !slices.Equal(out.Units, want) || !slices.Equal(out.Removed, removed) {
		t.Errorf("the results do not say who stands and who is removed: %+v", out)
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
		o := Adjustment{Power: l.power, Build: l.words[0] == "build", Waive: l.words[0] == "waive"}
		if !o.Waive {
			o.Unit = unit(t, b, b.powers[l.power]+" "+strings.Join(l.words[1:], " "))
		}
		orders = append(orders, o)
	}
	stands := units(t, b, p.facts["stands"])
	w := b.Adjust(stands, owner, orders, rules)
	for i, l := range p.lines {
		got := "ok"
		if r := w.Results[i]; !r.OK || r.Why != None {
			got = "fails: " + r.Why.String()
		}
		if got != l.want {
			t.Errorf("%s; got %s", l.text, got)
		}
	}
	sameUnits(t, b, "after", w.Units, units(t, b, p.facts["after"]))
	checkAdjusted(t, b, stands, orders, w)
}

// checkAdjusted checks that the parts of a Winter agree.
func checkAdjusted(t *testing.T, b *Board, stands []Unit, orders []Adjustment, w Winter) {
	t.Helper()
	built, removed := 0, 0
	for i, o := range orders {
		p := b.Province(o.Unit.At)
		switch {
		case !w.Results[i].OK || o.Waive:
		case o.Build:
			if built >= len(w.Built) || w.Built[built].Power != o.Power || b.Province(w.Built[built].At) != p {
				t.Errorf("order %d is ok, but not the next of those built, %+v", i, w.Built)
			}
			built++
		default:
			if removed >= len(w.Removed) || w.Removed[removed].Power != o.Power || b.Province(w.Removed[removed].At) != p {
				t.Errorf("order %d is ok, but not the next of those removed, %+v", i, w.Removed)
			}
			removed++
		}
	}
	if built != len(w.Built) || removed != len(w.Removed) {
		t.Errorf("%d are built and %d removed by %d and %d orders", len(w.Built), len(w.Removed), built, removed)
	}
	sameUnits(t, b, "before", slices.Concat(w.Units, w.Removed, w.Disorder), slices.Concat(stands, w.Built))
}
