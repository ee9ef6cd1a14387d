package gm_test

import (
	"fmt"
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
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// correspondence plays a game of Deadman from letters, and returns all letters that went to France, as they
// would be sent: with ids, threads and dates, in their order.
func correspondence(t *testing.T, letters []letter.Letter, minutes []int) string {
	t.Helper()
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}, Desk: "desk@example.org"}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), now, plan); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	work := func() {
		deliver(t, m, now, func(l letter.Letter) {
			if l.To == "france@example.org" {
				fmt.Fprintf(&out, "%+v\n", l)
			}
		})
	}
	work()
	start := now
	for i, l := range letters {
		now = start.Add(time.Duration(minutes[i]) * time.Minute)
		if err := reception.Receive(t.Context(), m, now, l); err != nil {
			t.Fatal(err)
		}
		work()
	}
	now = start.Add(72 * time.Hour)
	work()
	return out.String()
}

// Two worlds that differ only in what France can't know give France the same letters to the byte: the
// same number, order, ids, threads, dates, subjects and texts.
func TestLettersOfTwoWorlds(t *testing.T) {
	wrote := func(n int, power, text string) letter.Letter {
		return letter.Letter{ID: fmt.Sprintf("%d@test", n), From: power + "@example.org", Subject: "[d1.1]", Text: text}
	}
	common := []letter.Letter{
		wrote(1, "france", "A Par-Bur, A Mar-Spa, F Bre-Mao"),
		wrote(2, "france", "A Mun-Bur\nREADY\nPRESS TO ALL\nBonjour.\nENDPRESS"),
	}
	worlds := map[string][]letter.Letter{
		"nobody else writes": nil,
		"others write a lot": {
			wrote(11, "germany", "A Mun-Tyr, F Kie-Den, A Ber-Kie"), wrote(12, "germany", "CLEAR"), wrote(13, "germany", "WAIT"),
			wrote(14, "england", "SETUP F Lon, F Lvp, F Edi\nHELP"), wrote(15, "italy", "PRESS TO Germany\nLet us attack France.\nENDPRESS"),
			wrote(16, "turkey", "Dear game master, who is winning?"), wrote(17, "eve", "[d1.1] A Par H"),
		},
		"others' letters fail": {
			wrote(21, "russia", "A Mos-Xyzzy"), wrote(22, "austria", "PRESS TO Nobody\nx\nENDPRESS"), wrote(23, "austria", "READY"),
			wrote(24, "italy", "A Ven E Austria"),
		},
	}
	want := correspondence(t, common, []int{10, 20})
	if !strings.Contains(want, "A Par-Bur") || !strings.Contains(want, "Bonjour.") || strings.Count(want, "\n{") < 3 {
		t.Fatalf("the letters to France are not what this test is about:\n%s", want)
	}
	for name, others := range worlds {
		letters, minutes := slices.Clone(common), []int{10, 20}
		for i, l := range others {
			letters, minutes = append(letters, l), append(minutes, 30+i)
		}
		if got := correspondence(t, letters, minutes); got != want {
			t.Errorf("%s: France can tell:\n%s\n\ninstead of:\n%s", name, got, want)
		}
	}
}

// No letter to a player has a word about what belongs to another alone: orders, units or addresses.
func TestNoForeignWords(t *testing.T) {
	got := correspondence(t, []letter.Letter{
		{ID: "1@test", From: "germany@example.org", Subject: "[d1.1]", Text: "A Mun-Tyr\nF Kie-Hol\nREADY\nPRESS TO Italy\nxyzzy\nENDPRESS"},
		{ID: "2@test", From: "germany@example.org", Subject: "[d1.1]", Text: "A Plugh-Tyr\nDear master, plugh."},
	}, []int{10, 20})
	for _, word := range []string{"Tyr", "Kie-Hol", "xyzzy", "plugh", "Plugh", "germany@example.org", "desk@example.org", string(adjudicator.GM) + ":"} {
		if strings.Contains(got, word) {
			t.Errorf("a letter to France has %q:\n%s", word, got)
		}
	}
}
