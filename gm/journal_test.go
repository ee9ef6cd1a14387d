package gm_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// begins calls Begin and compares what it returns.
func begins(t *testing.T, m *gm.Master, want []int, ids ...string) {
	t.Helper()
	got, err := m.Begin(t.Context(), ids)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("Begin(%v): got %v (%v), want %v", ids, got, err, want)
	}
}

func ends(t *testing.T, m *gm.Master, ids ...string) {
	t.Helper()
	if err := m.End(t.Context(), ids); err != nil {
		t.Error(err)
	}
}

// reopened runs do with a master on the store at path, as a new process would open it.
func reopened(t *testing.T, path string, do func(*gm.Master)) {
	t.Helper()
	m := master(t, path)
	do(m)
	if err := m.Store.Close(); err != nil {
		t.Error(err)
	}
}

func TestBegin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	reopened(t, path, func(m *gm.Master) {
		begins(t, m, []int{0, 0, 0}, "a", "b", "c")
		begins(t, m, []int{0}, "alone")
	})
	reopened(t, path, func(m *gm.Master) {
		begins(t, m, []int{1, 0, 1, 2}, "a", "d", "b", "alone")
		begins(t, m, []int{1, 1}, "a", "d") // of several, none that is known is begun
		begins(t, m, []int{1}, "a")
		begins(t, m, []int{2}, "a")
		begins(t, m, []int{2}, "alone")
		ends(t, m, "a", "nobody knows this one")
		begins(t, m, []int{0, 1}, "a", "b")
	})
	reopened(t, path, func(m *gm.Master) {
		begins(t, m, []int{1, 1, 1, 3}, "a", "b", "c", "alone")
	})
}

// Ended letters are removed from the journal when the next one begins, or when the service ends normally.
func TestEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	reopened(t, path, func(m *gm.Master) {
		begins(t, m, []int{0, 0}, "a", "b")
		ends(t, m, "a", "b")
	})
	reopened(t, path, func(m *gm.Master) { // it was killed: that may be known no more
		begins(t, m, []int{1}, "a")
		ends(t, m, "a", "b")
		begins(t, m, nil)
	})
	reopened(t, path, func(m *gm.Master) {
		g, err := m.Store.Load(t.Context(), "letters/begun")
		if err != nil || string(g.Head) != "[]" {
			t.Errorf("what is left is %s (%v)", g.Head, err)
		}
		rev := g.Rev
		begins(t, m, nil) // nothing to write down
		if g, err := m.Store.Load(t.Context(), "letters/begun"); err != nil || g.Rev != rev {
			t.Errorf("revision %d, then %d (%v)", rev, g.Rev, err)
		}
	})
}

// Several workers, each with a Master of its own, count in one place, and those of one Master share commits.
func TestBeginTogether(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	counted := &slowly{Store: m.Store}
	var workers sync.WaitGroup
	for w := range 3 {
		own := &gm.Master{Store: counted, Log: m.Log}
		for box := range 4 {
			workers.Go(func() {
				for i := range 5 {
					id := fmt.Sprintf("box-%d-%d/1/%d", w, box, i)
					begins(t, own, []int{0, 0}, id, id+"0")
					begins(t, own, []int{1}, id)
					ends(t, own, id)
				}
			})
		}
	}
	workers.Wait()
	begins(t, m, []int{1, 1, 1}, "box-0-0/1/40", "box-1-3/1/00", "box-2-2/1/20")
	if n := counted.n; n >= 3*4*5*2 {
		t.Errorf("%d commits, none was shared", n)
	}
}

// slowly counts commits and takes its time, so that others come meanwhile.
type slowly struct {
	store.Store
	mu sync.Mutex
	n  int
}

func (c *slowly) Commit(ctx context.Context, game string, change store.Change) (uint64, error) {
	rev, err := c.Store.Commit(ctx, game, change)
	if err == nil {
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	return rev, err
}

// The list is bounded, whatever is begun and never seen again; the newest are remembered.
func TestBegunIsBounded(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer m.Store.Close()
	begins(t, m, []int{0}, "first")
	for i := range 30 {
		var ids []string
		for n := range 100 {
			ids = append(ids, fmt.Sprintf("INBOX/1/%d", 100*i+n))
		}
		begins(t, m, make([]int, len(ids)), ids...)
	}
	begins(t, m, []int{0}, "first")
	begins(t, m, []int{1}, "INBOX/1/2999")
	if g, err := m.Store.Load(t.Context(), "letters/begun"); err != nil || len(g.Head) > 100_000 {
		t.Errorf("%d bytes (%v)", len(g.Head), err)
	}
}

// If the store fails, no letter is begun, and ended ones are not forgotten.
func TestBeginWithoutStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	reopened(t, path, func(m *gm.Master) {
		begins(t, m, []int{0, 0}, "a", "b")
		ends(t, m, "a")
		whole := m.Store
		m.Store = out{whole}
		if _, err := m.Begin(t.Context(), []string{"c"}); !errors.Is(err, errOut) {
			t.Errorf("Begin returns %v", err)
		}
		m.Store = whole
		begins(t, m, []int{0, 1}, "c", "b")
		begins(t, m, []int{0}, "a")
	})
}

var errOut = errors.New("the store is out")

type out struct{ store.Store }

func (out) Commit(context.Context, string, store.Change) (uint64, error) { return 0, errOut }

func TestBegunIsNoGame(t *testing.T) {
	m := started(t)
	begins(t, m, []int{0}, "a")
	games, err := inspect.Games(t.Context(), m)
	if err != nil || len(games) != 1 {
		t.Errorf("the games are %+v (%v)", games, err)
	}
	plan := desk.Plan{Name: "letters/begun", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: time.Hour}}
	var refused *refusal.Error
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); !errors.As(err, &refused) {
		t.Errorf("New returns %v", err)
	}
}

func TestKeep(t *testing.T) {
	m := started(t)
	raw := []byte("From: ann@example.org\r\n\r\n\xff\x00 whatever it says\r\n")
	name, err := m.Keep(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := store.ParseRef(name)
	if err != nil || ref != store.RefOf(raw) {
		t.Errorf("it is kept as %s (%v)", name, err)
	}
	if got, err := m.Store.(store.Blobs).Blob(t.Context(), ref); err != nil || string(got) != string(raw) {
		t.Errorf("it comes back as %q (%v)", got, err)
	}
	m = &gm.Master{Store: out{m.Store}}
	if _, err := m.Keep(t.Context(), raw); err == nil || !strings.Contains(err.Error(), "keeps no raw letters") {
		t.Errorf("Keep returns %v", err)
	}
}
