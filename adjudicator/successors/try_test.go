package successors_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
	"deaddrop/tier"
)

// Turns of robots are tried in a whole game: something is said of each, the same each time.
func TestTry(t *testing.T) {
	said := adjudicatortest.Trials(t, successors.Rules, 3, "turn", 9, "INSIST ON BATTLE", robots)
	if !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, "battle") }) {
		t.Errorf("no fight was tried:\n%s", strings.Join(said, "\n"))
	}
}

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Robot{Board: successors.House()}.Answer(v.(successors.View), req.Kind, r)
}

// What a trial says comes as often as it says.
func TestOdds(t *testing.T) {
	fight(t).Compare(t, tier.Pick(500, 10000))
}

// fight is a turn with a fight.
func fight(t testing.TB) *adjudicatortest.Turn {
	return adjudicatortest.FindTurn(t, successors.Rules, 3, "turn", "FIGHT", robots, func(odds *adjudicator.Tally, exact bool) bool {
		return slices.ContainsFunc(odds.Names(), func(name string) bool { return strings.Contains(name, "battle") })
	})
}

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { fight(b).Bench(b) }
