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
	for speed, kinds := range map[string]map[string]string{
		"standard": {"turn": "Carried out", "draft": "You take"},
		"patient":  {"standing": "SUPPOSE", "more": "After that", "defence": "against", "final": "against", "winter": "You discard"},
	} {
		said := adjudicatortest.Trials(t, dealers.Rules, 3, map[string]string{"speed": speed}, tier.Pick(100, 9), supposed, robots)
		for kind, word := range kinds {
			if !slices.ContainsFunc(said[kind], func(line string) bool { return strings.Contains(line, word) }) {
				t.Errorf("%s, %s: nobody is told of %q:\n%s", speed, kind, word, strings.Join(said[kind], "\n"))
			}
		}
	}
}

// supposed is what can be supposed of others with each kind of question.
var supposed = map[string]string{"turn": ready, "more": ready, "defence": ready, "final": ready, "winter": ready,
	"draft": "TAKE Hilge, Madrid"}

const ready = "DEFEND ANY: READY"

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
