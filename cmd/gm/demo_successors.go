package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator/successors"
)

// A successorsPlay is a whole game of Successors.
type successorsPlay struct{ demoOptions }

func (s successorsPlay) announce() (rules, words string) {
	return successors.Rules.Name, fmt.Sprintf("Successors by mail: %d robots", s.players)
}

func (s successorsPlay) seats() []string {
	var out []string
	for _, seat := range successors.Rules.Seats[:s.players] {
		out = append(out, string(seat))
	}
	return out
}

func (s successorsPlay) brain(seat string) brain {
	return &successorsRobot{seat: seat, rand: luck(s.seed, seat), board: successors.House()}
}

// sample is a letter from the middle of things.
func (s successorsPlay) sample(seat, phase string) bool {
	return seat == "Red" && phase == "Turn 4, Red"
}

func (s successorsPlay) line(js []byte) (string, error) {
	var truth successors.Truth
	if err := json.Unmarshal(js, &truth); err != nil {
		return "", err
	}
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d units", l.Seat, l.Provinces, l.Units))
	}
	return "provinces: " + strings.Join(out, "; "), nil
}

// end has the scores, and how many letters each player wrote and got.
func (s successorsPlay) end(last string, t *tally) (string, error) {
	return t.summed(s.seats(), "turn", ranking(last))
}
