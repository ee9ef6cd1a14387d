package dishonest_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/dishonest/robot"
	"deaddrop/tier"
)

// Turns of robots are tried in a whole game: something is said of each, the same each time.
func TestTry(t *testing.T) {
	said := adjudicatortest.Trials(t, dishonest.Rules, 4, "turn", 9, "DEFEND ANY: SUPPLY 2", robots)
	if !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, "battle") }) {
		t.Errorf("no fight was tried:\n%s", strings.Join(said, "\n"))
	}
}

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Answer(v.(dishonest.View), req.Kind, req.Filed, r)
}

// What a trial says comes true. Of such a turn only what is drawn is left to luck.
func TestOdds(t *testing.T) {
	fight(t).Compare(t, tier.Pick(200, 1000))
}

// fight is a turn with a fight.
func fight(t testing.TB) *adjudicatortest.Turn {
	return adjudicatortest.FindTurn(t, dishonest.Rules, 4, "turn", "TACTICS", robots, func(odds *adjudicator.Tally, exact bool) bool {
		return slices.ContainsFunc(odds.Names(), func(name string) bool { return strings.Contains(name, "battle") })
	})
}

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { fight(b).Bench(b) }
