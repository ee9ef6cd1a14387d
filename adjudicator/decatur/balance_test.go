package decatur_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/decatur"
)

var balanceGames = flag.Int("decatur.balance", 2, "how many games of robots are played for each number of players to judge the board; 2,000 tell something")

const (
	fair  = 1.3   // no place and no start may win more than so many times its share
	many  = 2_000 // games of a size, from which on the shares are taken as they are
	alone = 2.33  // standard deviations of a bound that one place in a hundred passes by chance
	among = 3.4   // and one in a hundred lists of thirty places
)

// No place in the order of play and no start on the board wins much more than its share. Robots begin at random in a
// region of which they know a prosperity card.
//
// With few games, a share counts as too large only if chance would not make it so once in a hundred times. With many,
// places in the order of play and regions are judged as they come out; the thirty single locations, which have but
// some hundred starts each, always by what chance would do to thirty.
func TestBalance(t *testing.T) {
	board := decatur.House()
	locations := map[string]share{}
	for players := 2; players <= 7; players++ {
		order, regions := map[string]share{}, map[string]share{}
		games := play(t, *balanceGames, func(i int) *robotGame {
			return &robotGame{seed: uint64(1000*players + 10_000*i), players: players, opening: somewhere}
		})
		for _, g := range games {
			for i, seat := range g.order {
				won := g.winner == seat
				count(order, fmt.Sprint(i+1), won, players)
				if l, ok := board.Loc(g.starts[seat]); ok {
					count(regions, string(board.Locations[l].Region), won, players)
					count(locations, g.starts[seat], won, players)
				}
			}
		}
		t.Logf("%d players, by place in the order of play of the first interval: %s\nby region of the first restructure: %s\n%s",
			players, judged(t, order, alone), judged(t, regions, alone), tallied(games))
	}
	t.Logf("all sizes together, by location of the first restructure: %s", judged(t, locations, among))
}

// somewhere begins at one of some locations, at random, in regions of which the player knows a prosperity card.
func somewhere(v decatur.View, r *rand.Rand) string {
	var names []string
	for _, l := range decatur.House().Locations {
		if slices.Contains(v.Open, l.Region) || slices.Contains(v.Prosperity, l.Region) {
			names = append(names, l.Name)
		}
	}
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var lines []string
	for _, name := range names[:min(3, len(names))] {
		lines = append(lines, fmt.Sprintf("RESTRUCTURE %[1]s IF %[1]s EMPTY", name))
	}
	return strings.Join(lines, "\n")
}

// A share is how often those who had something won.
type share struct {
	had, won  int
	due, vary float64 // how often they would have by chance, and the variance of that
}

func count(in map[string]share, key string, won bool, players int) {
	s, p := in[key], 1/float64(players)
	s.had++
	s.due += p
	s.vary += p * (1 - p)
	if won {
		s.won++
	}
	in[key] = s
}

// ratio is the wins in relation to those that were due, and least what it is at least, but for chance.
func (s share) ratio() float64 { return float64(s.won) / s.due }

func (s share) least(deviations float64) float64 {
	return (float64(s.won) - deviations*math.Sqrt(s.vary)) / s.due
}

// judged lists shares, the largest first, and finds fault with those that are too large.
func judged(t *testing.T, shares map[string]share, deviations float64) string {
	t.Helper()
	var keys []string
	for k := range shares {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y string) int {
		switch a, b := shares[x].ratio(), shares[y].ratio(); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return strings.Compare(x, y)
	})
	var out []string
	for _, k := range keys {
		s := shares[k]
		out = append(out, fmt.Sprintf("%s %.2f (%d of %d)", k, s.ratio(), s.won, s.had))
		if s.least(deviations) > fair || *balanceGames >= many && deviations == alone && s.ratio() > fair {
			t.Errorf("%s wins %.2f times its share: %d of %d games", k, s.ratio(), s.won, s.had)
		}
	}
	return strings.Join(out, ", ")
}
