package robot

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/robots"
)

// Game defines how robots play Dealers in Hope.
var Game = robots.WithBoards(robots.Game{
	Rules:  dealers.Rules,
	Sample: robots.SecondYear,
	Line:   robots.OfTruth(line),
	Ending: robots.Ranking,
	Round:  "turn",
}, dealers.House, func(seat string, luck *rand.Rand, b *dealers.Board, ahead bool) robots.Player {
	return &player{seat: seat, rand: luck, board: b, Robot: Robot{Ahead: ahead}}
})

// line returns a summary of every player's position.
func line(truth *dealers.Truth) string {
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d territories", l.Seat, l.Points, l.Holds()))
	}
	return "points: " + strings.Join(out, "; ")
}
