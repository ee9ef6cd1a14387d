package deadman

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/tier"
)

// Parsed returns an answer that was taken apart, in normal form again.
func (v View) Parsed(kind, answer string) (string, error) {
	s, err := v.parse(kind, answer)
	switch {
	case err != nil:
		return "", err
	case answer == noOrders:
		return noOrders, nil
	case kind == retreats:
		return strings.Join(v.withdrawals(s), "\n"), nil
	}
	return s.String(), nil
}

// Any sheet comes back from its normal form as it was, and nothing that is only like it does.
func TestRandomSheets(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range tier.Pick(300, 1000) {
		s := randomSheet(random)
		text := s.String()
		back, err := parse(text)
		if err != nil || !reflect.DeepEqual(back, s) {
			t.Fatalf("%q is read as\n%+v, %v, and was\n%+v", text, back, err, s)
		}
		for _, other := range adjudicatortest.Misprints(text) {
			if s, err := parse(other); err == nil && (s.String() != other || !normalAhead(s)) {
				t.Fatalf("%q is read as %q", other, s.String())
			}
		}
	}
}

// normalAhead reports whether what a sheet has for later is in normal form, too.
func normalAhead(s sheet) bool {
	same := func(text string) bool {
		one, err := parse(text)
		return err == nil && one.String() == text
	}
	for _, text := range s.always {
		if list, any := strings.CutPrefix(text, "R "); any {
			text = "A Mun R " + list
		}
		if !same(text) {
			return false
		}
	}
	return !slices.ContainsFunc(s.next, func(a ahead) bool { return !same(a.then) || a.not != "" && !same(a.not) })
}

// randomSheet has some of everything that a sheet can have.
func randomSheet(random *rand.Rand) sheet {
	b := standard()
	some := func(most int) bool { return random.IntN(4) < most }
	place := func() diplomacy.Loc { return diplomacy.Loc(random.IntN(b.Locs())) }
	unit := func() diplomacy.Unit {
		return diplomacy.Unit{Power: diplomacy.Nobody, Type: diplomacy.UnitType(random.IntN(2)), At: place()}
	}
	provinces := func(most int) []diplomacy.Loc {
		var out []diplomacy.Loc
		for range random.IntN(most + 1) {
			if at := b.Province(place()); !slices.Contains(out, at) {
				out = append(out, at)
			}
		}
		return out
	}
	var s sheet
	for _, at := range provinces(3) {
		s.builds = append(s.builds, diplomacy.Unit{Power: diplomacy.Nobody, Type: diplomacy.Fleet, At: at})
	}
	homes := provinces(2)
	slices.Sort(homes)
	for _, at := range homes {
		s.setup = append(s.setup, diplomacy.Unit{Power: diplomacy.Nobody, Type: diplomacy.Army, At: at})
	}
	s.waives, s.removes, s.peeks, s.auto = some(1), provinces(2), provinces(2), some(1)
	if some(1) {
		s.vote = append(b.Powers(), draw)[random.IntN(8)]
	}
	for range random.IntN(6) {
		if o := randomOrder(random, unit()); s.of(b.Province(o.at)) == nil {
			s.orders = append(s.orders, o)
		}
	}
	slices.SortFunc(s.orders, func(a, b order) int { return standard().compare(a.at, b.at) })
	for range random.IntN(3) {
		o := randomOrder(random, unit())
		if text := o.text("") + o.retreats(); !slices.ContainsFunc(s.always, func(a string) bool { return subject(a) == subject(text) }) {
			s.always = append(s.always, text)
		}
	}
	if some(1) {
		s.always = append(s.always, "PAS-"+b.Abbr(b.Province(place())))
	}
	if some(1) {
		s.always = append(s.always, "R "+b.Abbr(place())+", DB")
	}
	for range random.IntN(3) {
		s.next = append(s.next, randomAhead(random, unit))
	}
	seen := map[string]bool{}
	s.next = slices.DeleteFunc(s.next, func(a ahead) bool {
		about := a.guard + " " + subject(a.then)
		was := seen[about]
		seen[about] = true
		return was
	})
	if len(s.next) == 0 {
		s.next = nil
	}
	return s
}

// randomOrder returns an order for a unit, possible or not.
func randomOrder(random *rand.Rand, u diplomacy.Unit) order {
	b := standard()
	place := func() diplomacy.Loc { return diplomacy.Loc(random.IntN(b.Locs())) }
	o := order{unit: u.Type, at: u.At, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody, verb: verb(random.IntN(int(spy) + 1))}
	switch o.verb {
	case move:
		o.to, o.via = place(), random.IntN(3) == 0
	case support:
		o.said, o.target = []string{"A ", "F ", ""}[random.IntN(3)], b.Province(place())
		if random.IntN(2) == 0 {
			o.to = place()
		}
	case convoy:
		o.said, o.target, o.to = "A ", b.Province(place()), place()
	case spy:
		o.on = diplomacy.Power(random.IntN(len(b.Powers())))
	}
	if o.verb == disband {
		return o
	}
	for range random.IntN(3) {
		if at := place(); !slices.Contains(o.retreat, at) {
			o.retreat = append(o.retreat, at)
		}
	}
	o.off = random.IntN(3) == 0 || o.verb == none && len(o.retreat) == 0
	return o
}

