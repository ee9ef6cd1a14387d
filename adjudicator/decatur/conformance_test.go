package decatur_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/decatur"
	"deaddrop/tier"
)

var suiteGames = flag.Int("suite.games", 1, "how many games the conformance suite plays of each number of players at each speed")

// Rulings as they come, at every speed and for every number of players, with players who are now sensible and now not.
func TestConformance(t *testing.T) {
	for _, speed := range []string{"standard", "patient", "fast"} {
		for _, players := range []int{2, 3, 5, 7} {
			t.Run(fmt.Sprintf("%s, %d players", speed, players), func(t *testing.T) {
				t.Parallel()
				phases := tier.Pick(9, 16)
				if speed == "patient" {
					phases *= players / 2
				}
				for n := range *suiteGames {
					r := rand.New(rand.NewPCG(uint64(n), uint64(players)+uint64(len(speed))<<8))
					adjudicatortest.Suite{
						Rules: decatur.Rules, Games: 1, Phases: phases, Twin: unseen,
						Config: adjudicator.Config{Seats: decatur.Rules.Seats[:players], Options: drawnOptions(speed, r)},
						Player: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
							return scrawl(v.(decatur.View), req.Kind, r)
						},
					}.Run(t)
				}
			})
		}
	}
}

// If nobody does anything with their cards, the cards make no difference: what happens, and who is asked, depends on
// nothing that others can't see.
func TestConformanceWhateverTheHands(t *testing.T) {
	for _, speed := range []string{"standard", "patient", "fast"} {
		t.Run(speed, func(t *testing.T) {
			t.Parallel()
			for n := range *suiteGames {
				r := rand.New(rand.NewPCG(uint64(n), uint64(len(speed))))
				options := drawnOptions(speed, r)
				options["passing"] = "allowed" // or somebody would draw into a full hand
				adjudicatortest.Suite{
					Rules: decatur.Rules, Games: tier.Pick(1, 2), Phases: tier.Pick(20, 40), Twin: otherHands,
					Config: adjudicator.Config{Seats: decatur.Rules.Seats[:4], Options: options},
					Player: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
						return cardless(v.(decatur.View), req.Kind, r)
					},
				}.Run(t)
			}
		})
	}
}

// A short game of robots comes to its end under the suite as well.
func TestConformanceToTheEnd(t *testing.T) {
	adjudicatortest.Suite{
		Rules: decatur.Rules, Games: *suiteGames, Twin: unseen,
		Config: adjudicator.Config{Seats: decatur.Rules.Seats[:3], Options: map[string]string{"speed": "fast", "intervals": "three"}},
		Player: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
			return scrawl(v.(decatur.View), req.Kind, r)
		},
	}.Run(t)
}

// drawnOptions returns rulings by lot, at one speed.
func drawnOptions(speed string, r *rand.Rand) map[string]string {
	options := adjudicatortest.DrawnOptions(decatur.Rules, r)
	options["speed"] = speed
	return options
}

// unseen returns another position for what does not come out in a phase, whatever is done: prosperity cards that
// others hold are exchanged among them, and those that were not dealt; the deck has another order from where it can't
// be reached; and where players are asked one after another, the others hold other cards, and have other standing
// orders on file.
func unseen(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position {
	k := truthOf(p)
	swapProsperity(k, watcher, r)
	r.Shuffle(len(k.Rest), func(i, j int) { k.Rest[i], k.Rest[j] = k.Rest[j], k.Rest[i] })
	reach := 6 * len(k.Players) // cards that one phase may draw: all that a hand and what is in play can have of a kind
	kept := []string{string(watcher)}
	if n := asked(k); n != "" {
		reach = 6
		kept = append(kept, n)
	} else {
		for _, s := range k.Secrets {
			kept = append(kept, s.Seat) // with any cards one may do anything
		}
	}
	if len(k.Draw) > reach {
		deck := k.Draw[reach:]
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	}
	swapHands(k, kept, r)
	if asked(k) == "" { // at the start of a round everybody says what stands
		for i := range k.Secrets {
			if k.Secrets[i].Seat != string(watcher) {
				k.Secrets[i].Standing = ""
			}
		}
	}
	return rewritten(p, k)
}

// otherHands is a position in which the others hold other cards of all that the watcher does not see.
func otherHands(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) adjudicator.Position {
	k := truthOf(p)
	swapProsperity(k, watcher, r)
	swapHands(k, []string{string(watcher)}, r)
	return rewritten(p, k)
}

// asked is the only player who is asked for orders in this phase; "" if all are.
func asked(k decatur.Truth) string {
	for _, s := range k.Players {
		if len(k.Phase) > len(s.Seat) && k.Phase[len(k.Phase)-len(s.Seat):] == s.Seat {
			return s.Seat
		}
	}
	return ""
}

// swapHands deals the cards of all but some players anew among them.
func swapHands(k decatur.Truth, kept []string, r *rand.Rand) {
	var at []*decatur.Commonwealth
	for i := range k.Secrets {
		if !slices.Contains(kept, k.Secrets[i].Seat) {
			at = append(at, pointers(k.Secrets[i].Hand)...)
		}
	}
	shuffle(at, r)
}

// swapProsperity deals the face down prosperity cards of all but the watcher anew among them.
func swapProsperity(k decatur.Truth, watcher adjudicator.Seat, r *rand.Rand) {
	var at []*decatur.Region
	for i := range k.Secrets {
		if k.Secrets[i].Seat != string(watcher) {
			at = append(at, pointers(k.Secrets[i].Prosperity)...)
		}
	}
	shuffle(at, r)
}

func pointers[T any](list []T) []*T {
	var out []*T
	for i := range list {
		out = append(out, &list[i])
	}
	return out
}

func shuffle[T any](at []*T, r *rand.Rand) {
	r.Shuffle(len(at), func(i, j int) { *at[i], *at[j] = *at[j], *at[i] })
}

// truthOf is all that is true of a position.
func truthOf(p adjudicator.Position) decatur.Truth { return p.View(adjudicator.GM).(decatur.Truth) }

// rewritten is a position with other secrets.
func rewritten(p adjudicator.Position, k decatur.Truth) adjudicator.Position {
	return adjudicatortest.Rewritten(decatur.Rules, p, map[string]any{"Secrets": k.Secrets, "Draw": k.Draw, "Rest": k.Rest})
}
