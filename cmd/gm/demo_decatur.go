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

// end has the ranking, and how many letters each player wrote and got.
func (s decaturPlay) end(last string, t *tally) (string, error) {
	return t.summed(s.seats(), "round", ranking(last))
}
