package transfer_test

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/transfer"
)

// A restless store changes a game whenever somebody is about to read its tasks, some times.
type restless struct {
	*bolt.DB
	change func(n uint64)
	n      atomic.Uint64
}

func (s *restless) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	if game == "busy" && s.n.Load() < 4 {
		s.change(s.n.Add(1))
	}
	return s.DB.Tasks(ctx, game)
}

// A store that is in use can be copied: each game as it is at some moment, its head, its log and its tasks.
func TestSnapshot(t *testing.T) {
	from, to := two(t)
	change := func(n uint64) { // in each revision, all parts contain the same number
		commit(t, from, "busy", store.Change{Rev: n, Head: fmt.Append(nil, n), Log: []store.Entry{{Body: fmt.Append(nil, n)}}, Set: []store.Task{{Name: "t", Due: at(int(n))}}})
	}
	change(0)
	s := &restless{DB: from, change: change}
	if _, err := transfer.Snapshot(t.Context(), s, to, nil); err != nil {
		t.Fatal(err)
	}
	g := load(t, to, "busy")
	if g.Next < 2 || string(g.Head) != fmt.Sprint(g.Next-2) {
		t.Errorf("head %s with %d entries", g.Head, g.Next-1)
	}
	for task, err := range to.Tasks(t.Context(), "busy") {
		if err != nil || !task.Due.Equal(at(int(g.Next-2))) {
			t.Errorf("%v, %v", task, err)
		}
	}
	if g.Next != load(t, from, "busy").Next {
		t.Errorf("%d entries of %d", g.Next-1, load(t, from, "busy").Next-1)
	}
}

// A touched store has something done when the tasks of a game are first about to be read.
type touched struct {
	*bolt.DB
	mu sync.Mutex
	do map[string]func()
}

func (s *touched) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if do := s.do[game]; do != nil {
		delete(s.do, game)
		do()
	}
	return s.DB.Tasks(ctx, game)
}

func remove(t *testing.T, db *bolt.DB, name string) {
	t.Helper()
	if err := db.Remove(t.Context(), name, load(t, db, name).Rev); err != nil {
		t.Error(err)
	}
}

// A game that is archived while its store is copied is in the copy as archived, with its file, and not as a running
// game, although names under archive/ are read before its own. The same holds if the archive is then moved and
// changed.
func TestSnapshotOfArchiving(t *testing.T) {
	from, to := two(t)
	file := func(text string, record string, rev uint64) {
		ref, err := from.PutBlob(t.Context(), []byte(text))
		if err != nil {
			t.Error(err)
		}
		commit(t, from, record, store.Change{Rev: rev, Head: []byte(ref.String())})
	}
	s := &touched{DB: from, do: map[string]func(){
		"g010":         func() { file("all of g010", "archive/g010", 0); remove(t, from, "g010") },
		"archive/g010": func() { file("packed better", "archive/0", 0); remove(t, from, "archive/g010") },
		"archive/0":    func() { file("packed best", "archive/0", 1) },
	}}
	totals, err := transfer.Snapshot(t.Context(), s, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, sums(t, from), sums(t, to))
	if totals.Records != 15 || totals.Copied != 15 || totals.Blobs != 23 || len(s.do) > 0 {
		t.Errorf("%+v, and %d things were not done", totals, len(s.do))
	}
}

// A game that is begun anew while it is copied is not mixed with the one before.
func TestSnapshotOfNewGame(t *testing.T) {
	from, to := two(t)
	commit(t, from, "g010", store.Change{Rev: 1})
	s := &touched{DB: from, do: map[string]func(){"g010": func() {
		remove(t, from, "g010")
		commit(t, from, "g010", store.Change{Head: []byte("anew"), Log: entries(3)})
	}}}
	if _, err := transfer.Snapshot(t.Context(), s, to, nil); err != nil {
		t.Fatal(err)
	}
	same(t, sums(t, from), sums(t, to))
}
