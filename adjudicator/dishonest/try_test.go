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
	for speed, kinds := range map[string]map[string]string{
		"standard": {"turn": "Carried out", "income": "Your pool gets"},
		"patient": {"standing": "SUPPOSE", "bid": "in the new order", "ideology": "You take", "secondary": "", "defence": "battle",
			"commit": "battle"},
	} {
		said := adjudicatortest.Trials(t, dishonest.Rules, 4, map[string]string{"speed": speed}, tier.Pick(40, 9), supposed, robots)
		for kind, word := range kinds {
			if !slices.ContainsFunc(said[kind], func(line string) bool { return strings.Contains(line, word) }) {
				t.Errorf("%s, %s: nobody is told of %q:\n%s", speed, kind, word, strings.Join(said[kind], "\n"))
			}
		}
	}
}

// supposed is what can be supposed of others with each kind of question.
var supposed = map[string]string{"turn": "DEFEND ANY: SUPPLY 2", "standing": "DEFEND ANY: SUPPLY 2", "secondary": "DEFEND ANY: SUPPLY 2",
	"income": "BID 2 MONEY", "bid": "BID 2 MONEY", "ideology": "", "defence": "SUPPLY 2", "commit": "SUPPLY 2"}

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
