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

// Answers of robots are tried in whole games, to questions of all kinds: something is said of each, the same each time.
func TestTry(t *testing.T) {
	for speed, kinds := range map[string]map[string]string{
		"standard": {"round": "Carried out"},
		"patient":  {"turn": "Carried out", "standing": "Carried out", "bid": "against", "relocation": "factor", "advance": "into"},
	} {
		said := adjudicatortest.Trials(t, decatur.Rules, 3, map[string]string{"speed": speed}, tier.Pick(100, 9), supposed, robots)
		for kind, word := range kinds {
			if !slices.ContainsFunc(said[kind], func(line string) bool { return strings.Contains(line, word) }) {
				t.Errorf("%s, %s: nobody is told of %q:\n%s", speed, kind, word, strings.Join(said[kind], "\n"))
			}
		}
	}
}

// supposed is what can be supposed of others with each kind of question.
var supposed = map[string]string{"round": standing, "turn": standing, "coming": standing, "standing": "VENTURE India-Persia COMMIT ALL",
	"bid": standing, "relocation": "", "advance": "", "excess": ""}

const standing = "DEFEND ALL PLAY matching"

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
