package robot

import (
	"flag"
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots/robotstest"
	"deaddrop/adjudicator/successors"
	"deaddrop/tier"
)

var (
	strengthGames = flag.Int("strength.games", 4, "how many games of robots of two kinds are played at mixed tables; 200 tell something")
	worthGames    = flag.Int("worth.games", tier.Pick(0, 2), "how many games are played by robots with and without an idea; 200 tell something")
)

// TestStrength has robots that look a turn ahead play plain ones at mixed tables.
func TestStrength(t *testing.T) {
	score := match([]int{4, 3}, Robot{Board: successors.House(), Ahead: true}, Robot{Board: successors.House()}).Play(t, *strengthGames)
	t.Log(score)
	if score.Share() < 0.5 {
		t.Error("robots that look ahead do hardly better than plain ones")
	}
}

// match has robots of two kinds play at mixed tables.
func match(sizes []int, kind, other Robot) robotstest.Match {
	return robotstest.Match{Rules: successors.Rules, Sizes: sizes,
		Answer: func(v adjudicator.View, req adjudicator.Request, first bool, r *rand.Rand) string {
			b := other
			if first {
				b = kind
			}
			return b.Answer(v.(successors.View), req.Kind, r)
		}}
}

// TestFleets has robots that look a turn ahead play others that never buy a fleet, at mixed tables: what a fleet is worth
// at its price.
func TestFleets(t *testing.T) {
	if *worthGames == 0 {
		t.Skip("plays many games of robots")
	}
	b := Robot{Board: successors.House(), Ahead: true}
	without := b
	without.ashore = true
	score := match([]int{4}, b, without).Play(t, *worthGames)
	t.Log(score)
	if *worthGames >= 200 && score.Share() < 0.45 {
		t.Error("robots that buy fleets do worse")
	}
}
