package robot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/robots/robotstest"
)

// The robot reads from its letters exactly what its view has, in each round of a whole game.
func TestDecaturRobotReads(t *testing.T) {
	t.Parallel()
	factors, ports, inPlay := 0, 0, 0
	robotstest.ReadAlong(t, decatur.Rules, []int{5}, 1000, func(v decatur.View, req adjudicator.Request, letter string, luck *rand.Rand) (got, want decatur.View, lines string) {
		r := &player{seat: string(req.Seat), rand: luck, Robot: Robot{Board: decatur.House(), Ahead: true}}
		factors, ports, inPlay = factors+v.Factors(string(req.Seat)), ports+v.Ports(string(req.Seat)), inPlay+len(v.Players[0].InPlay)
		lines, _ = r.Answer(letter)
		return seen(r.view(letter)), seen(v), lines
	}, nil)
	if factors == 0 || ports == 0 || inPlay == 0 {
		t.Errorf("the robots saw little: %d factors, %d ports, %d cards in play", factors, ports, inPlay)
	}
}

// seen returns what a robot needs of a view: cards in the order of their names.
func seen(v decatur.View) decatur.View {
	out := decatur.View{Seat: v.Seat, Hand: sorted(v.Hand), Prosperity: sorted(v.Prosperity)}
	out.Interval, out.Intervals, out.Round, out.Open, out.Locations = v.Interval, v.Intervals, v.Round, sorted(v.Open), v.Locations
	out.Space, out.Up, out.Discards = v.Space, v.Up, sorted(v.Discards)
	for _, p := range v.Players {
		p.InPlay = sorted(p.InPlay)
		out.Players = append(out.Players, p)
	}
	return out
}

func sorted[T ~string](cards []T) []T { return slices.Sorted(slices.Values(cards)) }
