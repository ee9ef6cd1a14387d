package robot

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/robots"
)

// Game contains the robots of Deadman Diplomacy.
var Game = robots.Game{
	Rules: deadman.Rules,
	New: func(seat string, luck *rand.Rand, years int) robots.Player {
		return &deadmanPlayer{power: seat, rand: luck, last: lastFall(years)}
	},
	Plain: func(seat string, luck *rand.Rand, years int) robots.Player {
		return &deadmanPlayer{power: seat, rand: luck, last: lastFall(years), plain: true}
	},
	Votes:  votes,
	Sample: func(seat, phase, _ string) bool { return seat == "France" && phase == "Spring 1902" },
	Line:   robots.OfTruth(line),
	Ending: lastReport,
}

// Diplomacy contains the robots of open Diplomacy.
var Diplomacy = robots.Game{
	Rules: deadman.Diplomacy,
	New: func(seat string, luck *rand.Rand, years int) robots.Player {
		return &diplomacyPlayer{power: seat, rand: luck, last: lastFall(years)}
	},
	Plain: func(seat string, luck *rand.Rand, years int) robots.Player {
		return &diplomacyPlayer{power: seat, rand: luck, last: lastFall(years), plain: true}
	},
	Votes:  votes,
	Sample: func(seat, phase, _ string) bool { return seat == "France" && phase == "Spring 1902" },
	Line:   robots.OfTruth(line),
	Ending: result,
}

// lastFall returns the phase in which robots vote for a draw after a number of years.
func lastFall(years int) string { return fmt.Sprintf("Fall %d", 1900+years) }

// earliestDraw is the first year in which robots among people vote for a draw.
const earliestDraw = 1905

// votes has robots vote for a draw each autumn from 1905 on. A draw needs the votes of all, so people decide whether and
// when there is one; robots are only not in their way.
func votes(phase, kind string) string {
	year, ok := strings.CutPrefix(phase, "Fall ")
	if !ok || kind != "orders" || robots.Number(year) < earliestDraw {
		return ""
	}
	return "VOTE DRAW"
}

// lastReport returns the part of a player's last letter about the last phase.
func lastReport(last string) string {
	_, text, _ := strings.Cut(last, "The game is over.\n\n")
	_, text, _ = strings.Cut(text, "\n\n")
	text, _, _ = strings.Cut(text, "\n\n")
	return text
}

// result returns the part of a player's last letter of open Diplomacy about how the game ended, without the table of
// years.
func result(last string) string {
	at := ended.FindStringIndex(last)
	if at == nil {
		return ""
	}
	text, _, _ := strings.Cut(last[at[0]:], "\n\n")
	return strings.TrimSpace(text)
}

var ended = regexp.MustCompile(`(?m)^(?:THE GAME (?:IS A DRAW|ENDS)|[A-Z]+ WINS)`)

// line returns a sentence that says who has most centres.
func line(truth *deadman.Truth) string {
	leader, most, units := "", 0, 0
	for _, h := range truth.Powers {
		units += len(h.Units)
		switch n := len(h.Centres); {
		case n > most:
			leader, most = h.Power, n
		case n == most:
			leader += ", " + h.Power
		}
	}
	if units == 0 {
		return "the units are still to be chosen"
	}
	return fmt.Sprintf("%d units on the board; most centres: %s (%d)", units, leader, most)
}
