package robot

import (
	"math/rand/v2"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/robots/robotstest"
	"deaddrop/tier"
)

// The robot reads from its letters exactly what its view has, for each question of the first years of a game of four
// and, in the full tier, of a game of seven.
func TestDishonestRobotReads(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	// Enough phases for some years, one of them with bids.
	sizes := tier.Pick([]int{4}, []int{4, 7})
	robotstest.ReadAlong(t, dishonest.Rules, sizes, 150, func(v dishonest.View, req adjudicator.Request, letter string, luck *rand.Rand) (got, want dishonest.View, lines string) {
		if asked[req.Kind]++; req.Kind == "standing" {
			return got, want, ""
		}
		r := &player{seat: string(req.Seat), rand: luck, board: dishonest.House(), Robot: Robot{Ahead: true}}
		lines, _ = r.Answer(letter)
		kind := req.Kind
		if strings.Contains(letter, ": welcome to ") {
			kind = "first"
		}
		return remembered(r.view(letter), kind), remembered(v, kind), lines
	}, nil)
	robotstest.Asked(t, asked, "income", "bid", "turn", "secondary", "defence")
}

// remembered returns what a robot needs of a view. In the midst of the income phase a letter leaves the board out,
// and whose turn it is matters to a robot when it moves.
func remembered(v dishonest.View, kind string) dishonest.View {
	out := dishonest.View{Seat: v.Seat, Hand: append([]int(nil), v.Hand...), Stock: v.Stock}
	for _, p := range v.Players {
		out.Players = append(out.Players, dishonest.Player{Seat: p.Seat, Points: p.Points, Cards: p.Cards, Pool: p.Pool, Tile: p.Tile, Spent: p.Spent, Passed: p.Passed, Ally: p.Ally})
	}
	if kind == "first" { // which leaves the board and the cards to words of their own
		out.Hand = nil
		return out
	}
	if kind == "turn" {
		out.Year, out.Turn, out.Mover = v.Year, v.Turn, v.Mover
	}
	out.Unplayed = append(out.Unplayed, v.Unplayed...)
	if kind == "secondary" {
		out.Tile = v.Tile
	}
	if b := v.Battle; b != nil {
		out.Battle = &dishonest.Battle{Attacker: b.Attacker, Defender: b.Defender, Attackers: b.Attackers, Defenders: b.Defenders, Garrison: b.Garrison}
	}
	if kind == "bid" || kind == "ideology" {
		return out
	}
	for _, h := range v.Areas {
		n := dishonest.Holding{Area: h.Area, Colony: h.Colony, Garrison: h.Garrison, Keeper: h.Keeper, Neutral: h.Neutral, Quagmire: h.Quagmire}
		for _, k := range h.Stacks {
			n.Stacks = append(n.Stacks, dishonest.Stack{Seat: k.Seat, Force: k.Force})
		}
		out.Areas = append(out.Areas, n)
	}
	return out
}
