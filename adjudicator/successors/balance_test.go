package successors_test

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

var balanceGames = flag.Int("successors.balance", 4, "how many games of robots are played for each number of players to judge the board; 2,000 tell something")

const (
	fair  = 1.3   // no place in the order of play may win more than so many times its share
	many  = 2_000 // games of a size, from which on the shares are taken as they are
	alone = 2.33  // standard deviations of a bound that one place in a hundred passes by chance
)

// No place in the order of play wins much more than its share, under the default rulings. Robots choose their homes by
// lists, each with whims of its own.
//
// With few games, a share counts as too large only if chance would not make it so once in a hundred times; with many,
// places are judged as they come out. Homes are listed only: that a richer one wins more often is what choosing first,
// and so moving last, is for.
func TestBalance(t *testing.T) {
	for players := 3; players <= 4; players++ {
		order, homes := map[string]share{}, map[string]share{}
		games := play(t, *balanceGames, func(i int) *robotGame {
			return &robotGame{seed: uint64(1000*players + 10_000*i), players: players}
		})
		for _, g := range games {
			for i, seat := range g.order {
				count(order, fmt.Sprint(i+1), g.winner == seat, players)
				count(homes, g.homes[seat], g.winner == seat, players)
			}
		}
		t.Logf("%d players, by place in the order of play: %s\nby home: %s\n%s", players, judged(t, order), listed(homes), tallied(games))
	}
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

func (s share) least() float64 { return (float64(s.won) - alone*math.Sqrt(s.vary)) / s.due }

// judged lists shares, and finds fault with those that are too large.
func judged(t *testing.T, shares map[string]share) string {
	t.Helper()
	for k, s := range shares {
		if s.least() > fair || *balanceGames >= many && s.ratio() > fair {
			t.Errorf("%s wins %.2f times its share: %d of %d games", k, s.ratio(), s.won, s.had)
		}
	}
	return listed(shares)
}

// listed are shares, the largest first.
func listed(shares map[string]share) string {
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
		out = append(out, fmt.Sprintf("%s %.2f (%d of %d)", k, shares[k].ratio(), shares[k].won, shares[k].had))
	}
	return strings.Join(out, ", ")
}
