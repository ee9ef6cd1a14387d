package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator/dealers"
)

// A dealersPlay is a whole game of Dealers in Hope.
type dealersPlay struct{ demoOptions }

func (s dealersPlay) announce() (rules, words string) {
	return dealers.Rules.Name, fmt.Sprintf("Dealers in Hope by mail: %d robots", s.players)
}

func (s dealersPlay) seats() []string {
	var out []string
	for _, seat := range dealers.Rules.Seats[:s.players] {
		out = append(out, string(seat))
	}
	return out
}

func (s dealersPlay) brain(seat string) brain {
	return &dealersRobot{seat: seat, rand: luck(s.seed, seat), board: dealers.House()}
}

// sample is a letter from the middle of things.
func (s dealersPlay) sample(seat, phase string) bool {
	return strings.HasPrefix(phase, "Year 2, ") && strings.HasSuffix(phase, " turn, "+seat) && seat == s.seats()[0]
}

func (s dealersPlay) line(js []byte) (string, error) {
	var truth dealers.Truth
	if err := json.Unmarshal(js, &truth); err != nil {
		return "", err
	}
	var out []string
	for _, l := range truth.Lines() {
		out = append(out, fmt.Sprintf("%s %d, %d territories", l.Seat, l.Points, l.Holds()))
	}
	return "points: " + strings.Join(out, "; "), nil
}

// end has the scores, and how many letters each player wrote and got.
func (s dealersPlay) end(last string, t *tally) (string, error) {
	return t.summed(s.seats(), "turn", ranking(last))
}
