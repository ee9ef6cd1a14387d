package gm_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
)

// ofOld has a game that an earlier version has saved, with some words of it in place of others.
func ofOld(t *testing.T, changes ...string) *gm.Master {
	t.Helper()
	text, err := os.ReadFile("testdata/of-old.json")
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.NewReplacer(changes...).Replace(string(text)))
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
	t.Cleanup(func() { _ = m.Store.Close() })
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
	return m
}

// A game that an earlier version has saved is played on.
func TestGameOfOld(t *testing.T) {
	m := ofOld(t)
	if o, err := inspect.OverviewOf(t.Context(), m, "g1"); err != nil || o.Phase != "Move 1" || o.Seats[0].Orders != "5" {
		t.Fatalf("it is read as %+v, %v", o, err)
	}
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "2@test", From: "ann@example.org", Subject: "[g1.1]", Text: "READY\nPRESS TO O\nfrom of old\nENDPRESS\n", Proof: letter.Proved}); err != nil {
		t.Fatal(err)
	}
	pressed := 0
	deliver(t, m, noon, func(l letter.Letter) {
		if l.To == "bob@example.org" && strings.Contains(l.Text, "from of old") {
			pressed++
		}
	})
	if o, err := inspect.OverviewOf(t.Context(), m, "g1"); err != nil || o.Phase != "Move 2" || pressed != 1 {
		t.Errorf("after a letter: %+v, %v, and press came %d times", o, err, pressed)
	}
}

// A form that was printed at any of the last revisions, also by an earlier version, is known again when it comes back as it
// was; one that is older is not, but that matters only if it has something that is not on file.
func TestFormsOfEarlierRevisions(t *testing.T) {
	m := ofOld(t)
	said, n := "", 0
	write := func(text string) {
		t.Helper()
		n++
		l := letter.Letter{ID: fmt.Sprintf("%d@test", 10+n), From: "ann@example.org", Subject: "[g1.1]", Text: text, Proof: letter.Proved}
		if err := reception.Receive(t.Context(), m, noon, l); err != nil {
			t.Fatal(err)
		}
		deliver(t, m, noon, func(l letter.Letter) { said = l.Text })
	}
	printed := []string{"", "5"} // at each revision
	check := func() {
		t.Helper()
		for r, square := range printed {
			want := "Nothing was changed in the order form"
			says := square != "" && square != printed[len(printed)-1]
			if len(printed)-r > 20 && says {
				want = "It is too old"
			}
			write(fmt.Sprintf("ORDER FORM [g1.1] X, revision %d\n  Square: %s\nEND OF FORM\n", r, square))
			if !strings.Contains(said, want) {
				t.Errorf("after %d revisions, a form of number %d is answered by\n%s", len(printed), r, said)
			}
		}
	}
	write("WAIT")
	check()
	for i := range 23 {
		square := fmt.Sprint(1 + i%9)
		write(square)
		printed = append(printed, square)
		if i == 0 || i == 21 || i == 22 {
			check()
		}
	}
	if o, err := inspect.OverviewOf(t.Context(), m, "g1"); err != nil || o.Seats[0].Orders != printed[len(printed)-1] {
		t.Errorf("on file is %+v, %v", o.Seats[0], err)
	}
}
