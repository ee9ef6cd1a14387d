package gm_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/parser"
)

// A letter comes later when others are sent before it. So each seat has a moment of its own for its reminder, and
// when Turkey gets one tells nothing of who else is late.
func TestRemindersTellNothing(t *testing.T) {
	reminded := func(in ...string) (at time.Time, before int) {
		t.Helper()
		m := master(t, filepath.Join(t.TempDir(), "games.db"))
		defer m.Store.Close()
		plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Remind: 24 * time.Hour}}
		for _, seat := range deadman.Rules.Seats {
			plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
		}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
		for _, power := range in {
			l := letter.Letter{ID: power + "@test", From: power + "@example.org", Subject: "[d1]", Text: "READY"}
			if err := reception.Receive(t.Context(), m, noon, l); err != nil {
				t.Fatal(err)
			}
		}
		for now := noon.Add(48 * time.Hour); now.Before(noon.Add(49 * time.Hour)); now = now.Add(time.Second) {
			sent := 0
			deliver(t, m, now, func(l letter.Letter) {
				headline, _ := parser.Headline(l.Text)
				reminds := strings.Contains(headline, "reminder")
				if reminds {
					sent++
				}
				if reminds != l.Reminder {
					t.Errorf("%q goes behind others: %v", headline, l.Reminder)
				}
				if headline == "[d1.1] Turkey: a reminder, Spring 1901" {
					at, before = now, sent-1
				}
			})
		}
		return at, before
	}
	want, before := reminded()
	if want.IsZero() || before > 0 {
		t.Fatalf("Turkey is reminded at %v, after %d others", want, before)
	}
	for _, in := range [][]string{{"austria"}, {"austria", "france", "russia"}, {"austria", "england", "france", "germany", "italy", "russia"}} {
		if at, before := reminded(in...); !at.Equal(want) || before > 0 {
			t.Errorf("when %v are in, Turkey is reminded at %v, after %d others, and else at %v", in, at, before, want)
		}
	}
}

// Where a turn is not longer than the reminder's lead, each turn has a reminder all the same, and the first letter
// promises that one.
func TestDailyGamesRemind(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"),
		Clock:   calendar.Clock{Every: 24 * time.Hour, Remind: 24 * time.Hour, Ends: calendar.AtDeadline},
		Missing: game.Ladder{Standby: 2}}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	at := desk.At(m, gm.ActOptions{})
	if err := at.New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(at.Effect.Notes, "\n"); !strings.Contains(notes, "reminded 12 hours before it") {
		t.Errorf("the game master is told %s", notes)
	}
	ask := letter.Letter{ID: "rules@test", From: "turkey@example.org", Subject: "[d1]", Text: "RULES"}
	if err := reception.Receive(t.Context(), m, noon, ask); err != nil {
		t.Fatal(err)
	}
	var reminded []time.Duration
	promised := false
	for now := noon; now.Before(noon.Add(72 * time.Hour)); now = now.Add(time.Hour) {
		deliver(t, m, now, func(l letter.Letter) {
			if l.To != "turkey@example.org" {
				return
			}
			words := strings.Join(strings.Fields(l.Text), " ")
			promised = promised || strings.Contains(words, "You get a reminder 12 hours before the deadline; no other player is told.")
			if headline, _ := parser.Headline(l.Text); strings.Contains(headline, "a reminder") {
				reminded = append(reminded, now.Sub(noon))
			}
		})
	}
	// seats are written to one after another, so that hers goes out within the next hour
	if want := []time.Duration{13 * time.Hour, 37 * time.Hour, 61 * time.Hour}; !slices.Equal(reminded, want) || !promised {
		t.Errorf("reminded %v after the start, not %v; promised: %v", reminded, want, promised)
	}
}
