package demo

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator/robots"
)

// A tally counts the robots' letters.
type tally struct {
	letters  int                       // letters that the players received
	phases   int                       // phases of the game
	refused  string                    // a letter that says that lines were not accepted
	received map[string]int            // number of letters received, by seat
	written  map[string]map[string]int // number of letters written, by seat and phase
}

func (t *tally) add(h heard, phase string) {
	t.letters++
	t.received[h.seat]++
	if t.written[h.seat] == nil {
		t.written[h.seat] = map[string]int{}
	}
	if strings.Contains(h.letter.Text, "\nNOT ACCEPTED") {
		t.refused = h.letter.Text
	}
	if h.wrote {
		t.written[h.seat][strings.TrimPrefix(phase, "on file for ")]++
	}
}

// summed returns a summary: how the game ended, from a player's last letter, and how many letters each player wrote
// and got. It returns an error if a player had to write twice in a phase or wrote invalid orders.
func (t *tally) summed(g robots.Game, seats []string, last string) (string, error) {
	ending := indent(g.Ending(last))
	if g.Round == "" {
		return fmt.Sprintf("%s\n%d letters reached the seven players, each of them its own. "+
			"The last one tells each player how the whole game went.", ending, t.letters), nil
	}
	out := []string{ending, ""}
	most, phases := 0, float64(max(1, t.phases))
	for _, seat := range seats {
		n, got := 0, t.received[seat]
		for _, written := range t.written[seat] {
			n += written
			most = max(most, written)
		}
		out = append(out, fmt.Sprintf("%-7s wrote %3d letters and got %3d: %.2f and %.2f a %s, in %d %ss.",
			seat, n, got, float64(n)/phases, float64(got)/phases, g.Round, t.phases, g.Round))
	}
	switch {
	case most > 1:
		return strings.Join(out, "\n"), fmt.Errorf("somebody had to write %d letters in a %s", most, g.Round)
	case t.refused != "":
		return strings.Join(out, "\n"), fmt.Errorf("lines of a robot were refused:\n\n%s", indent(t.refused))
	}
	out = append(out, fmt.Sprintf("No player wrote more than one letter a %s. "+
		"%d letters reached the players, each of them its own.", g.Round, t.letters))
	return strings.Join(out, "\n"), nil
}
