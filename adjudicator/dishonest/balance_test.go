package dishonest_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/tier"
)

var (
	balanceGames = flag.Int("dishonest.balance", tier.Pick(0, 1), "how many games of robots are played in each scenario to judge it; 1,000 tell something")
	balanceAhead = flag.Bool("dishonest.ahead", false, "whether the robots of those games look ahead, which takes some times longer")
)

// No power wins much more than its share in the scenario for its number of players, under the default rulings except
// that games end after ten years. An ally who shares a win counts neither for nor against the power with the points.
func TestBalance(t *testing.T) {
	if *balanceGames == 0 {
		t.Skip("plays many games of robots, as .ci/run does")
	}
	for players := 4; players <= 7; players++ {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			powers := adjudicatortest.Shares{}
			games, errs := adjudicatortest.PlayGames(*balanceGames, func(i int) *robotGame {
				g := newGame(adjudicatortest.BalanceSeed(players, i), players, map[string]string{"years": "10"}, false)
				g.ahead = *balanceAhead
				return g
			})
			for i, g := range games {
				if errs[i] != nil {
					t.Errorf("seed %d, %d players: %s: %v", g.Seed, players, g.Phase, errs[i])
					continue
				}
				for _, seat := range g.start {
					powers.Count(seat, len(g.won) > 0 && g.won[0] == seat || slices.Contains(g.won[1:], seat) && g.points[seat] == g.points[g.won[0]], players)
				}
			}
			powers.Judge(t, 1.5, adjudicatortest.Alone, *balanceGames >= 1000)
			t.Logf("%d players: %s\n%s", players, powers, tallied(games))
		})
	}
}
