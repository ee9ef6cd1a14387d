package decatur_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/decatur/robot"
	"deaddrop/tier"
)

// Turns of robots are tried in a whole game: something is said of each, the same each time.
func TestTry(t *testing.T) {
	said := adjudicatortest.Trials(t, decatur.Rules, 3, "round turn", 9, "DEFEND ALL PLAY matching", robots)
	if !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, "takeover") }) {
		t.Errorf("no fight was tried:\n%s", strings.Join(said, "\n"))
	}
}

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Robot{Board: decatur.House()}.Answer(v.(decatur.View), req.Kind, r)
}

// What a trial says comes as often as it says.
func TestOdds(t *testing.T) {
	fight(t).Compare(t, tier.Pick(500, 10000))
}

// fight is a turn with a fight.
func fight(t testing.TB) *adjudicatortest.Turn {
	return adjudicatortest.FindTurn(t, decatur.Rules, 3, "round", "VENTURE", robots, func(odds *adjudicator.Tally, exact bool) bool {
		return slices.ContainsFunc(odds.Names(), func(name string) bool { return strings.Contains(name, "takeover") })
	})
}

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { fight(b).Bench(b) }
