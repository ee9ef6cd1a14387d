package robot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/robots"
)

// Game contains the robots of Decatur.
var Game = on(nil)

// on returns the game with robots that play on a board; that of the house edition if it is nil.
func on(b *decatur.Board) robots.Game {
	return robots.Game{
		Rules: decatur.Rules,
		New: func(seat string, luck *rand.Rand, _ int) robots.Player {
			return &player{seat: seat, rand: luck, Robot: Robot{Board: cmp.Or(b, decatur.House()), Ahead: true}}
		},
		Plain: func(seat string, luck *rand.Rand, _ int) robots.Player {
			return &player{seat: seat, rand: luck, Robot: Robot{Board: cmp.Or(b, decatur.House())}}
		},
		Sample: func(seat, phase, _ string) bool { return seat == "Red" && phase == "Interval 1, round 4" },
		Line:   line,
		Ending: robots.Ranking,
		Round:  "round",
		By:     robots.ByBoard(on),
	}
}

// line returns a text about what each player has.
func line(view []byte) (string, error) {
	var truth decatur.Truth
	if err := json.Unmarshal(view, &truth); err != nil {
		return "", err
	}
	var out []string
	for _, p := range truth.Players {
		places := 0
		for _, h := range truth.Locations {
			if h.Owner == p.Seat {
				places++
			}
		}
		out = append(out, fmt.Sprintf("%s %d in %d", p.Seat, truth.Factors(p.Seat), places))
	}
	return "factors and locations: " + strings.Join(out, ", "), nil
}
