package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A whole game is played by mail, and is of 10 MB of mail to each player at most, with as few players as can be and with
// as many.
func TestDemoDishonest(t *testing.T) {
	t.Parallel()
	wholeGame(t)
	unraced(t)
	for _, players := range []string{"4", "7"} {
		t.Run(players, func(t *testing.T) {
			dir := t.TempDir()
			args := demoExample(t, "dishonest", dir)
			args[slices.Index(args, "--players")+1] = players
			out := mustRun(t, args...)
			for _, want := range []string{"→ welcome to Dishonest Decade", "→ Year 2, income", "    | YOUR REGIONS AND SEA-ZONES", "    | YOUR ORDERS", "→ the game is over", "THE GAME IS OVER", "No player wrote more than one letter a turn.", "each of them its own", "with maps and films, come to", filepath.Join(dir, "chronicle.txt")} {
				if !strings.Contains(out, want) {
					t.Errorf("the demo does not print %q:\n%s", want, out)
				}
			}
			mail := regexp.MustCompile(`All letters to one player.*`).FindString(out)
			turns := regexp.MustCompile(`in \d+ turns`).FindString(out)
			t.Logf("%s players, %s: %s", players, turns, mail)
		})
	}
}
