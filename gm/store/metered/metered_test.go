package metered_test

import (
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/metered"
	"deaddrop/gm/store/storetest"
)

func open(t *testing.T, tell metered.Tell) *metered.Store {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	return metered.New(db, ticking(), tell)
}

// ticking returns a clock that goes on by a millisecond whenever somebody looks.
func ticking() func() time.Time {
	var mu sync.Mutex
	now := time.Unix(0, 0)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Millisecond)
		return now
	}
}

// A metered store passes the tests of a store, and can do all that its engine can; calls are reported under known
// names only.
func TestStore(t *testing.T) {
	var mu sync.Mutex
	told := map[string]bool{}
	t.Run("Run", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T) store.Store {
			return open(t, func(kind string, took time.Duration, _ error) {
				mu.Lock()
				defer mu.Unlock()
				if told[kind] = true; took <= 0 {
					t.Errorf("%s took %v", kind, took)
				}
			})
		})
	})
	for _, kind := range metered.Kinds() {
		if !told[kind] {
			t.Errorf("nothing was told of %s", kind)
		}
		delete(told, kind)
	}
	if len(told) > 0 {
		t.Errorf("told of %v as well", told)
	}
}

// An engine's abilities are found through the meter, and what it lacks is not.
func TestAbilities(t *testing.T) {
	tell := func(string, time.Duration, error) {}
	full := open(t, tell)
	defer full.Close()
	poor := metered.New(struct{ store.Store }{full}, ticking(), tell)
	for name, has := range map[string]func(store.Store) bool{
		"Queue": has[store.Queue], "Revisions": has[store.Revisions], "Remover": has[store.Remover], "Blobs": has[store.Blobs], "Dues": has[store.Dues], "BlobLister": has[store.BlobLister], "Survey": has[store.Survey],
	} {
		if !has(full) || has(poor) || has(metered.New(poor, ticking(), tell)) {
			t.Errorf("%s: found %v with an engine that can, %v with one that can't", name, has(full), has(poor))
		}
	}
	if db, ok := store.As[*bolt.DB](full); !ok || db == nil {
		t.Error("the engine itself is not found")
	}
	ctx := t.Context()
	_, enqueue := poor.Enqueue(ctx, "g", store.Change{})
	_, revision := poor.Revision(ctx, "g")
	_, put := poor.PutBlob(ctx, nil)
	_, get := poor.Blob(ctx, store.Ref{})
	_, _, due := poor.Due(ctx, time.Unix(0, 0), 1)
	var list error
	for _, list = range poor.BlobRefs(ctx, store.Ref{}) {
	}
	var all, tasks error
	for _, all = range poor.LoadAll(ctx, "") {
	}
	for _, tasks = range poor.AllTasks(ctx, "") {
	}
	for i, err := range []error{enqueue, revision, put, get, due, list, all, tasks, poor.Remove(ctx, "g", 1)} {
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("call %d of what the engine can't: %v", i, err)
		}
	}
}

func has[T any](s store.Store) bool {
	_, ok := store.As[T](s)
	return ok
}

// A call is reported with its error and the engine's time, without the time of a caller that reads in a loop.
func TestTold(t *testing.T) {
	type call struct {
		kind string
		took time.Duration
		err  error
	}
	var calls []call
	s := open(t, func(kind string, took time.Duration, err error) { calls = append(calls, call{kind, took, err}) })
	defer s.Close()
	ctx := t.Context()
	if _, err := s.Commit(ctx, "g", store.Change{Log: make([]store.Entry, 3)}); err != nil {
		t.Fatal(err)
	}
	_, conflict := s.Commit(ctx, "g", store.Change{})
	for range s.Log(ctx, "g", 1) {
	}
	for range s.Log(ctx, "g", 1) {
		break
	}
	for range s.Log(ctx, "", 1) {
	}
	wait, err := s.Enqueue(ctx, "g", store.Change{Rev: 7})
	if err != nil {
		t.Fatal(err)
	}
	late := wait()
	ms := time.Millisecond
	want := []call{{"commit", ms, nil}, {"commit", ms, store.ErrConflict}, {"log", 4 * ms, nil}, {"log", 2 * ms, nil}, {"log", 2 * ms, store.ErrInvalid}, {"enqueue", ms, nil}, {"durable", ms, store.ErrConflict}}
	same := func(a, b call) bool { return a.kind == b.kind && a.took == b.took && errors.Is(a.err, b.err) }
	if !slices.EqualFunc(calls, want, same) || !errors.Is(conflict, store.ErrConflict) || !errors.Is(late, store.ErrConflict) {
		t.Errorf("told\n%v\nwant\n%v", calls, want)
	}
}
