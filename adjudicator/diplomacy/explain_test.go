package diplomacy

import (
	"strings"
	"testing"
)

// TestExplain checks the words for some units of cases.
func TestExplain(t *testing.T) {
	b := Standard()
	cases := map[string]gmCase{}
	for _, file := range []string{"testdata/datc.txt", "testdata/positions.txt", "testdata/others.txt", "testdata/reports.txt"} {
		for _, c := range readCases(t, b, file) {
			cases[c.number] = c
		}
	}
	for _, test := range []struct{ number, unit, want string }{
		{"6.A.1", "England F NTH", "illegal: Picardy does not border the North Sea, so the unit holds"},
		{"P2", "England A BEL", "carried by F ENG, F MAO; attack 1; it arrives"},
		{"P2", "England A EDI", "carried by F NTH; attack 1; F HOL, which tried to leave, holds with 1; no power dislodges its own unit; it bounces with F HOL"},
		{"P2", "Austria F GRE", "attack 1; F BUL/SC holds with 1; it bounces with F BUL/SC; F AEG dislodges it, 2 (F BUL/SC) against 1; it may retreat to ION, ALB"},
		{"P2", "France F WES", "attack 1 (not A GAS, cut); F LYO goes for it too with 1 (not A MAR, cut); it bounces with F LYO"},
		{"P2", "Russia A RUM", "the support is cut by A SER; A SER attacks it, 3 (A GAL, A UKR) against 3 (F BLA, F SEV)"},
		{"P2", "France A BRE", "it holds"},
		{"6.E.7", "Russia F NWY", "attack 2 (F SKA; not F YOR, of the power that is attacked); F NTH holds with 1; F HEL goes for it too with 2 (F HOL); it bounces with F HEL"},
		{"6.C.1", "Turkey F ANK", "attack 1; A CON leaves; it arrives"},
		{"6.E.1", "Germany A BER", "attack 2 (A SIL); A PRU comes the other way with 1; it arrives"},
		{"6.E.1", "Russia A PRU", "attack 1; A BER comes the other way with 2 (A SIL); F KIE goes for it too with 1; it bounces with A BER; A BER dislodges it, 2 (A SIL) against 1; it may retreat to LVN, WAR"},
		{"6.F.14", "France A BRE", "its convoy hangs on its own outcome, a paradox, so it fails"},
		{"6.F.14", "France F ENG", "the convoy hangs on its own outcome, a paradox, so it fails (Szykman's rule); F WAL dislodges it, 2 (F LON) against 1; it may retreat to IRI, MAO, NTH, BEL, PIC"},
		{"6.F.14", "England F LON", "the support is given; the attack of A BRE never arrives"},
		{"R.1", "Russia F SKA", "void: F NTH moves to NWY"},
		{"R.3", "Germany A MUN", "void: A BER moves to SIL"},
		{"6.F.9", "England A LON", "carried by F NTH; attack 1; it arrives"},
		{"6.G.8", "France A BEL", "no fleet has orders to carry it, so it stays"},
		{"6.H.12", "England A LVP", "its convoy is disrupted by F BRE, so it stays; A EDI dislodges it, 2 (A CLY) against 1; it may retreat to EDI, WAL, YOR"},
	} {
		c, ok := cases[test.number]
		if !ok {
			t.Fatalf("no case %s", test.number)
		}
		us, orders, _ := movesOf(t, b, c.phases[0])
		r := NewResolver(b, Rules{})
		r.Resolve(us, orders)
		found := false
		for i, u := range us {
			if !strings.HasPrefix(show(b, u), test.unit) {
				continue
			}
			found = true
			if got := r.Explain(i); got != test.want {
				t.Errorf("%s, %s: %q, want %q", test.number, test.unit, got, test.want)
			}
		}
		if !found {
			t.Errorf("%s has no %s", test.number, test.unit)
		}
	}
}

// Explanations agree with results: an attack that arrives is stronger than everything that it meets. Tried for every
// order of many positions.
func TestExplainAnything(t *testing.T) {
	b := Standard()
	for i := range 4000 {
		r := NewResolver(b, anyRules(uint64(i/20)))
		us, orders := entangled(b, seeded(uint64(i)))
		m := r.Resolve(us, orders)
		before := append([]Result(nil), m.Results...)
		for j := range us {
			s := r.Explain(j)
			moved := m.Results[j].Order.Verb == Move && m.Results[j].OK
			if s == "" || strings.Contains(s, "it arrives") != moved || strings.Contains(s, " dislodges it, ") != (r.taker(&r.cells[b.province[us[j].At]]) != NoLoc && !moved) {
				t.Fatalf("%d: %s: %q of %+v", i, show(b, us[j]), s, m.Results[j])
			}
			if m.Results[j] != before[j] {
				t.Fatal("to explain a result changes it")
			}
		}
	}
}
