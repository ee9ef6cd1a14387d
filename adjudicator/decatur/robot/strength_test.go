package robot

import (
	"flag"
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/robots/robotstest"
	"deaddrop/tier"
)

var (
	strengthGames = flag.Int("strength.games", 2, "how many games of robots of two kinds are played at mixed tables; 200 tell something")
	worthGames    = flag.Int("worth.games", tier.Pick(0, 2), "how many games are played by robots with and without an idea; 200 tell something")
)

// TestStrength has robots that look ahead play plain ones at mixed tables.
func TestStrength(t *testing.T) {
	score := match([]int{4, 3, 5}, Robot{Board: decatur.House(), Ahead: true}, Robot{Board: decatur.House()}).Play(t, *strengthGames)
	t.Log(score)
	if *strengthGames >= 40 && score.Share() < 0.6 {
		t.Error("robots that look ahead do hardly better than plain ones")
	}
}

// match has robots of two kinds play at mixed tables.
func match(sizes []int, kind, other Robot) robotstest.Match {
	return robotstest.Match{Rules: decatur.Rules, Sizes: sizes,
		Answer: func(v adjudicator.View, req adjudicator.Request, first bool, r *rand.Rand) string {
			b := other
			if first {
				b = kind
			}
			return b.Answer(v.(decatur.View), req.Kind, r)
		}}
}

// TestExpand has robots that look ahead play others that never expand, at mixed tables: what that is worth.
func TestExpand(t *testing.T) {
	if *worthGames == 0 {
		t.Skip("plays many games of robots")
	}
	b := Robot{Board: decatur.House(), Ahead: true}
	without := b
	without.still = true
	score := match([]int{4}, b, without).Play(t, *worthGames)
	t.Log(score)
	if *worthGames >= 200 && score.Share() < 0.45 {
		t.Error("robots that expand do worse")
	}
}
