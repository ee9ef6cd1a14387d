package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Join is who may sign up for games by themselves.
type Join struct {
	MostNMR    string `toml:"most_nmr"`    // "20%": the part of their turns that they may have missed; "": any
	LeastTurns int    `toml:"least_turns"` // that they must have had before that counts
}

// defaultLeast is how many turns somebody must have had whose misses count.
const defaultLeast = 10

// Most is the part of the turns, from 0 to 1; is: there is a limit.
func (j Join) Most() (most float64, is bool) {
	number, percent := strings.CutSuffix(j.MostNMR, "%")
	n, err := strconv.ParseFloat(number, 64)
	return n / 100, percent && err == nil && 0 <= n && n <= 100
}

// Least is how many turns somebody must have had.
func (j Join) Least() int {
	if j.LeastTurns == 0 {
		return defaultLeast
	}
	return j.LeastTurns
}

func (j Join) check() error {
	switch _, ok := j.Most(); {
	case j.MostNMR == "" && j.LeastTurns != 0:
		return errors.New("least_turns says from how many turns on most_nmr counts, which is missing")
	case j.MostNMR != "" && !ok:
		return fmt.Errorf("most_nmr = %q: it is the part of the turns that a player may have missed, such as \"20%%\"",
			j.MostNMR)
	case j.LeastTurns < 0:
		return fmt.Errorf("least_turns = %d: it is a number of turns, such as 10", j.LeastTurns)
	}
	return nil
}
