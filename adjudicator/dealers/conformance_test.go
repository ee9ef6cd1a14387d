package dealers_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/dealers/robot"
	"deaddrop/tier"
)

var suiteGames = flag.Int("suite.games", 1, "how many games the conformance suite plays of each number of players at each speed")

// Rulings as they come, at every speed and for every number of players, with players who are now sensible and now not.
func TestConformance(t *testing.T) {
	for _, speed := range []string{"standard", "patient", "fast"} {
		for players := 3; players <= 5; players++ {
			t.Run(fmt.Sprintf("%s, %d players", speed, players), func(t *testing.T) {
				t.Parallel()
				for n := range *suiteGames {
					options := adjudicatortest.DrawnOptions(dealers.Rules, rand.New(rand.NewPCG(uint64(n), uint64(players)+uint64(len(speed))<<8)))
					options["speed"] = speed
					adjudicatortest.Suite{
						Rules: dealers.Rules, Games: 1, Phases: tier.Pick(8, 20), Twin: unseen, Player: moody,
						Config: adjudicator.Config{Seats: dealers.Rules.Seats[:players], Options: options},
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
		Rules: dealers.Rules, Games: *suiteGames, Twin: unseen, Player: moody,
		Config: adjudicator.Config{Seats: dealers.Rules.Seats[:3], Options: map[string]string{"speed": "fast"}},
	}.Run(t)
}

// moody returns the answer of a player who is sensible, or not, or partly. The game master leaves things as they are.
func moody(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	view, ok := v.(dealers.View)
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

// unseen returns another position for what does not come out in a phase, whatever is done: the order of draw piles
// and stacks from where it can't be reached. No winter, and no shuffling, looks at the order in which cards were
// before.
func unseen(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position {
	k := truth(p)
	for _, x := range k.Secrets {
		below(x.Draw, reach, r)
	}
	deeper(k.Pile, reach, r)
	deeper(k.Hidden[0], reach, r)
	deeper(k.Hidden[1], reach, r)
	return rewritten(p, k)
}

// reach is how many cards of a pile one phase may bring to light.
const reach = 10

// below puts the cards of a draw pile from one on in another order, each layer in itself.
func below(layers [][]string, from int, r *rand.Rand) {
	for _, layer := range layers {
		deeper(layer, from, r)
		from -= len(layer)
	}
}

// deeper puts the cards of a pile from one on in another order.
func deeper(pile []string, from int, r *rand.Rand) {
	if from = max(from, 0); from < len(pile) {
		rest := pile[from:]
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
}

// rewritten is a position with other secrets.
func rewritten(p adjudicator.Position, k dealers.Truth) adjudicator.Position {
	return adjudicatortest.Rewritten(dealers.Rules, p, map[string]any{"Secrets": k.Secrets, "Pile": k.Pile, "Hidden": k.Hidden})
}
