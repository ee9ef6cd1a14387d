package robot

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/robots"
	"deaddrop/adjudicator/robots/robotstest"
)

// The robot of open Diplomacy reads from its letters exactly what its view has, and everything that it writes is
// accepted.
func TestDiplomacyRobotReads(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	robotstest.ReadAlong(t, deadman.Diplomacy, []int{7}, 24,
		func(v deadman.View, req adjudicator.Request, letter string, r *rand.Rand) (got, want deadman.View, lines string) {
			got, kind := openView(string(req.Seat), letter)
			if kind != req.Kind {
				t.Errorf("%s: asked for %s, the robot reads %s", v.Phase, req.Kind, kind)
			}
			switch asked[req.Kind]++; {
			case v.Builds > 0:
				asked["builds"]++
			case v.Removals > 0:
				asked["removals"]++
			}
			return got, seenOpenly(v), onOpenBoard(got, kind, false, r)
		}, nil)
	robotstest.Asked(t, asked, "orders", "retreats", "builds", "removals")
}

// seenOpenly returns what the robot needs of a view.
func seenOpenly(v deadman.View) deadman.View {
	out := deadman.View{Power: v.Power, Phase: v.Phase, Builds: v.Builds, Vacant: some(v.Vacant), Removals: v.Removals,
		Dislodged: v.Dislodged, Ways: v.Ways}
	for _, h := range v.Board {
		h = deadman.Holding{Power: h.Power, Units: some(h.Units), Centres: some(h.Centres)}
		if out.Board = append(out.Board, h); h.Power == v.Power {
			out.Units, out.Centres = h.Units, h.Centres
		}
	}
	return out
}

// The robot of Deadman Diplomacy reads from its letters exactly what its view has, and everything that it writes is
// accepted.
func TestDeadmanRobotReads(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	robotstest.ReadAlong(t, deadman.Rules, []int{7}, 16,
		func(v deadman.View, req adjudicator.Request, letter string, r *rand.Rand) (got, want deadman.View, lines string) {
			got, _ = darkView(string(req.Seat), letter)
			seen["reports"] += len(v.Known)
			seen["builds"] += v.Builds
			seen["removals"] += v.Removals
			lines = inTheDark(got, req.Kind, false, r)
			return sightsOf(got), sightsOf(v), lines
		}, nil)
	robotstest.Asked(t, seen, "reports", "builds", "removals")
}

// The robot of Deadman Diplomacy reads in a report what its units have met with.
func TestDeadmanRobotReadsReports(t *testing.T) {
	v, _ := darkView("Germany", `dm1, Deadman Diplomacy: you are Germany.
Wanted: your orders for Fall 1902,
by Friday 4 January 2030, 20:00 GMT (in 80 hours).

SPRING 1902: REPORT FOR GERMANY (private)
  _A Ber-Sil*_
  A Mun E France [Bur;Mar]
  A Kie E Russia [none]
  _A Hol E England_
  A Ruh S A Ber-Sil
  Centres: +Bel, now 4; units: 5. Winter: remove 1.
(underlined: failed.)

YOUR POSITION
  Units: A Ber, A Hol, A Kie, A Mun, A Ruh
  Centres: Ber, Kie, Mun, Bel
`)
	if want := []string{"Ber", "Kie", "Mun", "Bel"}; !slices.Equal(v.Centres, want) {
		t.Errorf("its centres are %v", v.Centres)
	}
	want := []deadman.Line{{Text: "A Ber-Sil", Failed: true},
		{Text: "A Mun-Espionage France", Spied: "France", Found: []string{"Bur", "Mar"}},
		{Text: "A Kie-Espionage Russia", Spied: "Russia"}}
	if got := v.Deeds[0].Lines; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	b := standard().believe(v, nil, rand.New(rand.NewPCG(1, 1)))
	if !slices.Contains(b.bounced, b.place("Sil")) || !b.none[b.power("France")][b.place("Tyr")] ||
		b.none[b.power("France")][b.place("Bur")] || !b.none[b.power("Russia")][b.place("Den")] {
		t.Errorf("%+v", b)
	}
}

// A robot that gets a letter of a kind that it does not know writes something, and does not fail.
func TestStrangeLetters(t *testing.T) {
	for _, letter := range []string{"", "Wanted: your orders for Fall 1902,", `Wanted: your orders for Spring 1903,

THE BOARD
England
  Units: X, A, F Spa, A Nth, B Lon, A Atlantis
  Centres, 3: Lon, Atlantis, x

YOUR POSITION
  Units: X, A, F Spa, A Nth, A Atlantis
  Centres: Lon, Atlantis
  You found: Atlantis France, Bel Narnia
  Builds: 2, in any of Atlantis, Lon
  Removals: 3
`} {
		for _, game := range []robots.Game{Game, Diplomacy} {
			if _, ok := game.New("England", robots.Luck(1, "England"), 20).Answer(letter); !ok {
				t.Errorf("%s: it does not answer %q", game.Rules.Name, letter)
			}
		}
	}
}

// sightsOf returns what the robot needs of a view. Reports on spaces where a unit of its own stands now are not
// repeated in letters.
func sightsOf(v deadman.View) deadman.View {
	out := deadman.View{Power: v.Power, Phase: v.Phase, Units: some(v.Units), Centres: some(v.Centres),
		Homes: some(v.Homes), Builds: v.Builds, Vacant: some(v.Vacant), Removals: v.Removals, Peeks: v.Peeks}
	if len(v.Homes) > 0 {
		out.Centres = nil
	}
	for _, k := range v.Known {
		if !slices.ContainsFunc(v.Units, func(u string) bool { return strings.HasPrefix(u[2:], k.Space) }) {
			out.Known = append(out.Known, k)
		}
	}
	slices.SortFunc(out.Known, func(x, y deadman.Sighting) int {
		return strings.Compare(x.Space+x.Power, y.Space+y.Power)
	})
	return out
}

// some returns a copy of a list; nil if the list is empty.
func some(list []string) []string { return append([]string(nil), list...) }
