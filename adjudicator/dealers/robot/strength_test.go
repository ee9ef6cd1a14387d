package robot

import (
	"flag"
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/robots/robotstest"
)

var strengthGames = flag.Int("strength.games", 2, "how many games of robots of two kinds are played at mixed tables; 200 tell something")

// TestStrength has robots that look ahead play plain ones at mixed tables.
func TestStrength(t *testing.T) {
	score := robotstest.Match{Rules: dealers.Rules, Sizes: []int{3, 4},
		Answer: func(v adjudicator.View, req adjudicator.Request, first bool, r *rand.Rand) string {
			return Robot{Ahead: first}.Answer(v.(dealers.View), req.Kind, req.Filed, r)
		}}.Play(t, *strengthGames)
	t.Log(score)
	if *strengthGames >= 40 && score.Share() < 0.6 {
		t.Error("robots that look ahead do hardly better than plain ones")
	}
}
