package gm_test

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/work"
)

// Players have their deadlines in their calendars: one event for each question, moved with the deadline, and removed
// when the game is paused or the turn ends early. Receipts bring no events.
func TestDates(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer func() { _ = m.Store.Close() }()
	ctx := context.Background()
	plan := desk.Plan{Name: "d1", Rules: "diplomacy", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Ends: calendar.WhenIn}}
	for _, seat := range deadman.Diplomacy.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	now := noon
	var last string // of the last letter to France
	do := func(what string, err error, want ...string) {
		t.Helper()
		if err != nil {
			t.Fatal(what, err)
		}
		last = ""
		for n := 1; n > 0; {
			if n, err = work.Due(ctx, m, now, func(_ context.Context, l letter.Letter) error {
				if l.To == "france@example.org" {
					last = ""
					for _, f := range l.Files {
						last += f.Text
					}
				}
				return nil
			}); err != nil {
				t.Fatal(what, err)
			}
		}
		var have []string
		for _, f := range regexp.MustCompile(`(?s)UID:d1\.(\d+).*?DTEND:(\w+).*?STATUS:(\w+)`).FindAllStringSubmatch(last, -1) {
			have = append(have, strings.Join(f[1:], " "))
		}
		if !slices.Equal(have, want) {
			t.Errorf("%s: the calendar has %q, not %q\n%s", what, have, want, last)
		}
	}
	desk := desk.At(m, gm.ActOptions{})
	do("the start", desk.New(ctx, now, plan), "1 20300104T120000Z CONFIRMED")
	do("a deadline that is moved", desk.Extend(ctx, now, "d1", 24*time.Hour), "1 20300105T120000Z CONFIRMED")
	do("a word", desk.Letter(ctx, now, "d1", "France", "A word", "Hello."))
	do("a pause", desk.Pause(ctx, now, "d1"), "1 20300105T120000Z CANCELLED")
	do("its end", desk.Resume(ctx, now, "d1"), "1 20300105T120000Z CONFIRMED")
	do("a receipt", reception.Receive(ctx, m, now, letter.Letter{ID: "1@example.org", From: "france@example.org", Subject: "[d1.1]", Text: "A Par-Bur", Proof: letter.Proved}))
	do("a turn before its time", desk.Resolve(ctx, now, "d1", ""), "1 20300105T120000Z CANCELLED", "2 20300104T120000Z CONFIRMED")
}

// A calendar that others see does not tell them whose it is.
func TestDatesNameNobody(t *testing.T) {
	uids := func(key string) string {
		t.Helper()
		m := master(t, filepath.Join(t.TempDir(), "games.db"))
		defer func() { _ = m.Store.Close() }()
		m.Key = []byte(key)
		plan := desk.Plan{Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
		for _, seat := range deadman.Rules.Seats {
			plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
		}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
		var out []string
		deliver(t, m, noon, func(l letter.Letter) {
			for _, f := range l.Files {
				out = append(out, regexp.MustCompile(`UID:\S+`).FindString(f.Text))
			}
		})
		if slices.Sort(out); len(slices.Compact(out)) != len(deadman.Rules.Seats) {
			t.Fatalf("the dates are %q", out)
		}
		return strings.Join(out, " ")
	}
	if one := uids("the key of one service"); one != uids("the key of one service") || one == uids("the key of another service") {
		t.Errorf("anybody can tell from %s which seat each is of", one)
	}
}
