package decatur_test

import (
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/decatur/robot"
	"deaddrop/tier"
)

// tries returns what the tests of trials need to know of the game.
func tries() adjudicatortest.Tries {
	return adjudicatortest.Tries{
		Rules: decatur.Rules, Players: 3, Every: tier.Pick(100, 9), Robot: robots,
		Said: map[string]map[string]string{
			"standard": {"round": "Carried out"},
			"patient":  {"turn": "Carried out", "standing": "Carried out", "bid": "against", "relocation": "factor", "advance": "into"},
		},
		Suppose: map[string]string{"round": standing, "turn": standing, "coming": standing, "standing": "VENTURE India-Persia COMMIT ALL",
			"bid": standing, "relocation": "", "advance": "", "excess": ""},
		Throws: tier.Pick(500, 10000), Kind: "round", Orders: "VENTURE", Odds: "takeover",
	}
}

const standing = "DEFEND ALL PLAY matching"

func robots(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	return robot.Robot{Board: decatur.House()}.Answer(v.(decatur.View), req.Kind, r)
}

func TestTry(t *testing.T) { tries().Whole(t) }

func TestOdds(t *testing.T) { tries().Compare(t) }

// BenchmarkTry measures a trial of a turn with a fight.
func BenchmarkTry(b *testing.B) { tries().Fight(b).Bench(b) }
