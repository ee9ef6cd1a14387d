package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/postgres/postgrestest"

	"github.com/jackc/pgx/v5"
)

// TestRetry has workers race under the strictest isolation, where the server undoes whatever meets: no such error may be
// seen outside.
func TestRetry(t *testing.T) {
	db := opened(t, Shared.Server(t).DSN(t)+"&default_transaction_isolation=serializable")
	const workers, steps = 6, 15
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := range steps {
				if err := countUp(t.Context(), db, fmt.Sprintf("%d/%d", w, i)); err != nil {
					t.Errorf("counting up: %v", err)
				}
				tasks, err := db.Take(t.Context(), time.Unix(1, 0), time.Unix(2, 0), 3)
				for _, task := range tasks {
					if err == nil {
						err = db.Settle(t.Context(), task, time.Unix(3, 0))
					}
				}
				if err != nil && !errors.Is(err, store.ErrConflict) { // set by another
					t.Errorf("taking: %v", err)
				}
			}
		})
	}
	all.Wait()
	g, err := db.Load(t.Context(), "g")
	if err != nil || string(g.Head) != strconv.Itoa(workers*steps) {
		t.Errorf("%+v, %v; want %d", g, err, workers*steps)
	}
	t.Logf("%d statements were made again", db.turns.Load())
}

// TestUndone has a commit wait for somebody who changes the game's row meanwhile, but not its revision: then the server
// undoes the commit, which is made again.
func TestUndone(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn+"&default_transaction_isolation=serializable")
	if _, err := db.Commit(t.Context(), "g", store.Change{}); err != nil {
		t.Fatal(err)
	}
	tx, err := admin(t, dsn).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `update game set rev = rev`); err != nil {
		t.Fatal(err)
	}
	committed := make(chan error, 1)
	go func() { _, err := db.Commit(t.Context(), "g", store.Change{Rev: 1}); committed <- err }()
	waits(t, admin(t, dsn), "Lock", 1)
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-committed; err != nil || db.turns.Load() != 1 {
		t.Errorf("%v, after %d pauses", err, db.turns.Load())
	}
}

// countUp adds one to the head, as often as it takes.
func countUp(ctx context.Context, db *DB, key string) error {
	for {
		g, err := db.Load(ctx, "g")
		if err != nil {
			return err
		}
		n := 0
		if len(g.Head) > 0 {
			if n, err = strconv.Atoi(string(g.Head)); err != nil {
				return err
			}
		}
		_, err = db.Commit(ctx, "g", store.Change{Rev: g.Rev, Head: []byte(strconv.Itoa(n + 1)), Log: []store.Entry{{Key: key}},
			Set: []store.Task{{Name: fmt.Sprint("t", n%7), Due: time.Unix(1, 0)}}})
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

// TestReadOnly makes the server one that takes no writes for a moment, as the primary that is one no more.
func TestReadOnly(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn)
	if _, err := db.Commit(t.Context(), "g", store.Change{}); err != nil {
		t.Fatal(err)
	}
	conn := admin(t, dsn)
	do(t, conn, `set default_transaction_read_only = off`)
	turn := func(to string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), `alter system set default_transaction_read_only = `+to); err != nil {
			t.Fatal(err)
		}
		do(t, conn, `select pg_reload_conf()`)
	}
	turn("on")
	const heard = `show default_transaction_read_only`
	for is := ""; is != "on"; time.Sleep(time.Millisecond) { // until the session that commits has heard of it, too
		if err := db.pool.QueryRow(t.Context(), heard).Scan(&is); err != nil {
			t.Fatal(err)
		}
	}
	committed := make(chan error, 1)
	go func() { _, err := db.Commit(t.Context(), "g", store.Change{Rev: 1}); committed <- err }()
	for range 60_000 {
		if db.turns.Load() > 2 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	turn("off")
	if err := <-committed; err != nil || db.turns.Load() < 3 {
		t.Errorf("%v, after %d pauses", err, db.turns.Load())
	}
}

