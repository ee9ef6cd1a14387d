package decatur_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/decatur"
	"deaddrop/tier"
)

var (
	balanceGames = flag.Int("decatur.balance", tier.Pick(0, 1), "how many games of robots are played for each number of players to judge the board; 2,000 tell something")
	balanceAhead = flag.Bool("decatur.ahead", false, "whether the robots of those games look ahead, which takes some times longer")
)

const (
	fair = 1.3   // no place and no start may win more than so many times its share
	many = 2_000 // games of a size, from which on the shares are taken as they are
)

// No place in the order of play and no start on the board wins much more than its share. Robots start at random in a
// region of which they know a prosperity card.
//
// In few games, a share is too large only if chance alone would produce it less than once in a hundred times. In
// many, the shares of places in the order of play and of regions are judged as they are; the thirty locations, with
// only some hundred starts each, are always judged by what chance would do to thirty.
func TestBalance(t *testing.T) {
	if *balanceGames == 0 {
		t.Skip("plays many games of robots, as .ci/run does")
	}
	board := decatur.House()
	locations := adjudicatortest.Shares{}
	for players := 2; players <= 7; players++ {
		order, regions := adjudicatortest.Shares{}, adjudicatortest.Shares{}
		games := play(t, *balanceGames, func(i int) *robotGame {
			return &robotGame{seed: adjudicatortest.BalanceSeed(players, i), players: players, ahead: *balanceAhead, opening: somewhere}
		})
		for _, g := range games {
			for i, seat := range g.order {
				won := g.winner == seat
				order.Count(fmt.Sprint(i+1), won, players)
				if l, ok := board.Loc(g.starts[seat]); ok {
					regions.Count(string(board.Locations[l].Region), won, players)
					locations.Count(g.starts[seat], won, players)
				}
			}
		}
		order.Judge(t, fair, adjudicatortest.Alone, *balanceGames >= many)
		regions.Judge(t, fair, adjudicatortest.Alone, *balanceGames >= many)
		t.Logf("%d players, by place in the order of play of the first interval: %s\nby region of the first restructure: %s\n%s",
			players, order, regions, tallied(games))
	}
	locations.Judge(t, fair, adjudicatortest.Thirty, false)
	t.Logf("all sizes together, by location of the first restructure: %s", locations)
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
