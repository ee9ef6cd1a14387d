package deadman_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/deadman/robot"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm/gate"
)

// The gate finds a robot that uses what its seat can't know.
func TestGateFindsKnowingRobots(t *testing.T) {
	if gate.Raced {
		t.Skip("the race detector looks at Deadman's gate")
	}
	g := theGate(t)
	g.Alter = func(w *gate.World) {
		knowing := robot.Game
		knowing.New = func(seat string, _ *rand.Rand, years int) robots.Player {
			h := fnv.New64a()
			fmt.Fprint(h, gate.Whole[deadman.Truth](w).Powers)
			return robot.Game.New(seat, rand.New(rand.NewPCG(h.Sum64(), 0)), years)
		}
		w.Master.Robots = append(w.Master.Robots, knowing)
	}
	for seed := range uint64(40) {
		_, err := g.Play(t.Context(), t.TempDir(), seed+1, io.Discard)
		var leak *gate.Leak
		if errors.As(err, &leak) {
			t.Logf("found at seed %d, turn %d: %s", leak.Seed, leak.Turn, leak.What)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Error("not found in 40 pairs of worlds")
}
