package robot

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/robots"
	"deaddrop/adjudicator/successors"
)

// Game defines how robots play Successors.
var Game = robots.WithBoards(robots.Game{
	Rules:  successors.Rules,
	Sample: func(seat, phase, _ string) bool { return seat == "Red" && phase == "Turn 4, Red" },
	Line:   robots.OfTruth(line),
	Ending: robots.Ranking,
	Round:  "turn",
}, successors.House, func(seat string, luck *rand.Rand, b *successors.Board, ahead bool) robots.Player {
	return &player{seat: seat, rand: luck, Robot: Robot{Board: b, Ahead: ahead}}
})

// line returns a summary of every player's position.
func line(truth *successors.Truth) string {
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d units", l.Seat, l.Provinces, l.Units))
	}
	return "provinces: " + strings.Join(out, "; ")
}
