package robot

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/robots"
)

// Game defines how robots play Decatur.
var Game = robots.WithBoards(robots.Game{
	Rules:  decatur.Rules,
	Sample: func(seat, phase, _ string) bool { return seat == "Red" && phase == "Interval 1, round 4" },
	Line:   robots.OfTruth(line),
	Ending: robots.Ranking,
	Round:  "round",
}, decatur.House, func(seat string, luck *rand.Rand, b *decatur.Board, ahead bool) robots.Player {
	return &player{seat: seat, rand: luck, Robot: Robot{Board: b, Ahead: ahead}}
})

// line returns a text about what each player has.
func line(truth *decatur.Truth) string {
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
	return "factors and locations: " + strings.Join(out, ", ")
}
