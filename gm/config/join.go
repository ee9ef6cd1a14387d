package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Join limits who may sign up for games without the game master's consent.
type Join struct {
	MostNMR    string `toml:"most_nmr"`    // largest fraction of missed turns that is allowed, such as "20%"; "": any
	LeastTurns int    `toml:"least_turns"` // number of turns from which on the fraction counts
}

// defaultLeast is the default for LeastTurns.
const defaultLeast = 10

// Most returns the largest allowed fraction of missed turns, from 0 to 1, and whether there is a limit.
func (j Join) Most() (most float64, is bool) {
	number, percent := strings.CutSuffix(j.MostNMR, "%")
	n, err := strconv.ParseFloat(number, 64)
	return n / 100, percent && err == nil && 0 <= n && n <= 100
}

// Least returns the number of turns from which on the fraction counts.
func (j Join) Least() int {
	if j.LeastTurns == 0 {
		return defaultLeast
	}
	return j.LeastTurns
}

func (j Join) check() error {
	switch _, ok := j.Most(); {
	case j.MostNMR == "" && j.LeastTurns != 0:
		return errors.New("least_turns says after how many turns most_nmr applies, but most_nmr is missing")
	case j.MostNMR != "" && !ok:
		return fmt.Errorf("most_nmr = %q: it is the share of turns that a player may have missed, such as \"20%%\"",
			j.MostNMR)
	case j.LeastTurns < 0:
		return fmt.Errorf("least_turns = %d: it is a number of turns, such as 10", j.LeastTurns)
	}
	return nil
}
