package robot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/robots"
)

// Game defines how robots play Dishonest Decade.
var Game = on(nil)

// on returns the game with robots that play on a board; that of the house edition if it is nil.
func on(b *dishonest.Board) robots.Game {
	return robots.Game{
		Rules: dishonest.Rules,
		New: func(seat string, luck *rand.Rand, _ int) robots.Player {
			return &player{seat: seat, rand: luck, board: cmp.Or(b, dishonest.House()), Robot: Robot{Ahead: true}}
		},
		Plain: func(seat string, luck *rand.Rand, _ int) robots.Player {
			return &player{seat: seat, rand: luck, board: cmp.Or(b, dishonest.House())}
		},
		Sample: func(seat, phase, first string) bool {
			return strings.HasPrefix(phase, "Year 2, ") && strings.HasSuffix(phase, " turn, "+seat) && seat == first
		},
		Line:   line,
		Ending: robots.Ranking,
		Round:  "turn",
		By:     robots.ByBoard(on),
	}
}

// line returns a summary of every player's position.
func line(view []byte) (string, error) {
	var truth dishonest.Truth
	if err := json.Unmarshal(view, &truth); err != nil {
		return "", err
	}
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d units", l.Seat, l.Points, l.Units))
	}
	return "points: " + strings.Join(out, "; "), nil
}
