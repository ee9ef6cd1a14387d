package diplomacy

import (
	"strings"
	"testing"
)

// Properties of movement that single cases can't show.

func TestOrdersForNothing(t *testing.T) {
	b := Standard()
	us := units(t, b, []string{"France A PAR"})
	bur := loc(t, b, "BUR")
	m := b.Resolve(us, []Order{Moves(bur, us[0].At), Moves(loc(t, b, "GAS"), bur), Moves(us[0].At, bur)}, Rules{})
	if r := m.Results[0]; !r.OK || r.Given != 2 || m.Units[0].At != bur {
		t.Errorf("orders for empty spaces: %+v", r)
	}
	m = b.Resolve(us, []Order{Holds(NoLoc), Moves(200, bur), Moves(bur, us[0].At), Moves(us[0].At, bur), Moves(NoLoc, bur)}, Rules{})
	if r := m.Results[0]; !r.OK || r.Given != 3 || m.Units[0].At != bur {
		t.Errorf("orders for units that there are not: %+v", r)
	}
	m = b.Resolve(us, []Order{Moves(bur, us[0].At), Moves(us[0].At, bur), Holds(bur), Holds(us[0].At), Holds(NoLoc)}, Rules{})
	if r := m.Results[0]; !r.OK || r.Given != 3 || m.Units[0].At == bur {
		t.Errorf("orders for units that there are not, beside two for one: %+v", r)
	}
}

// Units of nobody hold, and may be supported and support like others.
func TestUnitsOfNobodyInMovements(t *testing.T) {
	b := Standard()
	us := units(t, b, []string{"France A BUR", "France A MUN", "Germany A PAR", "Germany A PIC", "Germany A GAS"})
	par, bur, mun := us[2].At, us[0].At, us[1].At
	us[1].Power = Nobody
	attack := []Order{Moves(par, bur), SupportsMove(us[4].At, par, bur)}
	if m := b.Resolve(us, append(attack, Supports(mun, bur)), Rules{}); len(m.Dislodged) > 0 {
		t.Error("the support of nobody's unit does not count")
	}
	if m := b.Resolve(us, attack, Rules{}); len(m.Dislodged) != 1 {
		t.Error("nobody's unit gives support without an order")
	}
	us[0].Power = Nobody
	if m := b.Resolve(us, attack, Rules{}); len(m.Dislodged) != 1 || m.Dislodged[0].Unit != us[0] {
		t.Error("nobody's unit is not dislodged")
	}
}

func TestUnsoundUnits(t *testing.T) {
	b := Standard()
	for text, want := range map[string]string{
		"France A PAR, Germany A PAR":     "diplomacy: two units in Paris",
		"Russia F STP/NC, Germany A STP":  "diplomacy: two units in St Petersburg",
		"France F PAR":                    "diplomacy: a fleet of type 1 cannot stand at location",
		"France A PAR, France A NTH":      "diplomacy: an army of type 0 cannot stand at location",
		"France A SPA, Germany F SPA":     "diplomacy: a fleet of type 1 cannot stand at location",
		"France F SPA/NC, Italy A SPA/SC": "diplomacy: an army of type 0 cannot stand at location",
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, want) {
					t.Errorf("%s: %q, want %q", text, got, want)
				}
			}()
			b.Resolve(units(t, b, strings.Split(text, ", ")), nil, Rules{})
		}()
	}
}

func TestReasons(t *testing.T) {
	seen := map[string]bool{}
	for r := None; r <= BadType; r++ {
		if s := r.String(); seen[s] || s == "?" || (s == "") != (r == None) {
			t.Errorf("reason %d is %q", r, s)
		}
		seen[r.String()] = true
	}
	if got := (BadType + 1).String(); got != "?" {
		t.Errorf("a reason that there is not is %q", got)
	}
}
