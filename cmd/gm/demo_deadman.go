package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
)

// A deadmanPlay is a game of Deadman Diplomacy, of some years.
type deadmanPlay struct{ demoOptions }

func (s deadmanPlay) announce() (rules, words string) {
	return deadman.Rules.Name, fmt.Sprintf("Deadman Diplomacy by mail: %d years, 7 robots", s.years)
}

func (s deadmanPlay) seats() []string { return powers() }

func powers() []string {
	var out []string
	for _, seat := range deadman.Rules.Seats {
		out = append(out, string(seat))
	}
	return out
}

func (s deadmanPlay) brain(seat string) brain {
	return &deadmanRobot{power: seat, rand: luck(s.seed, seat), board: diplomacy.Standard(), last: fmt.Sprintf("Fall %d", 1900+s.years)}
}

// sample is a letter that shows what a season tells.
func (s deadmanPlay) sample(seat, phase string) bool {
	return seat == "France" && phase == "Spring 1902"
}

func (s deadmanPlay) line(js []byte) (string, error) {
	var truth deadman.Truth
	if err := json.Unmarshal(js, &truth); err != nil {
		return "", err
	}
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
		return "the units are still to be chosen", nil
	}
	return fmt.Sprintf("%d units on the board; most centres: %s (%d)", units, leader, most), nil
}

func (s deadmanPlay) end(last string, t *tally) (string, error) {
	_, text, _ := strings.Cut(last, "The game is over.\n\n")
	_, text, _ = strings.Cut(text, "\n\n") // the last report
	text, _, _ = strings.Cut(text, "\n\n")
	return fmt.Sprintf("%s\n%d letters reached the seven players, each of them its own. The last one tells each how it all was.", indent(text), t.letters), nil
}
