package robot_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dishonest"
	dishonestrobot "deaddrop/adjudicator/dishonest/robot"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm/desk"
)

// Robots play by the edition of their game and not by the house edition, whether they think ahead or not. In one
// whose Manchuria has another name, they play with answers of their own, and use that name.
func TestEditionOfTheGame(t *testing.T) {
	for _, house := range titles {
		rules := house.Rules
		if rules.House == nil {
			continue
		}
		t.Run(rules.Name, func(t *testing.T) {
			own := bytes.Replace(rules.House, []byte("house edition of Deaddrop"), []byte("edition of a club"), 1)
			if rules.Name == dishonest.Rules.Name {
				own = bytes.ReplaceAll(own, []byte("Manchuria"), []byte("Kwantung"))
			}
			b := begin(t, rules, func(p *desk.Plan) { p.Pack = own })
			b.turns(6)
			answers, said := 0, ""
			for _, r := range b.filed() {
				if said += r.Text; r.Text != "" {
					answers++
				}
			}
			if answers < 3 {
				t.Errorf("robots have written %d answers of their own", answers)
			}
			if rules.Name == dishonest.Rules.Name && (strings.Contains(said, "Manchuria") || !strings.Contains(said, "Kwantung")) {
				t.Errorf("robots write by another edition:\n%s", said)
			}
		})
	}
}

// A title's robots get the board of the view that asks, also those that think for no time.
func TestEditionOfTheView(t *testing.T) {
	var seen []*dishonest.Board
	look := func(_ string, _ *rand.Rand, b *dishonest.Board, ahead bool) robots.Player {
		if !ahead {
			seen = append(seen, b)
		}
		return nil
	}
	game := robots.WithBoards(robots.Game{}, dishonest.House, look)
	own := &dishonest.Board{}
	var view adjudicator.View = dishonest.View{}.OnBoard(own)
	game.Plainly().By(view).New("France", nil, 0)
	game.Plainly().By(dishonest.View{}).New("France", nil, 0)
	if !slices.Equal(seen, []*dishonest.Board{own, dishonest.House()}) {
		t.Errorf("the robots think by %v", seen)
	}
	for _, title := range []robots.Game{dishonestrobot.Game, dishonestrobot.Game.Plainly()} {
		if title.By(view).New("France", nil, 0) == nil {
			t.Error("there is no robot")
		}
	}
}
