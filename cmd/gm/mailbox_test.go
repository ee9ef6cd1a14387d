package main

import (
	"slices"
	"testing"

	"deaddrop/gm"
)

// Whoever plays two seats from one mailbox is seen, also behind a plus.
func TestSameMailbox(t *testing.T) {
	o := gm.Overview{Seats: []gm.SeatOverview{{Name: "Austria", Address: "ann@example.org"}, {Name: "England", Address: "bob@example.org"}, {Name: "France"},
		{Name: "Italy", Address: "Ann+dm1@example.org"}, {Name: "Russia", Address: "ann@example.net"}, {Name: "Turkey"}}}
	want := []string{"Austria and Italy may be one person: the mailbox of each is ann@example.org."}
	if got := sameMailbox(o); !slices.Equal(got, want) {
		t.Errorf("it says %q", got)
	}
}
