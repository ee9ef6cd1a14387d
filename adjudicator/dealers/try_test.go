package dealers_test

import (
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/dealers/robot"
	"deaddrop/tier"
)

// tries returns what the tests of trials need to know of the game.
func tries() adjudicatortest.Tries {
	return adjudicatortest.Tries{
		Rules: dealers.Rules, Players: 3, Every: tier.Pick(100, 9), Robot: robots,
		Said: map[string]map[string]string{
			"standard": {"turn": "Carried out", "draft": "You take"},
			"patient":  {"standing": "SUPPOSE", "more": "After that", "defence": "against", "final": "against", "winter": "You discard"},
		},
		Suppose: map[string]string{"turn": ready, "more": ready, "defence": ready, "final": ready, "winter": ready,
			"draft": "TAKE Hilge, Madrid"},
		Throws: tier.Pick(200, 1000), Kind: "turn", Orders: "ASSAULT", Odds: "You take",
	}
}

const ready = "DEFEND ANY: READY"

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Answer(v.(dealers.View), req.Kind, req.Filed, r)
}

func TestTry(t *testing.T) { tries().Whole(t) }

func TestOdds(t *testing.T) { tries().Compare(t) }

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { tries().Fight(b).Bench(b) }
