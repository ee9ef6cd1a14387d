package main

import (
	"strings"
	"testing"
)

func TestDemoDiplomacy(t *testing.T) {
	t.Parallel()
	wholeGame(t)
	unraced(t)
	out := mustRun(t, demoExample(t, "diplomacy", t.TempDir())...)
	for _, want := range []string{"→ Fall 1901", "→ the game is over", "THE GAME IS A DRAW", "each of them its own", "with maps and films, come to"} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not print %q:\n%s", want, out)
		}
	}
}
