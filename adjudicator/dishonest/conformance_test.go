package dishonest_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/dishonest/robot"
	"deaddrop/tier"
)

var suiteGames = flag.Int("suite.games", 1, "how many games the conformance suite plays of each number of players at each speed")

// Rulings as they come, at every speed and for every number of players, with players who are now sensible and now not.
func TestConformance(t *testing.T) {
	for _, speed := range []string{"standard", "patient", "fast"} {
		for players := 4; players <= 7; players++ {
			t.Run(fmt.Sprintf("%s, %d players", speed, players), func(t *testing.T) {
				t.Parallel()
				for n := range *suiteGames {
					options := adjudicatortest.DrawnOptions(dishonest.Rules, rand.New(rand.NewPCG(uint64(n), uint64(players)+uint64(len(speed))<<8)))
					options["speed"] = speed
					adjudicatortest.Suite{
						Rules: dishonest.Rules, Games: 1, Phases: tier.Pick(5, 14), Twin: unseen, Player: moody,
						Config: adjudicator.Config{Seats: seatsOf(players), Options: options},
					}.Run(t)
				}
			})
		}
	}
}

// A game of robots comes to its end under the suite as well.
func TestConformanceToTheEnd(t *testing.T) {
	if !tier.Full() {
		t.Skip("plays a whole game under the suite, as .ci/run does")
	}
	adjudicatortest.Suite{
		Rules: dishonest.Rules, Games: *suiteGames, Twin: unseen, Player: moody,
		Config: adjudicator.Config{Seats: seatsOf(4), Options: map[string]string{"speed": "fast", "years": "6"}},
	}.Run(t)
}

// moody returns the answer of a player who is sensible, or not, or partly. The game master leaves things as they are.
func moody(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	view, ok := v.(dishonest.View)
	if !ok {
		return "NOTHING"
	}
	var words []string
	if mood := r.IntN(4); mood > 0 {
		words = append(words, robot.Answer(view, req.Kind, req.Filed, r))
		if mood > 1 {
			return words[0]
		}
	}
	return strings.Join(append(words, scrawl(view, r)), "\n")
}

// reach is how many cards one phase may draw.
const reach = 24

// unseen returns another position for what does not come out in a phase, whatever is done: the draw pile has another
// order from where it can't be reached.
func unseen(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position {
	k := truth(p)
	if len(k.Draw) > reach {
		deck := k.Draw[reach:]
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	}
	return rewritten(p, k)
}

// rewritten returns a position with other secrets.
func rewritten(p adjudicator.Position, k dishonest.Truth) adjudicator.Position {
	return adjudicatortest.Rewritten(dishonest.Rules, p, map[string]any{"Secrets": k.Secrets, "Draw": k.Draw})
}
