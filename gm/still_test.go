package gm_test

import (
	"path/filepath"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/site"
)

// What holds up a game for days is in the game master's list as long as it lasts, and only once.
func TestStillGamesAreChores(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	plan := desk.Plan{Name: "t1", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Desk: "gm@example.org", Clock: calendar.Clock{Every: 24 * time.Hour},
		Players: []game.Player{{Seat: "X", Address: "x@example.org"}, {Seat: "O", Address: "o@example.org"}}}
	at := desk.At(m, gm.ActOptions{})
	if err := at.New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	if err := at.Pause(t.Context(), noon, "t1"); err != nil {
		t.Fatal(err)
	}
	listed := func(now time.Time) (out []string) {
		t.Helper()
		chores, err := site.Todos(t.Context(), m, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range chores {
			if c.Game == "t1" {
				out = append(out, c.Text)
			}
		}
		return out
	}
	const day = 24 * time.Hour
	if got := listed(noon.Add(2 * day)); len(got) != 0 {
		t.Errorf("after two days of a pause there is to be done: %q", got)
	}
	letters := 0
	for now := noon; now.Before(noon.Add(100 * day)); now = now.Add(day) {
		deliver(t, m, now, func(l letter.Letter) {
			if l.To == plan.Desk && now.After(noon) {
				letters++
			}
		})
	}
	if letters != 10 {
		t.Errorf("the game master got %d letters", letters)
	}
	if got := listed(noon.Add(100 * day)); len(got) != 1 {
		t.Errorf("after a hundred days there is to be done: %q", got)
	}
	if err := at.Resume(t.Context(), noon.Add(100*day), "t1"); err != nil {
		t.Fatal(err)
	}
	if got := listed(noon.Add(100 * day)); len(got) != 0 {
		t.Errorf("when it goes on there is to be done: %q", got)
	}
}
