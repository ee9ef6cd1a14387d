package dealers_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/dealers/robot"
	"deaddrop/tier"
)

// Turns of robots are tried in a whole game: something is said of each, the same each time.
func TestTry(t *testing.T) {
	said := adjudicatortest.Trials(t, dealers.Rules, 3, "turn", 9, "DEFEND ANY: READY", robots)
	if !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, "You take") }) {
		t.Errorf("no fight was tried:\n%s", strings.Join(said, "\n"))
	}
}

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Answer(v.(dealers.View), req.Kind, req.Filed, r)
}

// What a trial says comes true. Of such a turn only what is drawn is left to luck.
func TestOdds(t *testing.T) {
	fight(t).Compare(t, tier.Pick(200, 1000))
}

// fight is a turn with a fight.
func fight(t testing.TB) *adjudicatortest.Turn {
	return adjudicatortest.FindTurn(t, dealers.Rules, 3, "turn", "ASSAULT", robots, func(odds *adjudicator.Tally, exact bool) bool {
		return slices.ContainsFunc(odds.Names(), func(name string) bool { return strings.Contains(name, "You take") })
	})
}

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { fight(b).Bench(b) }
