package main

import (
	"slices"
	"testing"

	"deaddrop/gm/inspect"
)

// A player with two seats from one mailbox is noticed, even with different words behind a plus.
func TestSameMailbox(t *testing.T) {
	o := inspect.Overview{Seats: []inspect.SeatOverview{{Name: "Austria", Address: "ann@example.org"}, {Name: "England", Address: "bob@example.org"}, {Name: "France"},
		{Name: "Italy", Address: "Ann+dm1@example.org"}, {Name: "Russia", Address: "ann@example.net"}, {Name: "Turkey"},
		{Name: "Germany", Address: "d.e.e@gmail.com"}, {Name: "GM", Address: "Dee+7@googlemail.com"}}}
	want := []string{"Austria and Italy may be one person: the mailbox of each is ann@example.org.", "Germany and GM may be one person: the mailbox of each is dee@gmail.com."}
	if got := sameMailbox(o); !slices.Equal(got, want) {
		t.Errorf("it says %q", got)
	}
}
