package robot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/robots"
	"deaddrop/adjudicator/successors"
)

// Game defines how robots play Successors.
var Game = on(nil)

// on returns the game with robots that play on a board; that of the house edition if it is nil.
func on(b *successors.Board) robots.Game {
	return robots.Game{
		Rules: successors.Rules,
		New: func(seat string, luck *rand.Rand, _ int) robots.Player {
			return &player{seat: seat, rand: luck, Robot: Robot{Board: cmp.Or(b, successors.House()), Ahead: true}}
		},
		Plain: func(seat string, luck *rand.Rand, _ int) robots.Player {
			return &player{seat: seat, rand: luck, Robot: Robot{Board: cmp.Or(b, successors.House())}}
		},
		Sample: func(seat, phase, _ string) bool { return seat == "Red" && phase == "Turn 4, Red" },
		Line:   line,
		Ending: robots.Ranking,
		Round:  "turn",
		By:     robots.ByBoard(on),
	}
}

// line returns a summary of every player's position.
func line(view []byte) (string, error) {
	var truth successors.Truth
	if err := json.Unmarshal(view, &truth); err != nil {
		return "", err
	}
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d units", l.Seat, l.Provinces, l.Units))
	}
	return "provinces: " + strings.Join(out, "; "), nil
}
