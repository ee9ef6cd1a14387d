package gm_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
)

// Who is away can't be told in a blind game from a deadline that is later for it, also not by where players live.
func TestAbsenceHidesWhoIsAway(t *testing.T) {
	told := func(zone string) (letters []string) {
		t.Helper()
		m := master(t, filepath.Join(t.TempDir(), "games.db"))
		defer func() {
			if err := m.Store.Close(); err != nil {
				t.Error(err)
			}
		}()
		plan := gm.Plan{Name: "b1", Rules: "sealed", Secret: []byte("0123456789abcdef"), Trust: gm.TrustOpen, Clock: calendar.Clock{Every: 72 * time.Hour},
			Players: []gm.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}, {Address: "cyd@example.org"}, {Address: "dee@example.org"}}}
		now := noon
		if err := m.AtDesk(gm.Manner{}).New(t.Context(), now, plan); err != nil {
			t.Fatal(err)
		}
		take := func(l gm.Letter) {
			if l.To == "bob@example.org" {
				letters = append(letters, l.Subject+"\n"+l.Text)
			}
		}
		deliver(t, m, now, take)
		for i, text := range []string{"ZONE " + zone + "\n", "ABSENCE 4 January to 8 January\n"} {
			if err := m.Receive(t.Context(), now, gm.Letter{ID: string(rune('a'+i)) + "@example.org", From: "ann@example.org", Subject: "[b1]", Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.AtDesk(gm.Manner{}).Resolve(t.Context(), now, "b1", ""); err != nil {
			t.Fatal(err)
		}
		deliver(t, m, now, take)
		return letters
	}
	at := told("UTC")
	if len(at) < 2 {
		t.Fatalf("there are %d letters", len(at))
	}
	for _, zone := range []string{"Asia/Tokyo", "America/Los_Angeles"} {
		if there := told(zone); !slices.Equal(at, there) {
			t.Errorf("one who is away in %s:\n%s\nand at home:\n%s", zone, there[len(there)-1], at[len(at)-1])
		}
	}
}
