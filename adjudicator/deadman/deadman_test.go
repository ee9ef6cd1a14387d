package deadman_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/tier"
)

func TestConformance(t *testing.T) {
	for _, options := range []map[string]string{
		nil,
		{"db": "before", "void_support": "underline", "dislodger": "power", "stars": "spy", "pas_per_season": "unit"},
		{"retreats": "mini", "rulebook": "1971", "announce_nmr": "on", "announce_elimination": "on", "civil_disorder": "1"},
		{"retreats": "mini", "rulebook": "1982", "no_retreat_list": "auto", "civil_disorder": "never", "votes": "off"},
	} {
		adjudicatortest.Suite{
			Rules:  deadman.Rules,
			Config: adjudicator.Config{Seats: deadman.Rules.Seats, Options: options},
			Games:  1, Phases: tier.Pick(6, 16),
			Player: func(v adjudicator.View, _ adjudicator.Request, r *rand.Rand) string {
				return randomOrders(v.(deadman.View), r)
			},
		}.Run(t)
	}
}

func TestDiplomacyConformance(t *testing.T) {
	for _, options := range []map[string]string{nil, {"builds": "any", "civil_disorder": "1", "rulebook": "1971", "no_retreat_list": "auto"}} {
		adjudicatortest.Suite{
			Rules:  deadman.Diplomacy,
			Config: adjudicator.Config{Seats: deadman.Rules.Seats, Options: options},
			Games:  1, Phases: tier.Pick(8, 24),
			Player: func(v adjudicator.View, _ adjudicator.Request, r *rand.Rand) string {
				if v := v.(deadman.View); r.IntN(3) == 0 || len(v.Dislodged) > 0 {
					return randomOrders(v, r)
				}
				return schemes(v.(deadman.View), r)
			},
		}.Run(t)
	}
}

// randomOrders returns orders as a careless player might send them, most of them possible.
func randomOrders(v deadman.View, r *rand.Rand) string {
	b := diplomacy.Standard()
	any := func(from []string) string { return from[r.IntN(len(from))] }
	var places []string
	for _, p := range b.Provinces() {
		places = append(places, b.Abbr(p))
	}
	var lines []string
	for _, u := range v.Dislodged {
		lines = append(lines, u+any([]string{" R " + any(places) + ", " + any(places), " DB", "-" + any(places)}))
	}
	if len(v.Dislodged) > 0 {
		return strings.Join(lines, "\n")
	}
	if r.IntN(8) == 0 {
		return "" // silent
	}
	lines = append(lines, any([]string{
		"VOTE DRAW", "VOTE FOR " + any(b.Powers()), "RETREAT AUTO", "ALWAYS R " + any(places) + ", " + any(places), "ALWAYS PAS-" + any(places),
		"NEXT IF PAS " + any(places) + " occupied THEN A " + any(places) + "-" + any(places), "NEXT A " + any(places) + " H", "",
	}))
	if len(v.Homes) > 0 {
		for _, home := range v.Homes {
			lines = append(lines, any([]string{"A ", "F ", ""})+home+"-"+any(places))
		}
	}
	for range v.Builds + r.IntN(2) {
		if len(v.Vacant) > 0 {
			lines = append(lines, "Build "+any([]string{"A ", "F "})+any(v.Vacant))
		}
	}
	for range v.Removals {
		lines = append(lines, "Remove "+any(v.Units))
	}
	for _, u := range v.Units {
		for range 1 + r.IntN(3) { // the last that is possible counts
			lines = append(lines, u+any([]string{
				"-" + any(places), "-" + any(places) + " via convoy", " S " + any(v.Units), " S " + any(v.Units) + "-" + any(places),
				" S " + any(places) + "-" + any(places), " C A " + any(places) + "-" + any(places), " H", " DB",
				" E " + any(b.Powers()), "-" + any(places) + " R " + any(places) + ", " + any(places) + ", DB",
			}))
		}
		lines = append(lines, near(b, u, r))
	}
	if r.IntN(2) == 0 {
		lines = append(lines, "PAS-"+any(places))
	}
	return strings.Join(lines, "\n")
}

