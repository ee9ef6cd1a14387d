package robot

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/robots"
	"deaddrop/adjudicator/successors"
)

// A player plays a seat of Successors. Between letters it remembers only the board.
type player struct {
	seat string
	rand *rand.Rand
	Robot
}

// Answer returns the robot's orders if the letter asks for a home or for its turn, and reports whether it does. In
// other players' turns, the robot's orders on file stand.
func (r *player) Answer(letter string) (string, bool) {
	kind := ""
	switch {
	case strings.Contains(letter, "\nWanted: your choice of a home"):
		kind = "home"
	case strings.Contains(letter, "\nWanted: your orders for Turn"):
		kind = "turn"
	default:
		return "", false
	}
	return r.Robot.Answer(r.view(letter), kind, r.rand), true
}

// The lines of the tables in a letter.
var (
	// such as "* Red 5 4 9 6 1 Babylonia"
	generalLine = regexp.MustCompile(`(?m)^[* ] ([A-Z][a-z]+) +(\d+) +\d+ +\d+ +\d+ +(\d+)  (.+)$`)
	// such as " Persia (value 2): Red 2 levies"
	areaLine  = regexp.MustCompile(`(?m)^  ([A-Z][\w ']*?)(?: \([^)]*\))?: (.*)$`)
	forceLine = regexp.MustCompile(`^([A-Z][a-z]+) (.*)$`)
	chitLine  = regexp.MustCompile(`(?m)^  (\d+): `)
	turnLine  = regexp.MustCompile(`(?m)^Wanted: your orders for Turn (\d+), `)
)

// view returns the part of a view that a letter contains and the robot needs.
func (r *player) view(letter string) successors.View {
	v := successors.View{Seat: r.seat}.OnBoard(r.Board)
	v.Turns = r.Board.Turns
	if m := turnLine.FindStringSubmatch(letter); m != nil {
		v.Turn, v.Mover = robots.Number(m[1]), r.seat
	}
	for _, m := range generalLine.FindAllStringSubmatch(letter, -1) {
		p := successors.Player{Seat: m[1], Talents: robots.Number(m[2]), Chits: robots.Number(m[3])}
		if by, held := strings.CutPrefix(m[4], "held by "); held {
			p.Leader.Captor = by
		} else if _, on := r.Board.Area(m[4]); on { // not "-" or "out of the game"
			p.Leader.At = m[4]
		}
		v.Players = append(v.Players, p)
	}
	for _, place := range r.Board.Places {
		v.Areas = append(v.Areas, successors.Holding{Area: place.Name})
	}
	for _, m := range areaLine.FindAllStringSubmatch(robots.Unfolded(letter), -1) {
		a, ok := r.Board.Area(m[1])
		if !ok {
			continue
		}
		for part := range strings.SplitSeq(m[2], "; ") {
			r.force(&v.Areas[a], part)
		}
	}
	if _, chits, ok := strings.Cut(letter, "\nYOUR CHITS"); ok {
		chits, _, _ = strings.Cut(chits, "\n\n")
		for _, m := range chitLine.FindAllStringSubmatch(chits, -1) {
			v.Hand = append(v.Hand, robots.Number(m[1]))
		}
	}
	r.homes(&v, letter)
	return v
}

// force reads the forces of one side in an area, such as "Red 2 cavalry, 1 levy, leader", or "revolt chit".
func (r *player) force(h *successors.Holding, text string) {
	if chit, ok := strings.CutSuffix(text, " chit"); ok {
		h.Unrest = successors.Unrest(chit)
		return
	}
	m := forceLine.FindStringSubmatch(text)
	if m == nil {
		return
	}
	var units successors.Units
	for part := range strings.SplitSeq(m[2], ", ") {
		count, name, _ := strings.Cut(part, " ")
		name, _, _ = strings.Cut(name, " (") // mercenaries follow in brackets
		n, err := strconv.Atoi(count)
		i := slices.IndexFunc(successors.Types, func(t successors.Type) bool {
			return strings.HasPrefix(name, t.String()) || name == "levies" && t == successors.Levy
		})
		if err == nil && i >= 0 {
			units[successors.Types[i]] += n
		}
	}
	if units.Total() > 0 {
		h.Stacks = append(h.Stacks, successors.Stack{Side: m[1], Units: units})
	}
}

// homes reads the homes that are taken, and the robot's own.
func (r *player) homes(v *successors.View, letter string) {
	homes := robots.Value(letter, "Homes")
	for part := range strings.SplitSeq(homes, ", ") {
		seat, home, _ := strings.Cut(part, " ")
		for i := range v.Players {
			if v.Players[i].Seat == seat {
				v.Players[i].Home = home
			}
		}
	}
}
