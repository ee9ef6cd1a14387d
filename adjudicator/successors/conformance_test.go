package successors_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
)

var suiteGames = flag.Int("suite.games", 1, "how many games the conformance suite plays of each number of players at each speed")

// Games with random rulings, at every speed and for every number of players, with players who are sometimes sensible
// and sometimes not.
func TestConformance(t *testing.T) {
	for _, speed := range []string{"standard", "patient", "fast"} {
		for players := 3; players <= 4; players++ {
			t.Run(fmt.Sprintf("%s, %d players", speed, players), func(t *testing.T) {
				t.Parallel()
				for n := range *suiteGames {
					r := rand.New(rand.NewPCG(uint64(n), uint64(players)+uint64(len(speed))<<8))
					adjudicatortest.Suite{
						Rules: successors.Rules, Games: 1, Phases: 9 * players / 2, Twin: unseen, Player: moody,
						Config: adjudicator.Config{Seats: successors.Rules.Seats[:players], Options: drawnOptions(speed, r)},
					}.Run(t)
				}
			})
		}
	}
}

// If nobody plays a chit, the chits make no difference: what happens, and who is asked, depends on nothing that the
// watcher can't see.
func TestConformanceWhateverTheHands(t *testing.T) {
	for _, speed := range []string{"standard", "patient", "fast"} {
		t.Run(speed, func(t *testing.T) {
			t.Parallel()
			for n := range *suiteGames {
				options := drawnOptions(speed, rand.New(rand.NewPCG(uint64(n), uint64(len(speed)))))
				options["chits"] = "secret"
				adjudicatortest.Suite{
					Rules: successors.Rules, Games: 1, Phases: 16, Twin: otherHands,
					Config: adjudicator.Config{Seats: successors.Rules.Seats[:4], Options: options},
					Player: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
						return chitless(moody(v, req, r))
					},
				}.Run(t)
			}
		})
	}
}

// A game of robots comes to its end under the suite as well.
func TestConformanceToTheEnd(t *testing.T) {
	adjudicatortest.Suite{
		Rules: successors.Rules, Games: *suiteGames, Twin: unseen, Player: moody,
		Config: adjudicator.Config{Seats: successors.Rules.Seats[:3], Options: map[string]string{"speed": "fast"}},
	}.Run(t)
}

// drawnOptions returns rulings by lot, at one speed.
func drawnOptions(speed string, r *rand.Rand) map[string]string {
	options := adjudicatortest.DrawnOptions(successors.Rules, r)
	options["speed"] = speed
	return options
}

// moody returns the answer of a player who is sensible, or not, or partly. The game master leaves things as they are.
func moody(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
	view, ok := v.(successors.View)
	if !ok {
		return "NOTHING"
	}
	var words []string
	if mood := r.IntN(3); mood > 0 {
		words = append(words, robot.Robot{Board: successors.House()}.Answer(view, req.Kind, r))
		if mood > 1 {
			return words[0]
		}
	}
	return strings.Join(append(words, scrawl(view, req.Kind, r)), "\n")
}

// chitless returns an answer without its orders for chits.
func chitless(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "PLAY") }), "\n")
}

// reach is how many chits one phase may draw.
const reach = 6

// unseen returns another position for what does not come out in a phase, whatever is done: the draw pile has another
// order from where it can't be reached, and where everybody says anew what stands, the others had other orders for
// their battles on file.
func unseen(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position {
	k := truth(p)
	if len(k.Draw) > reach {
		deck := k.Draw[reach:]
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	}
	if adjudicatortest.OptionsOf(p)["speed"] != "fast" {
		for i := range k.Secrets {
			if k.Secrets[i].Seat != string(watcher) {
				k.Secrets[i].Standing = peaceful(k.Secrets[i].Standing)
			}
		}
	}
	return rewritten(p, k)
}

// peaceful returns standing orders without those for battles, which nothing hangs on before their writer is asked
// again.
func peaceful(standing string) string {
	lines := slices.DeleteFunc(strings.Split(standing, "\n"), func(l string) bool {
		return strings.HasPrefix(l, "IF ATTACKED") || strings.HasPrefix(l, "INSIST") || strings.HasPrefix(l, "LEADER BONUS")
	})
	return strings.Join(lines, "\n")
}

// otherHands is a position in which the others hold other chits of all that the watcher does not see, but for those
// that the watcher may draw.
func otherHands(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position {
	k := truth(p)
	swapHands(&k, watcher, reach, r)
	return rewritten(p, k)
}

// swapHands deals the chits of all but the watcher anew among them and the draw pile, without the first ones of it.
func swapHands(k *successors.Truth, watcher adjudicator.Seat, kept int, r *rand.Rand) {
	var at []*int
	for i := range k.Secrets {
		if k.Secrets[i].Seat != string(watcher) {
			at = append(at, pointers(k.Secrets[i].Hand)...)
		}
	}
	at = append(at, pointers(k.Draw[min(kept, len(k.Draw)):])...)
	r.Shuffle(len(at), func(i, j int) { *at[i], *at[j] = *at[j], *at[i] })
	for i := range k.Secrets {
		slices.Sort(k.Secrets[i].Hand)
	}
}

func pointers[T any](list []T) []*T {
	var out []*T
	for i := range list {
		out = append(out, &list[i])
	}
	return out
}

// rewritten is a position with other secrets.
func rewritten(p adjudicator.Position, k successors.Truth) adjudicator.Position {
	return adjudicatortest.Rewritten(successors.Rules, p, map[string]any{"Secrets": k.Secrets, "Draw": k.Draw})
}
