package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/dishonest"
)

// A dishonestPlay is a whole game of Dishonest Decade.
type dishonestPlay struct{ demoOptions }

func (s dishonestPlay) announce() (rules, words string) {
	return dishonest.Rules.Name, fmt.Sprintf("Dishonest Decade by mail: %d robots", s.players)
}

func (s dishonestPlay) seats() []string {
	var out []string
	for _, p := range dishonest.House().Scenarios[s.players].Powers {
		out = append(out, p.Seat)
	}
	slices.Sort(out)
	return out
}

func (s dishonestPlay) brain(seat string) brain {
	return &dishonestRobot{seat: seat, rand: luck(s.seed, seat), board: dishonest.House()}
}

// sample is a letter from the middle of things.
func (s dishonestPlay) sample(seat, phase string) bool {
	return strings.HasPrefix(phase, "Year 2, ") && strings.HasSuffix(phase, " turn, "+seat) && seat == s.seats()[0]
}

func (s dishonestPlay) line(js []byte) (string, error) {
	var truth dishonest.Truth
	if err := json.Unmarshal(js, &truth); err != nil {
		return "", err
	}
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d units", l.Seat, l.Points, l.Units))
	}
	return "points: " + strings.Join(out, "; "), nil
}

// end has the scores, and how many letters each player wrote and got.
func (s dishonestPlay) end(last string, t *tally) (string, error) {
	return t.summed(s.seats(), "turn", ranking(last))
}
