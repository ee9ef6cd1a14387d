package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator/decatur"
)

// A decaturPlay is a whole game of Decatur.
type decaturPlay struct{ demoOptions }

func (s decaturPlay) announce() (rules, words string) {
	return decatur.Rules.Name, fmt.Sprintf("Decatur by mail: %d robots", s.players)
}

func (s decaturPlay) seats() []string {
	var out []string
	for _, seat := range decatur.Rules.Seats[:s.players] {
		out = append(out, string(seat))
	}
	return out
}

func (s decaturPlay) brain(seat string) brain {
	return &decaturRobot{seat: seat, rand: luck(s.seed, seat), board: decatur.House()}
}

// sample is a letter from the middle of things.
func (s decaturPlay) sample(seat, phase string) bool {
	return seat == "Red" && phase == "Interval 1, round 4"
}

func (s decaturPlay) line(js []byte) (string, error) {
	var truth decatur.Truth
	if err := json.Unmarshal(js, &truth); err != nil {
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

// end has the ranking, and how many letters each player wrote and got. Nobody may have had to write twice in a round,
// or written what can't be.
func (s decaturPlay) end(last string, t *tally) (string, error) {
	out := []string{indent(ranking(last)), ""}
	most, rounds := 0, float64(max(1, t.phases))
	for _, seat := range s.seats() {
		n := 0
		for _, written := range t.written[seat] {
			n += written
			most = max(most, written)
		}
		out = append(out, fmt.Sprintf("%-7s wrote %3d letters and got %3d: %.2f and %.2f a round, in %d rounds.",
			seat, n, t.received[seat], float64(n)/rounds, float64(t.received[seat])/rounds, t.phases))
	}
	switch {
	case most > 1:
		return strings.Join(out, "\n"), fmt.Errorf("somebody had to write %d letters in a round", most)
	case t.refused != "":
		return strings.Join(out, "\n"), fmt.Errorf("lines of a robot were refused:\n\n%s", indent(t.refused))
	}
	return strings.Join(append(out, fmt.Sprintf("No player wrote more than one letter a round. %d letters reached the players, each of them its own.", t.letters)), "\n"), nil
}
