package main

import (
	"fmt"
	"strings"
)

// A tally counts the robots' letters.
type tally struct {
	letters  int                       // that reached the players
	phases   int                       // of the game
	refused  string                    // a letter that says that lines were not taken
	received map[string]int            // by seat
	written  map[string]map[string]int // by seat and phase
}

func (t *tally) add(h heard, phase string) {
	t.letters++
	t.received[h.seat]++
	if t.written[h.seat] == nil {
		t.written[h.seat] = map[string]int{}
	}
	if strings.Contains(h.l.Text, "\nNOT TAKEN") {
		t.refused = h.l.Text
	}
	if h.wrote {
		t.written[h.seat][strings.TrimPrefix(phase, "on file for ")]++
	}
}

// summed is the ranking, and how many letters each player wrote and got, by what a phase is called. Nobody may have had
// to write twice in a phase, or written what can't be.
func (t *tally) summed(seats []string, phase, ranking string) (string, error) {
	out := []string{indent(ranking), ""}
	most, phases := 0, float64(max(1, t.phases))
	for _, seat := range seats {
		n := 0
		for _, written := range t.written[seat] {
			n += written
			most = max(most, written)
		}
		out = append(out, fmt.Sprintf("%-7s wrote %3d letters and got %3d: %.2f and %.2f a %s, in %d %ss.",
			seat, n, t.received[seat], float64(n)/phases, float64(t.received[seat])/phases, phase, t.phases, phase))
	}
	switch {
	case most > 1:
		return strings.Join(out, "\n"), fmt.Errorf("somebody had to write %d letters in a %s", most, phase)
	case t.refused != "":
		return strings.Join(out, "\n"), fmt.Errorf("lines of a robot were refused:\n\n%s", indent(t.refused))
	}
	return strings.Join(append(out, fmt.Sprintf("No player wrote more than one letter a %s. %d letters reached the players, each of them its own.", phase, t.letters)), "\n"), nil
}