// TestHeldUp says that a call does not wait for ever, and that its outcome counts as unknown then; nor longer than its
// caller.
func TestHeldUp(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn)
	if _, err := db.Commit(t.Context(), "g", store.Change{}); err != nil {
		t.Fatal(err)
	}
	tx, err := admin(t, dsn).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `select from game for update`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = db.Commit(ctx, "g", store.Change{Rev: 1})
	if !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "has not answered for") {
		t.Errorf("the caller's patience: %v", err)
	}
	db.patience = 50 * time.Millisecond
	begun := time.Now()
	_, err = db.Commit(t.Context(), "g", store.Change{Rev: 1})
	if err == nil || !strings.Contains(err.Error(), "the database has not answered for 50ms") || told(err) || time.Since(begun) > callTime/2 {
		t.Errorf("our own: %v", err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	db.patience = callTime
	if _, err := db.Load(t.Context(), "g"); err != nil {
		t.Errorf("after that: %v", err)
	}
}

// told says whether an error promises that nothing was written.
func told(err error) bool {
	for _, e := range []error{store.ErrConflict, store.ErrDuplicate, store.ErrInvalid, store.ErrNotFound, store.ErrClosed} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// TestCloseWaits says that Close waits for a commit that is under way.
func TestCloseWaits(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	db := opened(t, dsn)
	if _, err := db.Commit(t.Context(), "g", store.Change{}); err != nil {
		t.Fatal(err)
	}
	conn := admin(t, dsn)
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `select from game for update`); err != nil {
		t.Fatal(err)
	}
	committed, closed := make(chan error, 1), make(chan error, 1)
	go func() { _, err := db.Commit(t.Context(), "g", store.Change{Rev: 1}); committed <- err }()
	waits(t, admin(t, dsn), "Lock", 1)
	go func() { closed <- db.Close() }()
	select {
	case <-closed:
		t.Error("closed while a commit was under way")
	case <-time.After(50 * time.Millisecond):
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(<-committed, <-closed); err != nil {
		t.Error(err)
	}
}

// waits returns when so many statements wait for that.
func waits(t testing.TB, conn *pgx.Conn, what string, many int) {
	t.Helper()
	for range 6000 {
		if ask[int](t, conn, `select count(*) from pg_stat_activity where datname = current_database() and '`+what+`' in (wait_event_type, wait_event)`) == many {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("there are not %d that wait for %s", many, what)
}

// TestWarnedBefore says that a warning makes nothing unknown but the call in which it was heard: a server may warn of much, and
// does so when a connection begins if the rules by which it sorts were replaced.
func TestWarnedBefore(t *testing.T) {
	db := opened(t, Shared.Server(t).DSN(t)+"&pool_max_conns=1")
	warns := func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `do $$ begin raise warning 'of another matter'; end $$`)
		return err
	}
	if err := db.read(t.Context(), warns); err != nil {
		t.Errorf("a reading: %v", err)
	}
	if _, err := db.Commit(t.Context(), "g", store.Change{}); err != nil {
		t.Errorf("a commit after it: %v", err)
	}
	if err := db.write(t.Context(), warns); !errors.Is(err, errWarned) {
		t.Errorf("a write: %v", err)
	}
	if _, err := db.Commit(t.Context(), "g", store.Change{Rev: 1}); err != nil {
		t.Errorf("a commit after that: %v", err)
	}
}

// TestUnreplicated cancels writes that wait for a standby that is gone. The server says that they were made; but nobody may
// rely on them.
func TestUnreplicated(t *testing.T) {
	t.Parallel()
	s := postgrestest.Start(t, postgrestest.Options{Standby: true})
	dsn := s.DSN(t)
	db, err := Open(t.Context(), dsn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Commit(t.Context(), "g", store.Change{Log: []store.Entry{{Key: "old"}}, Set: []store.Task{{Name: "t", Due: time.Unix(1, 0)}}})
	if err != nil {
		t.Fatal(err)
	}
	conn := admin(t, dsn)
	s.KillStandby()
	var held store.Task
	write := func(what string, call func() error) {
		t.Helper()
		done := make(chan error, 1)
		go func() { done <- call() }()
		waits(t, conn, "SyncRep", 1)
		do(t, conn, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
		if err := <-done; !errors.Is(err, errWarned) || told(err) || !strings.Contains(err.Error(), "the outcome is unknown") {
			t.Errorf("%s: %v", what, err)
		}
	}
	commit := func(rev uint64, key string) func() error {
		return func() error {
			_, err := db.Commit(t.Context(), "g", store.Change{Rev: rev, Log: []store.Entry{{Key: key}}})
			return err
		}
	}
	write("Commit", commit(1, "new"))
	g, err := db.Load(t.Context(), "g")
	if err != nil || g.Rev != 2 {
		t.Errorf("it is to be seen: %+v, %v", g, err)
	}
	// the change is there already, but may not be durable, so this must be an error
	write("Commit of what was done", commit(2, "new"))
	write("Take", func() error {
		_, err := db.Take(t.Context(), time.Unix(1, 0), time.Unix(2, 0), 1)
		return err
	})
	for task, err := range db.Tasks(t.Context(), "g") {
		if held = task; err != nil {
			t.Fatal(err)
		}
	}
	write("Settle", func() error { return db.Settle(t.Context(), held, time.Time{}) })
	put := func() error { _, err := db.PutBlob(t.Context(), []byte("blob")); return err }
	write("PutBlob", put)
	write("PutBlob again", put)
	write("Remove", func() error { return db.Remove(t.Context(), "g", 2) })
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
