package gm_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// The desk shows what orders lead to for each kind of question, and which orders make no sense: here in Spring and
// Winter of Diplomacy.
func TestReadResolvesEachKind(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	t.Cleanup(func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "diplomacy", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, seat := range deadman.Diplomacy.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	now := noon
	shown := func(seat adjudicator.Seat, text, want string) {
		t.Helper()
		read, err := inspect.ReadAs(t.Context(), m, now, "d1", string(seat), text, true)
		if err != nil {
			t.Fatal(err)
		}
		if d := read.Details; d.Unforeseen != "" || !slices.Contains(d.Foreseen, want) {
			t.Errorf("%q leads to %q, not to %q %s", text, d.Foreseen, want, d.Unforeseen)
		}
	}
	shown("France", "A Mar-Spa", "A Mar-Spa: it goes there, unless somebody else moves there with equal strength.")
	for _, orders := range []string{"A Mar-Spa", "A Spa H"} {
		receive(t, m, now, letter.Letter{ID: orders + "@example.org", From: "france@example.org", Subject: "[d1]", Text: orders})
		now = now.Add(80 * time.Hour)
		deliver(t, m, now, func(letter.Letter) {})
	}
	shown("France", "Build A Mar", "Build A Mar: it is built.")
	shown("France", "Waive", "1 build is not used, and lost.")
}
