package dealers_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/tier"
)

var (
	balanceGames = flag.Int("dealers.balance", tier.Pick(0, 1), "how many games of robots are played by each number of players to judge it; 1,000 tell something")
	balanceAhead = flag.Bool("dealers.ahead", false, "whether the robots of those games look ahead, which takes some times longer")
)

// No leader wins much more than its share under the default rulings, whatever the number of players, and neither does a
// capital, nor a place in the order of play.
func TestBalance(t *testing.T) {
	if *balanceGames == 0 {
		t.Skip("plays many games of robots, as .ci/run does")
	}
	for players := 3; players <= 5; players++ {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			leaders, capitals, places := adjudicatortest.Shares{}, adjudicatortest.Shares{}, adjudicatortest.Shares{}
			games, errs := adjudicatortest.PlayGames(*balanceGames, func(i int) *robotGame {
				g := newGame(adjudicatortest.BalanceSeed(players, i), players, nil, false)
				g.ahead = *balanceAhead
				return g
			})
			for i, g := range games {
				if errs[i] != nil {
					t.Errorf("seed %d, %d players: %s: %v", g.Seed, players, g.Phase, errs[i])
					continue
				}
				for k, seat := range g.order() {
					won := slices.Contains(g.won, seat)
					leaders.Count(g.factions[seat], won, players)
					capitals.Count(g.capitals[seat], won, players)
					places.Count(fmt.Sprintf("place %d", k+1), won, players)
				}
			}
			leaders.Judge(t, 1.5, adjudicatortest.Thirty, *balanceGames >= 1000)
			places.Judge(t, 1.5, adjudicatortest.Thirty, *balanceGames >= 1000)
			t.Logf("%d players: %s\ncapitals: %s\nplaces: %s\n%s", players, leaders, capitals, places, tallied(games))
		})
	}
}

// order returns the seats clockwise from who began the game.
func (g *robotGame) order() []string {
	var seats []string
	for _, s := range g.Config.Seats {
		seats = append(seats, string(s))
	}
	i := slices.Index(seats, g.starter)
	return slices.Concat(seats[i:], seats[:i])
}
