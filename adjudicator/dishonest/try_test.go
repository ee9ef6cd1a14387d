package dishonest_test

import (
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/dishonest/robot"
	"deaddrop/tier"
)

// tries returns what the tests of trials need to know of the game.
func tries() adjudicatortest.Tries {
	return adjudicatortest.Tries{
		Rules: dishonest.Rules, Players: 4, Every: tier.Pick(40, 9), Robot: robots,
		Said: map[string]map[string]string{
			"standard": {"turn": "Carried out", "income": "Your pool gets"},
			"patient": {"standing": "SUPPOSE", "bid": "in the new order", "ideology": "You take", "secondary": "", "defence": "battle",
				"commit": "battle"},
		},
		Suppose: map[string]string{"turn": "DEFEND ANY: SUPPLY 2", "standing": "DEFEND ANY: SUPPLY 2", "secondary": "DEFEND ANY: SUPPLY 2",
			"income": "BID 2 MONEY", "bid": "BID 2 MONEY", "ideology": "", "defence": "SUPPLY 2", "commit": "SUPPLY 2"},
		Throws: tier.Pick(200, 1000), Kind: "turn", Orders: "TACTICS", Odds: "battle",
	}
}

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Answer(v.(dishonest.View), req.Kind, req.Filed, r)
}

func TestTry(t *testing.T) { tries().Whole(t) }

func TestOdds(t *testing.T) { tries().Compare(t) }

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { tries().Fight(b).Bench(b) }
