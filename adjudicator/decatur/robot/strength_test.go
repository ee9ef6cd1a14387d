package robot

import (
	"flag"
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/robots/robotstest"
)

var strengthGames = flag.Int("strength.games", 2, "how many games of robots of two kinds are played at mixed tables; 200 tell something")

// TestStrength has robots that look ahead play plain ones at mixed tables.
func TestStrength(t *testing.T) {
	score := robotstest.Match{Rules: decatur.Rules, Sizes: []int{4, 3, 5},
		Answer: func(v adjudicator.View, req adjudicator.Request, first bool, r *rand.Rand) string {
			return Robot{Board: decatur.House(), Ahead: first}.Answer(v.(decatur.View), req.Kind, r)
		}}.Play(t, *strengthGames)
	t.Log(score)
	if *strengthGames >= 40 && score.Share() < 0.6 {
		t.Error("robots that look ahead do hardly better than plain ones")
	}
}
