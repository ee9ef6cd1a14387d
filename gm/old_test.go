package gm_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/store"
)

// A game that an earlier version has saved is played on.
func TestGameOfOld(t *testing.T) {
	text, err := os.ReadFile("testdata/of-old.json")
	if err != nil {
		t.Fatal(err)
	}
	var old struct {
		Head json.RawMessage
		Log  []struct {
			Kind, Key string
			At        time.Time
			Body      json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &old); err != nil {
		t.Fatal(err)
	}
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	change := store.Change{Head: old.Head}
	for _, e := range old.Log {
		change.Log = append(change.Log, store.Entry{Kind: e.Kind, Key: e.Key, At: e.At, Body: e.Body})
	}
	if _, err := m.Store.Commit(t.Context(), "g1", change); err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"ann", "bob", "desk"} {
		if _, err := m.Store.Commit(t.Context(), "player/"+who+"@example.org", store.Change{Head: []byte(`{"Games":["g1"]}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if o, err := m.Overview(t.Context(), "g1"); err != nil || o.Phase != "Move 1" || o.Seats[0].Orders != "5" {
		t.Fatalf("it is read as %+v, %v", o, err)
	}
	if err := m.Receive(t.Context(), noon, gm.Letter{ID: "2@test", From: "ann@example.org", Subject: "[g1.1]", Text: "READY\nPRESS TO O\nfrom of old\nENDPRESS\n", Proof: gm.Proved}); err != nil {
		t.Fatal(err)
	}
	pressed := 0
	deliver(t, m, noon, func(l gm.Letter) {
		if l.To == "bob@example.org" && strings.Contains(l.Text, "from of old") {
			pressed++
		}
	})
	if o, err := m.Overview(t.Context(), "g1"); err != nil || o.Phase != "Move 2" || pressed != 1 {
		t.Errorf("after a letter: %+v, %v, and press came %d times", o, err, pressed)
	}
}
