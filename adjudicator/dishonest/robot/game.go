package robot

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/robots"
)

// Game defines how robots play Dishonest Decade.
var Game = robots.WithBoards(robots.Game{
	Rules:  dishonest.Rules,
	Sample: robots.SecondYear,
	Line:   robots.OfTruth(line),
	Ending: robots.Ranking,
	Round:  "turn",
}, dishonest.House, func(seat string, luck *rand.Rand, b *dishonest.Board, ahead bool) robots.Player {
	return &player{seat: seat, rand: luck, board: b, Robot: Robot{Ahead: ahead}}
})

// line returns a summary of every player's position.
func line(truth *dishonest.Truth) string {
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d units", l.Seat, l.Points, l.Units))
	}
	return "points: " + strings.Join(out, "; ")
}
