package main

import (
	"strings"
	"testing"

	"deaddrop/gm/inspect"
)

// The game master is shown a player's second address, and one that is asked whether it is to be that.
func TestSecondAddressIsShown(t *testing.T) {
	o := inspect.Overview{Name: "d1", State: "running", Seats: []inspect.SeatOverview{{Name: "X", Address: "ann@example.org", Also: "ann@work.example"}, {Name: "O", Address: "bob@example.org", Asking: "bob@work.example"}}}
	text := overviewText(o)
	for _, want := range []string{"also ann@work.example", "perhaps also bob@work.example, where it is asked"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%q is not once in\n%s", want, text)
		}
	}
}
