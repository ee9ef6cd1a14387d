package dealers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dealers"
)

// A whole game of each size is written down in testdata/game-N.txt: every letter that a player wrote, and all that lies open
// of what came of it. Played again with these letters, everything comes as it stands there.
func TestWholeGames(t *testing.T) {
	for i, speed := range []string{"standard", "patient", "fast"} {
		players := 3 + i
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			g := newGame(uint64(players), players, map[string]string{"speed": speed}, false)
			adjudicatortest.Book{
				File:      fmt.Sprintf("testdata/game-%d.txt", players),
				Head:      fmt.Sprintf("A whole game of %d players, speed %s, as robots have played it. What begins with \">\" are their letters.", players, speed),
				Standings: standings,
			}.Replay(t, &g.Match, func() string { return fmt.Sprintf("%s won by %s", g.Phase, strings.Join(g.won, " and ")) })
		})
	}
}

// standings returns the players' standings before each winter and at the end of the game; nil at other times.
func standings(p adjudicator.Position) []string {
	if !strings.HasSuffix(p.Phase(), "winter") && p.Phase() != "" {
		return nil
	}
	var out []string
	for _, q := range p.View(adjudicator.Observer).(dealers.View).Players {
		js, err := json.Marshal(q)
		if err != nil {
			panic(err)
		}
		out = append(out, adjudicatortest.Flat(js))
	}
	return out
}
