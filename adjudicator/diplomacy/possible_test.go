package diplomacy

import (
	"strings"
	"testing"
)

func TestPossible(t *testing.T) {
	b := Standard()
	possible := func(text string) error {
		t.Helper()
		w := strings.Fields(text)
		return b.Possible(unit(t, b, "England "+text), order(t, b, w), Rules{})
	}
	good := func(text string) {
		t.Helper()
		if err := possible(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	bad := func(text, want string) {
		t.Helper()
		if err := possible(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant: %s", text, err, want)
		}
	}
	good("A PAR H")
	good("A PAR - BUR")
	good("A LON - BEL")
	good("A LON - BEL VIA")
	good("A LON - SYR") // over six seas
	good("A GAS - SPA/NC")
	good("F GAS - SPA") // DATC 6.B.2: one coast is possible
	good("F MAO - SPA/SC")
	bad("F NTH - PIC", "Picardy does not border the North Sea") // DATC 6.A.1
	bad("A LVP - IRI", "an army can't enter the Irish Sea")     // DATC 6.A.2
	bad("F KIE - MUN", "a fleet can't enter Munich")            // DATC 6.A.3
	bad("F KIE - KIE", "a fleet in Kiel cannot move to where it is")
	bad("F ROM - VEN", "a fleet cannot go from Rome to Venice") // DATC 6.A.9
	bad("F POR - SPA", "a fleet in Portugal must say to which coast it goes: Spain (north coast) or Spain (south coast)")
	bad("F GAS - SPA/SC", "a fleet in Gascony cannot reach Spain (south coast), only Spain (north coast)")
	bad("A VIE - PAR", "Paris does not border Vienna, and no convoy leads there")
	bad("A SEV - GRE", "Greece does not border Sevastopol, and no convoy leads there") // the Black Sea is closed
	bad("A MUN - BUR VIA", "no convoy can bring an army from Munich to Burgundy")

	good("A LVP S F YOR")
	good("F MAR S F GAS - SPA/NC") // DATC 6.B.4
	good("F ENG S A PAR - PIC")
	good("A HOL S A YOR - BEL")
	good("F NTH S A BEL - HOL")
	bad("F TRI S F TRI", "a fleet in Trieste cannot support itself") // DATC 6.A.8
	bad("F ROM S A APU - VEN", "a fleet cannot go from Rome to Venice, so it gives no support there")
	bad("A PRU S A LVN - PRU", "an army cannot support a move to Prussia, where it stands itself") // DATC 6.D.34
	bad("A LVP S A YOR - YOR", "a unit in Yorkshire cannot move to where it is")
	bad("A LON S F NWG - NTH", "an army can't enter the North Sea, so it gives no support there")
	bad("A PAR S A BER - MUN", "Munich does not border Paris, so no support reaches it")
	bad("A BUR S A VIE - MUN", "no unit can go from Vienna to Munich")
	bad("F BLA S A RUM - ARM", "no unit can go from Rumania to Armenia") // DATC 6.D.31

	good("F NTH C A LON - BEL")
	good("F ENG C A LVP - EDI") // DATC 6.G.6
	good("F TYS C A ROM - SPA/SC")
	bad("A LON C A YOR - BEL", "an army cannot convoy")
	bad("F CON C A GRE - SEV", "a fleet can convoy only at sea, not in Constantinople") // DATC 6.F.1
	bad("F NTH C A LON - ENG", "an army can't enter the English Channel")
	bad("F NTH C A ENG - LON", "only armies are convoyed, and none can be in the English Channel")
	bad("F NTH C A YOR - YOR", "a convoy from Yorkshire cannot end there") // DATC 6.A.5
	bad("F NTH C A MUN - YOR", "Munich lies inland, where no convoy starts or ends")
	bad("F NTH C A YOR - MUN", "Munich lies inland, where no convoy starts or ends")
	bad("F WES C A MAR - SPA", "a fleet in the Western Mediterranean is no use in a convoy from Marseilles to Spain") // DATC 6.G.19
	bad("F BOT C A SWE - NWY", "a fleet in the Gulf of Bothnia is no use in a convoy from Sweden to Norway")          // DATC 6.G.7

	bad("F BOT C A SWE - BER", "a fleet in the Gulf of Bothnia is no use in a convoy from Sweden to Berlin")           // the Baltic alone does it
	bad("F WES C A MAR - NAP", "a fleet in the Western Mediterranean is no use in a convoy from Marseilles to Naples") // a detour

	for _, o := range []Order{{Verb: Move, To: NoLoc}, {Verb: Support, Target: NoLoc}, {Verb: Convoy, Target: NoLoc}} {
		if b.Possible(unit(t, b, "England F NTH"), o, Rules{}) == nil {
			t.Errorf("a %s to nowhere is possible", o.Verb)
		}
	}
}

// Every order that Resolve accepts in some position is possible for Possible too, or a player would be refused an
// order that could count.
func TestPossibleCoversResolve(t *testing.T) {
	b := Standard()
	for i := range 3000 {
		us, orders := entangled(b, seeded(uint64(i)))
		byProvince := map[Loc]Order{}
		for _, o := range orders {
			byProvince[b.Province(o.Unit)] = o
		}
		for _, r := range b.Resolve(us, orders, Rules{}).Results {
			o, ordered := byProvince[b.Province(r.Unit.At)]
			if ordered && r.OK && r.Why == None && b.Possible(r.Unit, o, Rules{}) != nil {
				t.Fatalf("%d: %s %s is refused though it succeeds: %v", i, show(b, r.Unit), o.Verb, b.Possible(r.Unit, o, Rules{}))
			}
		}
	}
}

func TestFarthest(t *testing.T) {
	b := Standard()
	check := func(n int, from, have, want string) {
		t.Helper()
		var homes []Loc
		for code := range strings.FieldsSeq(from) {
			homes = append(homes, loc(t, b, code))
		}
		var us []Unit
		for u := range strings.SplitSeq(have, ", ") {
			us = append(us, unit(t, b, "Russia "+u))
		}
		var got []string
		for _, u := range b.Farthest(us, homes, n) {
			got = append(got, strings.TrimPrefix(show(b, u), "Russia "))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%d of %s from %q: %q, want %q", n, have, from, s, want)
		}
	}
	check(1, "MOS WAR", "A LVN, A SWE", "A SWE")
	check(1, "MOS", "A UKR, A LVN", "A LVN")                   // equally far: by name
	check(1, "MUN", "F NTH, F BOT", "F BOT")                   // "Gulf of Bothnia" comes before "North Sea"
	check(1, "STP WAR", "A BOH, F SKA, F NTH", "F NTH")        // distance before all
	check(2, "STP WAR", "A BOH, F SKA, F NTH", "F NTH, F SKA") // fleets before armies
	check(1, "", "A NAF, A NAP", "A NAP")                      // the name counts, not the code
	check(1, "STP", "F BAL, F SKA", "F BAL")                   // both coasts count: 6.J.9
	check(1, "NAP", "A GRE, A PIE", "A PIE")                   // over water too: 6.J.10
	check(9, "", "A MOS, F STP/NC, F BLA", "F BLA, F STP/NC, A MOS")
	check(0, "MOS", "A MOS", "")
	check(-1, "MOS", "A MOS", "")
}
