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
	for speed, kinds := range map[string]map[string]string{
		"standard": {"turn": "Carried out", "home": "Your home is", "standing": "SUPPOSE"},
		"patient":  {"battle": "wins in"},
	} {
		said := adjudicatortest.Trials(t, successors.Rules, 3, map[string]string{"speed": speed}, tier.Pick(100, 9), supposed, robots)
		for kind, word := range kinds {
			if !slices.ContainsFunc(said[kind], func(line string) bool { return strings.Contains(line, word) }) {
				t.Errorf("%s, %s: nobody is told of %q:\n%s", speed, kind, word, strings.Join(said[kind], "\n"))
			}
		}
	}
}

// supposed is what can be supposed of others with each kind of question.
var supposed = map[string]string{"turn": "INSIST ON BATTLE", "standing": "BUY 1 LEVY", "battle": "INSIST ON BATTLE", "home": "HOME Media"}

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
