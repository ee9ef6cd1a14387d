package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDemoDealers(t *testing.T) {
	t.Parallel()
	wholeGame(t)
	unraced(t)
	dir := t.TempDir()
	out := mustRun(t, demoExample(t, "dealers", dir)...)
	for _, want := range []string{"→ welcome to Dealers in Hope", "→ Year 2, winter", "    | TARGETS WITHIN REACH", "    | YOUR ORDERS", "→ the game is over", "THE GAME IS OVER", "No player wrote more than one letter a turn.", "each of them its own", "with maps and films, come to", filepath.Join(dir, "chronicle.txt")} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not print %q:\n%s", want, out)
		}
	}
}
