package peer

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/diplomacy/peer/games"
)

// A verdict says how our outcome of a phase stands to the log's.
type verdict string

const (
	equal verdict = "equal"

	// Equal by games.Rules, the rules of the site, and different by DATC 3.0,
	// which has no land route in place of a convoy (4.A.3) and removes units by
	// their distance from the centres that the power owns, not from its homes
	// (4.D.8).
	byRules verdict = "equal by the site's rules only"

	// Equal if of units equally far those that nobody removed go by godip's
	// abbreviations, and not by the names of their provinces (DATC 4.D.8).
	byMeasure verdict = "equal by godip's abbreviations only"

	// The log goes on without a phase of retreats, although somebody could
	// retreat: nobody did, and those dislodged were removed. Godip, which the
	// site ran, sends them into retreats as we do.
	noRetreats verdict = "different, for the log has no retreats where nobody retreated"

	// The last phase of a game has no next position.
	last verdict = "last of its game, not compared"

	// Moves of a last phase are compared with what godip makes of them.
	lastEqual verdict = "last of its game, equal to godip"

	unexplained verdict = "different, unexplained"
)

// A tally counts phases by kind and verdict: "M equal".
type tally map[string]int

// TestGames replays every phase of every real game and compares what we make
// of it with what the log has next. Each difference must be one of the
// verdicts above.
func TestGames(t *testing.T) {
	var mu sync.Mutex
	all := tally{}
	eachGame(t, func(phases []games.Phase) {
		one := replay(t, phases)
		mu.Lock()
		defer mu.Unlock()
		for v, n := range one {
			all[v] += n
		}
	})
	for _, v := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%6d %s", all[v], v)
	}
	if !testing.Short() && !maps.Equal(all, known) {
		t.Errorf("godip v0.6.5 brings %v", known)
	}
}

// known is the tally of the games that godip v0.6.5 brings. A fault that the
// rules of the site conceal moves phases from one line to another.
var known = tally{
	key('A', equal): 41814, key('A', byRules): 1913, key('A', byMeasure): 1, key('A', last): 3499,
	key('M', equal): 96468, key('M', byRules): 678, key('M', noRetreats): 2, key('M', lastEqual): 1440,
	key('R', equal): 59305, key('R', last): 677,
}

func key(kind byte, v verdict) string { return fmt.Sprintf("%c %s", kind, v) }

// eachGame calls f with the phases of each game, in no order and on all cores;
// with -short, of every twentieth game.
func eachGame(t *testing.T, f func([]games.Phase)) {
	t.Helper()
	archive, err := games.Archive(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	texts := make(chan games.Text, 16) // unpacking is the slow half and must not wait
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for text := range texts {
				phases, err := games.Parse(text)
				if err != nil {
					t.Error(err)
				}
				f(phases)
			}
		})
	}
	n := 0
	for text, err := range games.Texts(archive) {
		if err != nil {
			t.Error(err)
			break
		}
		if n++; !testing.Short() || n%20 == 0 {
			texts <- text
		}
	}
	close(texts)
	workers.Wait()
}

// replay judges each phase of a game.
func replay(t *testing.T, phases []games.Phase) tally {
	t.Helper()
	c := tally{}
	datc, site := newOurs(diplomacy.Rules{}), newOurs(games.Rules())
	for i := range phases {
		p := &phases[i]
		c[key(p.Kind(), judge(t, p, datc, site))]++
	}
	return c
}

// judge resolves a phase and says how the outcome stands to the log's.
func judge(t *testing.T, p *games.Phase, datc, site ours) verdict {
	t.Helper()
	pos := position(t, p)
	got := site.resolve(p.Kind(), pos)
	if p.NextUnits == nil {
		return judgeLast(t, p, got)
	}
	want := next(t, p)
	switch {
	case got.equal(want):
		if datc.resolve(p.Kind(), pos).equal(want) {
			return equal
		}
		return byRules
	case p.Kind() == 'A' && site.resolve('A', removeByMeasure(pos)).equal(want):
		return byMeasure
	case p.Kind() == 'M' && skipsRetreats(t, p, got, want):
		return noRetreats
	}
	return different(t, p, got, want)
}

// judgeLast judges the last phase of a game.
func judgeLast(t *testing.T, p *games.Phase, got outcome) verdict {
	t.Helper()
	if p.Kind() != 'M' {
		return last
	}
	if want := godipOutcome(t, p); !got.equal(want) {
		return different(t, p, got, want)
	}
	return lastEqual
}

// different reports a difference that nothing explains.
func different(t *testing.T, p *games.Phase, got, want outcome) verdict {
	t.Helper()
	t.Errorf("%s %s: we have %v, want %v\n%s", p.Game, p.Name, got, want, strings.Join(p.Orders, "\n"))
	return unexplained
}

// skipsRetreats reports whether only the phase of retreats is missing in the
// log, as in noRetreats.
func skipsRetreats(t *testing.T, p *games.Phase, got, want outcome) bool {
	t.Helper()
	return len(want.retreating) == 0 && slices.Equal(got.standing, want.standing) && godipOutcome(t, p).equal(got)
}

// removeByMeasure adds orders to remove all units of the powers that have to
// remove some, in the sequence of godip's measure. Of more orders than are due
// the first count, so that the powers' own orders stand.
func removeByMeasure(p games.Position) games.Position {
	b := diplomacy.Standard()
	p.Adjustments = slices.Clone(p.Adjustments)
	for power, due := range b.Balance(p.Units, p.Owner) {
		if due >= 0 {
			continue
		}
		steps := stepsFrom(b.Homes(diplomacy.Power(power)))
		units := slices.Clone(p.Units)
		slices.SortFunc(units, func(u, v diplomacy.Unit) int {
			return cmp.Or(
				cmp.Compare(steps[b.Province(v.At)], steps[b.Province(u.At)]),
				cmp.Compare(v.Type, u.Type),
				cmp.Compare(place(b.Code(u.At)), place(b.Code(v.At))),
			)
		})
		for _, u := range units {
			if u.Power == diplomacy.Power(power) {
				p.Adjustments = append(p.Adjustments, diplomacy.Adjustment{Power: u.Power, Unit: u})
			}
		}
	}
	return p
}

// stepsFrom returns how many borders each province is from the nearest home.
func stepsFrom(homes []diplomacy.Loc) map[diplomacy.Loc]int {
	b := diplomacy.Standard()
	steps := map[diplomacy.Loc]int{}
	for _, l := range homes {
		steps[l] = 0
	}
	for reached := slices.Clone(homes); len(reached) > 0; reached = reached[1:] {
		for _, l := range b.Touching(reached[0]) {
			if _, seen := steps[l]; !seen {
				steps[l] = steps[reached[0]] + 1
				reached = append(reached, l)
			}
		}
	}
	return steps
}
