package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/postgres/postgrestest"
)

// TestFailover kills the primary for good while it is written to, and promotes its standby.
func TestFailover(t *testing.T) {
	t.Parallel()
	s := postgrestest.Start(t, postgrestest.Options{Standby: true})
	dsn := s.DSN(t)
	finds(t, dsn)
	crash(t, dsn, func() { s.Kill(); s.Promote(t) })
}

// TestRestart kills the only server there is, and starts it again with its data. No other test runs at the time.
func TestRestart(t *testing.T) {
	s := postgres.Shared.Server(t)
	crash(t, s.DSN(t), func() { s.Kill(); s.Restart(t) })
}

// finds says that the host that takes writes is found whatever the order, and that a standby alone is refused.
func finds(t *testing.T, dsn string) {
	t.Helper()
	before, hosts, _ := strings.Cut(strings.Replace(dsn, "&target_session_attrs=read-write", "", 1), "host=")
	hosts, after, _ := strings.Cut(hosts, "&")
	first, second, _ := strings.Cut(hosts, "%2C")
	db := open(t, before+"host="+second+","+first+"&"+after)
	if _, err := db.Commit(t.Context(), "found", store.Change{}); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	_, err := postgres.Open(t.Context(), before+"host="+second+"&"+after, postgres.Options{})
	if err == nil || !strings.Contains(err.Error(), "no server that was asked takes writes") {
		t.Errorf("a standby: %v", err)
	}
}

// crash has writers commit in a loop, makes the servers fail in the midst of it, and finds all that was acknowledged in
// a service that goes on with the same DB.
func crash(t *testing.T, dsn string, fail func()) {
	t.Helper()
	db := open(t, dsn)
	var acked [4]atomic.Uint64
	var faults atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for w := range acked {
		all.Go(func() {
			game := fmt.Sprint("g", w)
			for ctx.Err() == nil {
				if rev, err := step(t.Context(), db, game); err == nil {
					acked[w].Store(rev)
				} else {
					faults.Add(1)
					sentinel(t, err)
				}
			}
		})
	}
	all.Go(func() {
		for ctx.Err() == nil {
			tasks, err := db.Take(t.Context(), time.Unix(1, 0), time.Unix(2, 0), 3)
			for _, k := range tasks {
				if err == nil {
					err = db.Settle(t.Context(), k, time.Time{})
				}
			}
			if err != nil && !errors.Is(err, store.ErrConflict) {
				faults.Add(1)
				sentinel(t, err)
			}
		}
	})
	wait := func(more uint64) {
		t.Helper()
		for w := range acked {
			want := acked[w].Load() + more
			for n := 0; acked[w].Load() < want; n++ {
				if n == 6000 {
					t.Fatalf("writer %d has stopped at %d", w, acked[w].Load())
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	wait(20)
	was := acked[0].Load()
	fail()
	wait(20)
	stop()
	all.Wait()
	for w := range acked {
		game, seen := fmt.Sprint("g", w), uint64(0)
		for e, err := range db.Log(t.Context(), game, 1) {
			if seen++; err != nil || e.Seq != seen || e.Key != fmt.Sprint("step ", seen) {
				t.Fatalf("%s: entry %d is %d, %q, %v", game, seen, e.Seq, e.Key, err)
			}
		}
		if seen < acked[w].Load() {
			t.Errorf("%s: %d was acknowledged, but there are %d", game, acked[w].Load(), seen)
		}
	}
	t.Logf("%d steps of the first before, %d after all; %d calls failed", was, acked[0].Load(), faults.Load())
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// step commits the next entry of a game, wherever it stands.
func step(ctx context.Context, db *postgres.DB, game string) (uint64, error) {
	g, err := db.Load(ctx, game)
	if err != nil {
		return 0, err
	}
	return db.Commit(ctx, game, store.Change{Rev: g.Rev, Log: []store.Entry{{Key: fmt.Sprint("step ", g.Next), Body: make([]byte, 500)}},
		Set: []store.Task{{Name: fmt.Sprint("t", g.Rev%5), Due: time.Unix(1, 0)}}})
}

// sentinel complains about errors that have another meaning than that the server has failed.
func sentinel(t *testing.T, err error) {
	t.Helper()
	for _, e := range []error{store.ErrConflict, store.ErrDuplicate, store.ErrInvalid, store.ErrNotFound, store.ErrClosed} {
		if errors.Is(err, e) {
			t.Errorf("while the server fails: %v", err)
		}
	}
}
