package main

import (
	"strings"
	"testing"
)

// The list of a title's rulings says of each value what it means, and what another than the default gives away.
func TestRulings(t *testing.T) {
	const want = `
stars=power|spy  (DM-13)
    whether a found unit has a star for each power that found it, or for each spy
    power: a unit that was found has a star for each power that found it
    spy: a unit that was found has a star for each spy that found it
    A value other than power tells players: how many spies a power has nearby.
`
	if out := mustRun(t, "rulings", "deadman"); !strings.Contains(out, want) {
		t.Errorf("the rulings of Deadman are\n%s", out)
	}
}
