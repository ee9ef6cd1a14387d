package diplomacy

import (
	"slices"
	"strings"
	"testing"
)

// Properties of winters that single cases can't show.

// reasons returns why each order failed.
func reasons(w Winter) (whys []string) {
	for _, r := range w.Results {
		whys = append(whys, r.Why.String())
		if r.OK != (r.Why == None) {
			whys = append(whys, "ok and not ok")
		}
	}
	return whys
}

// ownersOf has a power own the provinces of those codes, and nobody the others.
func ownersOf(t *testing.T, b *Board, power, centres string) []Power {
	t.Helper()
	owner := b.NoOwners()
	for code := range strings.FieldsSeq(centres) {
		owner[loc(t, b, code)] = b.Power(power)
	}
	return owner
}

func TestPowersThatAreNone(t *testing.T) {
	b := Standard()
	owner := ownersOf(t, b, "Germany", "BER")
	ber := Unit{At: loc(t, b, "BER")}
	w := b.Adjust(nil, owner, []Adjustment{
		{Power: Nobody, Build: true, Unit: ber},
		{Power: 7, Build: true, Unit: ber},
		{Power: 100, Waive: true},
		{Power: -100, Unit: ber},
		{Power: b.Power("Turkey"), Unit: ber},
	}, Rules{})
	if got := strings.Join(reasons(w), ", "); got != "illegal, illegal, illegal, illegal, not due" || len(w.Units) > 0 {
		t.Errorf("%s; %v stand", got, w.Units)
	}
}

func TestUnitsOfNobody(t *testing.T) {
	b := Standard()
	germany := b.Power("Germany")
	owner := ownersOf(t, b, "Germany", "BER KIE")
	nobodys := []Unit{{Nobody, Army, loc(t, b, "BER")}, {Nobody, Fleet, loc(t, b, "NTH")}}
	if due := b.Balance(nobodys, owner); due[germany] != 2 {
		t.Errorf("%d builds, for nobody's units are counted", due[germany])
	}
	w := b.Adjust(nobodys, owner, []Adjustment{
		{Power: germany, Build: true, Unit: Unit{At: loc(t, b, "BER")}},
		{Power: germany, Build: true, Unit: Unit{Power: Nobody, At: loc(t, b, "KIE")}}, // the power of the unit is not looked at
	}, Rules{})
	sameUnits(t, b, "built", w.Built, []Unit{{germany, Army, loc(t, b, "KIE")}})
	if got := strings.Join(reasons(w), ", "); got != "taken, " || len(w.Units) != 3 || !slices.Equal(w.Units[:2], nobodys) {
		t.Errorf("%s; %v stand", got, w.Units)
	}
	w = b.Adjust(append(nobodys, units(t, b, []string{"Germany A KIE"})...), b.NoOwners(), []Adjustment{
		{Power: germany, Unit: Unit{At: loc(t, b, "BER")}},
	}, Rules{})
	if got := strings.Join(reasons(w), ", "); got != "no unit" || !slices.Equal(w.Units, nobodys) {
		t.Errorf("%s; %v stand", got, w.Units)
	}
}

// The unit of a waive is not looked at, nor that it is also called a build.
func TestWaive(t *testing.T) {
	b := Standard()
	germany := b.Power("Germany")
	owner := ownersOf(t, b, "Germany", "BER KIE MUN")
	mun := Unit{At: loc(t, b, "MUN")}
	w := b.Adjust(nil, owner, []Adjustment{
		{Power: germany, Waive: true, Unit: Unit{At: NoLoc}},
		{Power: germany, Waive: true, Build: true, Unit: mun},
		{Power: germany, Build: true, Unit: mun},
	}, Rules{OneSpaceBuilds: NoneCounts})
	if got := strings.Join(reasons(w), ", "); got != ", , " || len(w.Built) != 1 || len(w.Units) != 1 {
		t.Errorf("%s; %v are built", got, w.Built)
	}
}

// Owners that are not said are Nobody.
func TestFewOwners(t *testing.T) {
	b := Standard()
	owner := ownersOf(t, b, "Germany", "BER KIE MUN")
	kie := loc(t, b, "KIE")
	us := units(t, b, []string{"Germany A RUH"})
	germany := b.Power("Germany")
	for _, test := range []struct {
		n, due int
		why    string
	}{
		{len(owner), 2, ""}, {int(kie) + 1, 1, ""}, {int(kie), 0, "not due"}, {0, -1, "not due"},
	} {
		if due := b.Balance(us, owner[:test.n])[germany]; due != test.due {
			t.Errorf("%d owners: %d due, want %d", test.n, due, test.due)
		}
		w := b.Adjust(us, owner[:test.n], []Adjustment{{Power: germany, Build: true, Unit: Unit{At: kie}}}, Rules{})
		if got := w.Results[0].Why.String(); got != test.why {
			t.Errorf("%d owners: %q, want %q", test.n, got, test.why)
		}
	}
	if due := b.Balance(us, nil)[germany]; due != -1 {
		t.Errorf("%d due, and nobody owns anything", due)
	}
	w := b.Adjust(nil, owner[:kie], []Adjustment{{Power: germany, Build: true, Unit: Unit{At: loc(t, b, "MUN")}}}, Rules{})
	if w.Results[0].Why != NotOwned {
		t.Errorf("in a centre that is nobody's a build fails for %s", w.Results[0].Why)
	}
}

// A fleet that can't get home is the farthest, by the usage before 2023
// (DATC 4.D.8); of equals the first by name goes first.
func TestNoWayHome(t *testing.T) {
	text := strings.Replace(string(packText("standard")), `homes = "BUD TRI VIE"`, `homes = "BUD VIE"`, 1)
	text = strings.Replace(text, `"A BUD, F TRI, A VIE"`, `"A BUD, A VIE"`, 1)
	b, err := ParseBoard([]byte(text + "\n[[land]]\nname = \"Utopia\"\ncode = \"UTO\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	us := units(t, b, []string{"Austria A POR", "Austria F TRI", "Austria F ADR", "Austria A SEV"})
	for _, test := range []struct {
		centres, gone string
	}{
		{"BUD VIE SER", "Austria F ADR"},
		{"BUD VIE", "Austria F ADR, Austria F TRI"},
		{"BUD", "Austria F ADR, Austria F TRI, Austria A POR"},
	} {
		w := b.Adjust(us, ownersOf(t, b, "Austria", test.centres), nil, Rules{CivilDisorder: HomeCentres})
		var gone []string
		for _, u := range w.Disorder {
			gone = append(gone, show(b, u))
		}
		if got := strings.Join(gone, ", "); got != test.gone {
			t.Errorf("with %s go %s, want %s", test.centres, got, test.gone)
		}
	}
	utopian := append(units(t, b, []string{"Austria A UTO"}), us...)
	if got := b.Farthest(utopian, []Loc{loc(t, b, "BUD")}, 1); got[0] != utopian[0] {
		t.Errorf("the farthest is %s", show(b, got[0]))
	}
}
