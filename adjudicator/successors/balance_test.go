package successors_test

import (
	"flag"
	"fmt"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/tier"
)

var (
	balanceGames = flag.Int("successors.balance", tier.Pick(0, 1), "how many games of robots are played for each number of players to judge the board; 2,000 tell something")
	balanceAhead = flag.Bool("successors.ahead", false, "whether the robots of those games look ahead, which takes twenty times longer")
)

const (
	fair = 1.3   // no place in the order of play may win more than so many times its share
	many = 2_000 // games of a size, from which on the shares are taken as they are
)

// No place in the order of play wins much more than its share, under the default rulings. Robots choose their homes
// from lists of preferences, each robot with some deviations of its own.
//
// In fewer games than the constant many, a share is too large only if chance alone would produce it less than once in a hundred
// times; in more, the shares are judged as they are. Shares by home are only logged: a richer home may win more
// often, because whoever chooses first moves last.
func TestBalance(t *testing.T) {
	if *balanceGames == 0 {
		t.Skip("plays many games of robots, as .ci/run does")
	}
	for players := 3; players <= 4; players++ {
		order, homes := adjudicatortest.Shares{}, adjudicatortest.Shares{}
		games := play(t, *balanceGames, func(i int) *robotGame {
			return &robotGame{seed: adjudicatortest.BalanceSeed(players, i), players: players, ahead: *balanceAhead}
		})
		for _, g := range games {
			for i, seat := range g.order {
				order.Count(fmt.Sprint(i+1), g.winner == seat, players)
				homes.Count(g.homes[seat], g.winner == seat, players)
			}
		}
		order.Judge(t, fair, adjudicatortest.Alone, *balanceGames >= many)
		t.Logf("%d players, by place in the order of play: %s\nby home: %s\n%s", players, order, homes, tallied(games))
	}
}
