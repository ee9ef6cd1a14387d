package robot

import (
	"math/rand/v2"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots/robotstest"
	"deaddrop/adjudicator/successors"
)

// The robot reads from its letters exactly what its view has, in each turn of whole games of three and of four.
func TestSuccessorsRobotReads(t *testing.T) {
	t.Parallel()
	var units, chits, captives, unrest, fleets int
	robotstest.ReadAlong(t, successors.Rules, []int{3, 4}, 1000, func(v successors.View, req adjudicator.Request, letter string, luck *rand.Rand) (got, want successors.View, lines string) {
		r := &player{seat: string(req.Seat), rand: luck, Robot: Robot{Board: successors.House(), Ahead: true}}
		chits += len(v.Hand)
		lines, _ = r.Answer(letter)
		return noted(r.view(letter)), noted(v), lines
	}, func(p adjudicator.Position) {
		v := p.View(adjudicator.Observer).(successors.View)
		for _, h := range v.Areas {
			for _, k := range h.Stacks {
				units, fleets = units+k.Units.Army(), fleets+k.Units.Of(successors.Fleet)
			}
			unrest += len(h.Unrest)
		}
		for _, q := range v.Players {
			captives += len(q.Leader.Captor)
		}
	})
	if units == 0 || chits == 0 || captives == 0 || unrest == 0 {
		t.Errorf("the robots saw little: %d units, %d chits, %d captives, %d fleets, unrest %d", units, chits, captives, fleets, unrest)
	}
}

// noted returns what a robot needs of a view. Whose turn it is matters to it when it moves.
func noted(v successors.View) successors.View {
	out := successors.View{Seat: v.Seat, Hand: append([]int(nil), v.Hand...)}
	for _, p := range v.Players {
		out.Players = append(out.Players, successors.Player{Seat: p.Seat, Home: p.Home, Talents: p.Talents, Chits: p.Chits, Leader: p.Leader})
	}
	if v.Mover == v.Seat {
		out.Turn, out.Mover = v.Turn, v.Mover
	}
	for _, h := range v.Areas {
		n := successors.Holding{Area: h.Area, Unrest: h.Unrest}
		for _, k := range h.Stacks {
			n.Stacks = append(n.Stacks, successors.Stack{Side: k.Side, Units: k.Units})
		}
		out.Areas = append(out.Areas, n)
	}
	return out
}