func randomAhead(random *rand.Rand, unit func() diplomacy.Unit) ahead {
	b := standard()
	then := func() string {
		o := randomOrder(random, unit())
		at := b.Abbr(b.Province(unit().At))
		return []string{o.text("") + o.retreats(), "PAS-" + at, "Build " + b.unit(unit()), "Remove " + at, "Waive"}[random.IntN(5)]
	}
	a := ahead{then: then()}
	if random.IntN(2) == 0 {
		return a
	}
	var guards []condition
	for range 1 + random.IntN(maxConditions) {
		u := unit()
		c := condition{kind: conditionKind(random.IntN(int(owned) + 1)), not: random.IntN(2) == 0, at: b.Province(u.At)}
		if c.kind == present || c.kind == seen {
			c.unit = u.Type
			if u.Type == diplomacy.Fleet {
				c.at = u.At
			}
		}
		c.occupied = c.kind == peeked && random.IntN(2) == 0
		guards = append(guards, c)
	}
	if a.guard = written(guards); random.IntN(2) == 0 {
		a.not = then()
	}
	return a
}

// written returns conditions in normal form.
func written(cs []condition) string {
	var out []string
	for _, c := range cs {
		out = append(out, c.String())
	}
	return strings.Join(out, " AND ")
}

// A condition comes back from its normal form as it was.
func TestParseGuard(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		a := randomAhead(random, func() diplomacy.Unit {
			return diplomacy.Unit{Type: diplomacy.UnitType(random.IntN(2)), At: diplomacy.Loc(random.IntN(standard().Locs()))}
		})
		if a.guard == "" {
			continue
		}
		if back, ok := parseGuard(a.guard); !ok || written(back) != a.guard {
			t.Errorf("%q is read as %v", a.guard, back)
		}
	}
	for _, guard := range []string{"", "PAS Nth", "PAS Nth full", "PAS StP(nc) empty", "PAS Nth occupied empty", "found", "own spa", "A Spa(nc)", "NOT NOT own Bel", "own Bel and own Hol",
		"seen Bur", "seen a Bur", "own A Bel", strings.Repeat("own Bel AND ", maxConditions) + "own Bel"} {
		if c, ok := parseGuard(guard); ok {
			t.Errorf("%q is read as %v", guard, c)
		}
	}
}

// Text that only resembles normal form is not normal form.
func TestParseFails(t *testing.T) {
	for _, text := range []string{
		"a Mun H", "A mun H", "A Mun h", "A Mun  H", " A Mun H", "A Mun H ", "A Mun", "A Mun - Bur", "A Mun-", "A Mun-Bur via", "A Mun S", "A Mun S A", "F Nth C Lon-Nwy", "F Nth C F Lon-Nwy", "F Nth C A Lon",
		"A Mun S A Spa(sc)", "A Mun DB R Ber", "A Mun H R", "A Mun H R ", "A Mun H R DB, Ber", "A Mun H R Ber, Ber", "A Mun H R Ber,Kie", "A Mun E france", "A Mun E", "A Xyz H", "Mun H",
		"A Mun H\nA Mun H", "A Mun H\nA Mun-Bur", "A Mun H\nA Bur H", "A Mun H\n", "\nA Mun H", "A Mun H\n\nA Par H", "No orders", "NMR",
		"SETUP", "SETUP F Lon, A Edi", "SETUP A Edi, A Edi", "SETUP A Edi\nSETUP F Lon", "Build Mun", "build A Mun", "Build A Mun\nBuild F Mun", "Remove A Mun", "Remove Spa(sc)", "Remove Mun\nRemove Mun", "Waive\nWaive", "Waive 2",
		"PAS Nth", "PAS-nth", "PAS-Nth\nPAS-Nth", "PAS-Spa(sc)", "VOTE DRAW", "VOTE", "VOTE Draw\nVOTE Draw", "RETREAT auto", "RETREAT AUTO\nRETREAT AUTO",
		"ALWAYS", "ALWAYS R", "ALWAYS A Mun", "ALWAYS VOTE Draw", "ALWAYS ALWAYS A Mun H", "ALWAYS Build A Mun", "ALWAYS A Mun H\nALWAYS A Mun-Bur", "ALWAYS R Ber\nALWAYS R Kie", "ALWAYS PAS-Nth\nALWAYS PAS-Bla",
		"NEXT", "NEXT VOTE Draw", "NEXT NEXT A Mun H", "NEXT RETREAT AUTO", "NEXT A Mun H\nNEXT A Mun-Bur", "NEXT IF own Bel", "NEXT IF own Bel THEN", "NEXT IF own Bel THEN A Mun H ELSE", "NEXT IF own Bel THEN A Mun H ELSE ",
		"NEXT IF own Bel THEN A Mun H ELSE ALWAYS A Mun H", "NEXT IF  THEN A Mun H", "NEXT IF own Bel THEN A Mun H\nNEXT IF own Bel THEN A Mun-Bur", "IF own Bel THEN A Mun H", "RETREAT AUTO\nPAS-Nth", "Waive\nBuild A Mun",
	} {
		if s, err := parse(text); err == nil {
			t.Errorf("%q is read as %q", text, s.String())
		}
	}
}

// FuzzParse: what is taken for an answer is normal form byte for byte.
func FuzzParse(f *testing.F) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 20 {
		f.Add(randomSheet(random).String())
	}
	f.Add("A Mun R Ber, Kie\nF Den DB")
	f.Add(noOrders)
	v := viewOf("Germany", "A Mun", "F Den", "F Spa(sc)")
	v.Dislodged, v.Votes = []string{"A Mun", "F Den"}, true
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []string{"orders", retreats} {
			if is, err := v.Parsed(kind, text); err == nil && is != text {
				t.Errorf("%s %q is read as %q", kind, text, is)
			}
			if v.Check(kind, text) != nil {
				continue
			}
			if r := v.Read(kind, "", text); r.Answer != text && len(r.Faults())+len(r.Notes) == 0 {
				t.Errorf("%s %q passes, and is read as %q", kind, text, r.Answer)
			}
		}
	})
}
