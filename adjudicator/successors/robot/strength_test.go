package robot

import (
	"flag"
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots/robotstest"
	"deaddrop/adjudicator/successors"
)

var strengthGames = flag.Int("strength.games", 4, "how many games of robots of two kinds are played at mixed tables; 200 tell something")

// TestStrength has robots that look a turn ahead play plain ones at mixed tables.
func TestStrength(t *testing.T) {
	score := robotstest.Match{Rules: successors.Rules, Sizes: []int{4, 3},
		Answer: func(v adjudicator.View, req adjudicator.Request, first bool, r *rand.Rand) string {
			return Robot{Board: successors.House(), Ahead: first}.Answer(v.(successors.View), req.Kind, r)
		}}.Play(t, *strengthGames)
	t.Log(score)
	if score.Share() < 0.5 {
		t.Error("robots that look ahead do hardly better than plain ones")
	}
}
