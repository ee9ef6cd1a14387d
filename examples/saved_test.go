package examples_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// A savedSite is a game in the midst of something, as the program of November 2026 (4a7a6c3) had it in its store: the letters
// that went out and positions that are past are left out.
type savedSite struct {
	What    string
	Records []struct {
		Name string
		Head []byte
		Log  []struct {
			Kind, Key string
			At        time.Time
			Body      []byte
		}
		Tasks []struct {
			Name string
			Due  time.Time
			Body []byte
		}
	}
}

// Games that an earlier program saved play on, whatever was asked when they were: at the next deadlines they are resolved,
// and where not all of a letter had been taken, thanks do not end the turn.
func TestSavedGamesPlayOn(t *testing.T) {
	f, err := os.Open("testdata/saved-2026-11.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var sites []savedSite
	if err := json.NewDecoder(z).Decode(&sites); err != nil {
		t.Fatal(err)
	}
	if len(sites) != 25 {
		t.Fatalf("there are %d games", len(sites))
	}
	for _, site := range sites {
		t.Run(site.What, func(t *testing.T) {
			t.Parallel()
			site.playOn(t)
		})
	}
}

func (site savedSite) playOn(t *testing.T) {
	t.Helper()
	m, err := opener(t, filepath.Join(t.TempDir(), "games.db"))()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	name, now := "", time.Time{}
	for _, r := range site.Records {
		c := store.Change{Head: r.Head}
		for _, e := range r.Log {
			c.Log = append(c.Log, store.Entry{Kind: e.Kind, Key: e.Key, At: e.At, Body: e.Body})
			if e.At.After(now) {
				now = e.At
			}
		}
		for _, task := range r.Tasks {
			c.Set = append(c.Set, store.Task{Name: task.Name, Due: task.Due, Body: task.Body})
		}
		if _, err := m.Store.Commit(t.Context(), r.Name, c); err != nil {
			t.Fatal(err)
		}
		if game.IsGame(r.Name) {
			name = r.Name
		}
	}
	overview := func() inspect.Overview {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), m, name)
		if err != nil || o.State != "running" && o.State != "over" {
			t.Fatalf("it is %s (%s), %v", o.State, o.Why, err)
		}
		return o
	}
	work := func() {
		t.Helper()
		for n := 1; n > 0; {
			if n, err = work.Due(t.Context(), m, now, func(context.Context, letter.Letter) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	was := overview()
	if strings.HasSuffix(site.What, " doubt") {
		for _, s := range was.Seats {
			l := letter.Letter{ID: "thanks." + s.Address, From: s.Address, Subject: "[" + name + "]", Text: "Thanks, I will look at it tonight.", Proof: letter.Proved}
			if s.Orders == "" || s.In {
				continue
			}
			if err := reception.Receive(t.Context(), m, now, l); err != nil {
				t.Fatal(err)
			}
			work()
			if is := overview(); is.Phase != was.Phase || !is.Deadline.Equal(was.Deadline) {
				t.Errorf("after thanks of %s it is %s until %v, and was %s until %v", s.Name, is.Phase, is.Deadline, was.Phase, was.Deadline)
			}
		}
	}
	if strings.Contains(site.What, " ruling") { // for which the deadline waits
		l := letter.Letter{ID: "ruling", From: "mo@example.org", Subject: "[" + name + "]", Text: "SCORE", Proof: letter.Proved}
		if err := reception.Receive(t.Context(), m, now, l); err != nil {
			t.Fatal(err)
		}
		work()
	}
	for range 3 {
		o := overview()
		if o.State == "over" || o.Deadline.IsZero() {
			break
		}
		if now = o.Deadline; o.Clock.Grace > 0 {
			now = now.Add(o.Clock.Grace)
		}
		work()
	}
	if is := overview(); is.Phase == was.Phase && is.Deadline.Equal(was.Deadline) && was.Paused.IsZero() {
		t.Errorf("it is still %s until %v", is.Phase, is.Deadline)
	}
}
