package successors_test

import (
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
	"deaddrop/tier"
)

// tries returns what the tests of trials need to know of the game.
func tries() adjudicatortest.Tries {
	return adjudicatortest.Tries{
		Rules: successors.Rules, Players: 3, Every: tier.Pick(100, 9), Robot: robots,
		Said: map[string]map[string]string{
			"standard": {"turn": "Carried out", "home": "Your home is", "standing": "SUPPOSE"},
			"patient":  {"battle": "wins in"},
		},
		Suppose: map[string]string{"turn": "INSIST ON BATTLE", "standing": "BUY 1 LEVY", "battle": "INSIST ON BATTLE", "home": "HOME Media"},
		Throws:  tier.Pick(500, 10000), Kind: "turn", Orders: "FIGHT", Odds: "battle",
	}
}

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Robot{Board: successors.House()}.Answer(v.(successors.View), req.Kind, r)
}

func TestTry(t *testing.T) { tries().Whole(t) }

func TestOdds(t *testing.T) { tries().Compare(t) }

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { tries().Fight(b).Bench(b) }
