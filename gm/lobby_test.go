package gm_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// Letters of strangers are kept for some weeks, and only a limited number per day: nobody can fill the disk by
// writing to the address.
func TestStrangersLettersAreForgotten(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	write := func(now time.Time, n int) {
		t.Helper()
		l := letter.Letter{ID: fmt.Sprintf("%d.%d@example.net", now.Unix(), n), From: "eve@example.net", Text: "Buy this."}
		if err := reception.Receive(t.Context(), m, now, l); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() map[string]int {
		out := map[string]int{}
		for name, err := range m.Store.Games(t.Context(), "lobby/") {
			if err != nil {
				t.Fatal(err)
			}
			for range m.Store.Log(t.Context(), name, 1) {
				out[name]++
			}
		}
		return out
	}
	for n := range 600 {
		write(noon, n)
	}
	if got := kept(); got["lobby/2030-01"] != 21 { // with the item that counts the others
		t.Fatalf("of 600 letters of a day %v are kept", got)
	}
	items, err := desk.Inbox(t.Context(), m, "lobby")
	if err != nil || len(items) != 21 || !strings.Contains(items[20].Why, "Letters of strangers: 580 since then") {
		t.Fatalf("the inbox has %d, the last is %+v, %v", len(items), items[len(items)-1], err)
	}
	for week := range 6 {
		write(noon.AddDate(0, 0, 7*week), 1000)
	}
	var weeks []string
	for name := range kept() {
		weeks = append(weeks, name)
	}
	slices.Sort(weeks)
	if want := []string{"lobby/2030-02", "lobby/2030-03", "lobby/2030-04", "lobby/2030-05", "lobby/2030-06"}; !slices.Equal(weeks, want) {
		t.Errorf("kept are %q, want %q", weeks, want)
	}
}