// near returns a move to a neighbouring space, with a retreat.
func near(b *diplomacy.Board, unit string, r *rand.Rand) string {
	kind, at := diplomacy.Army, diplomacy.NoLoc
	if unit[0] == 'F' {
		kind = diplomacy.Fleet
	}
	for l := range diplomacy.Loc(b.Locs()) {
		if b.Abbr(l) == unit[2:] {
			at = l
		}
	}
	reach := b.Reach(kind, at)
	if len(reach) == 0 || r.IntN(3) == 0 {
		return ""
	}
	return fmt.Sprintf("%s-%s R %s", unit, b.Abbr(reach[r.IntN(len(reach))]), b.Abbr(reach[r.IntN(len(reach))]))
}

// FuzzRead reads any letter with several views: whatever is taken of it comes back as it is when it is read again, and
// so does the form.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"F Nth E France", "F Nth–DB; A Yor-Nwy via convoy R Lon, DB\nPAS-Nth", "Build F Lon, A Edi\nWaive", "A Yor S French A Par-Bur", "SETUP F Lon", "1) a yor - nor",
		"NEXT IF PAS Nth occupied AND NOT own Bel THEN F Lon-Nth R Wal ELSE F Lon H", "ALWAYS R Edi, Lon\nRETREAT AUTO", "VOTE DRAW", "Fall 1903:\nA Yor-Lon\nPAS-Nwy",
		"A Yor-Lon F Nth C A Lon-Nwy", "change A Yor-Lon to A Yor-Edi", "A Yor-Edi (if dislodged R Lon)", "All units hold", "Remove A Yor", "A Yor suports F Nth",
		"A Yor-Edi R Lon, Ldn, DB\nA Yor R NONE", "ALWAYS A Yor H R Lon\nALWAYS A Yor R NONE\nCLEAR NEXT", "RETREAT AUTO; A Yor-Lon, RETREAT NONE", "Yorkshire army -> London please", "NEXT\nALWAYS:",
	} {
		f.Add(s)
	}
	view := func(phase string, us []string, centres map[string]string) deadman.View {
		v, ok := position(f, phase, us, centres).View("England").(deadman.View)
		if !ok {
			f.Fatal("England has no view")
		}
		return v
	}
	us := []string{"England F Nth", "England A Yor", "England F Nwy", "France A Bre"}
	start := view("Spring 1901", nil, nil)
	winter := view("Spring 1903", us, map[string]string{"England": "Lon Edi Lvp Nwy Den Spa", "France": "Bre"})
	late := view("Spring 1903", us, map[string]string{"England": "Lon", "France": "Bre"})
	autumn := view("Fall 1902", us, nil)
	autumn.Votes, autumn.Peeks = true, 3
	dislodged := autumn
	dislodged.Dislodged = []string{"A Yor", "F Nth"}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range []deadman.View{start, winter, late, autumn} {
			readAgain(t, v, "orders", text)
		}
		readAgain(t, dislodged, "retreats", text)
	})
}

func readAgain(t *testing.T, v deadman.View, kind, text string) {
	t.Helper()
	adjudicatortest.Asker{View: v, Kind: kind, Fills: len(v.Homes) > 0}.ReadAgain(t, text)
}

// BenchmarkRead shows that reading takes time proportional to the length of a letter, whatever is in its lines.
func BenchmarkRead(b *testing.B) {
	v := position(b, "Spring 1903", []string{"England F Nth", "England A Yor"}, map[string]string{"England": "Lon Edi Lvp Nwy Den"}).View("England")
	for name, line := range map[string]string{
		"orders": "A Yor-Nwy via convoy R Lon, DB\n", "builds": "B A Lon" + strings.Repeat(", Lon", 150) + "\n", "retreats": "A Yor R" + strings.Repeat(" Lon,", 150) + "\n",
		"below": "R Lon, Edi\n", "unknown": "A Xyzzy-Plugh\n", "and": strings.Repeat("A Yor and ", 70) + "\n", "route": "A Yor" + strings.Repeat("-Nth", 150) + "\n",
		"headings": "Retreats:\nA Yor: Lon\n", "points": strings.Repeat("A. ", 200) + "\n", "next": "NEXT IF own Bel THEN A Yor-Lon ELSE A Yor H\n", "together": strings.Repeat("A Yor-Lon ", 60) + "\n", "coasts": strings.Repeat("F Spa/s ", 90) + "\n", "prose": strings.Repeat("word ", 150) + "\n",
	} {
		for _, n := range []int{10, 400} {
			b.Run(fmt.Sprintf("%s/%dlines", name, n), func(b *testing.B) {
				text := strings.Repeat(line, n)
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					v.Read("orders", "", text)
				}
			})
		}
	}
}
