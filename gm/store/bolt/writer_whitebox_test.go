package bolt

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// fake is a step that says what was done with it. Each of its writes leaves a
// trace in the blobs.
type fake struct {
	name           string
	judged, failed error // what judge and write return
	calls          *[]string
}

func (s *fake) judge(*bbolt.Tx) error {
	*s.calls = append(*s.calls, "judge "+s.name)
	return s.judged
}

func (s *fake) write(tx *bbolt.Tx) error {
	*s.calls = append(*s.calls, "write "+s.name)
	ref := store.RefOf([]byte(s.name))
	return errors.Join(at(tx, inBlob).Put(ref[:], []byte(s.name)), s.failed)
}

func openDB(t *testing.T) *DB {
	t.Helper()
	db, err := Open(filepath.Join(t.TempDir(), "games"), Options{NoSync: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// keep lets no page go.
func keep(*bbolt.Tx) error { return nil }

func newJobs(steps ...step) []*job {
	var jobs []*job
	for _, s := range steps {
		jobs = append(jobs, &job{step: s, done: make(chan struct{})})
	}
	return jobs
}

func TestWriterOneFails(t *testing.T) {
	db := openDB(t)
	var calls []string
	full := errors.New("bad step")
	jobs := newJobs(
		&fake{"a", nil, nil, &calls}, &fake{"b", store.ErrConflict, nil, &calls},
		&fake{"c", nil, full, &calls}, &fake{"d", nil, nil, &calls})
	db.writer.write(slices.Clone(jobs))
	for i, want := range []error{nil, store.ErrConflict, full, nil} {
		<-jobs[i].done
		if !errors.Is(jobs[i].answer, want) {
			t.Errorf("job %d: %v, want %v", i, jobs[i].answer, want)
		}
		_, err := db.Blob(t.Context(), store.RefOf([]byte{"abcd"[i]}))
		if written := err == nil; written != (want == nil) {
			t.Errorf("job %d was written: %v", i, written)
		}
	}
	const want = "judge a, write a, judge b, judge c, write c, judge a, write a, judge b, judge d, write d"
	if got := strings.Join(calls, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWriterCommitFails(t *testing.T) {
	var calls []string
	flush := errors.New("disk is gone")
	w := &writer{update: func(f func(*bbolt.Tx) error) error {
		if err := f(nil); err != nil {
			return err
		}
		return flush
	}}
	failing := func(want error) {
		t.Helper()
		for i, j := range answered(w, &fake{"a", store.ErrConflict, nil, &calls}, &fake{"b", store.ErrDuplicate, nil, &calls}) {
			if !errors.Is(j.answer, want) || errors.Is(j.answer, store.ErrConflict) || errors.Is(j.answer, store.ErrDuplicate) {
				t.Errorf("job %d: %v, want %v", i, j.answer, want)
			}
		}
	}
	flush = fmt.Errorf("writing: %w", syscall.ENOSPC)
	failing(syscall.ENOSPC)
	flush = nil // there is room again
	if j := answered(w, &fake{"a", store.ErrConflict, nil, &calls})[0]; !errors.Is(j.answer, store.ErrConflict) {
		t.Errorf("after the disk was full: %v", j.answer)
	}
	flush = errors.New("disk is gone")
	lost := flush
	failing(lost)
	flush = nil // but who knows what it has
	n := len(calls)
	failing(lost)
	if len(calls) != n {
		t.Errorf("jobs were run on a store that is broken")
	}
}

func answered(w *writer, steps ...step) []*job {
	jobs := newJobs(steps...)
	w.write(slices.Clone(jobs))
	for _, j := range jobs {
		<-j.done
	}
	return jobs
}

// slow is a step that does not end before it is told to.
type slow struct{ begun, end chan struct{} }

func (s slow) judge(*bbolt.Tx) error { close(s.begun); <-s.end; return nil }
func (s slow) write(*bbolt.Tx) error { return nil }

// TestWriterGathers has many commits wait for a slow one: they share one
// transaction, a caller who goes does not undo theirs, and Close waits for all.
func TestWriterGathers(t *testing.T) {
	db := openDB(t)
	s := slow{make(chan struct{}), make(chan struct{})}
	go db.writer.do(context.Background(), s)
	<-s.begun

	ctx, cancel := context.WithCancel(t.Context())
	const n = 20
	errs := make(chan error)
	for i := range n {
		go func() {
			_, err := db.Commit(ctx, fmt.Sprint("g", i), store.Change{})
			errs <- err
		}()
	}
	for len(db.writer.queue) < n {
		runtime.Gosched()
	}
	before := lastTx(t, db)
	body := []byte("body")
	go func() {
		_, err := db.Commit(ctx, "body", store.Change{Head: body, Log: []store.Entry{{Body: body}}, Set: []store.Task{{Name: "t", Due: time.Unix(0, 0), Body: body}}})
		errs <- err
	}()
	go func() {
		_, err := db.PutBlob(ctx, body)
		errs <- err
	}()
	for len(db.writer.queue) < n+2 {
		runtime.Gosched()
	}
	cancel()
	for range n + 2 {
		if err := <-errs; !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who went: %v", err)
		}
	}
	copy(body, "????") // which is the caller's again
	close(s.end)
	if _, err := db.Commit(t.Context(), "last", store.Change{}); err != nil {
		t.Error(err)
	}
	for i := range n {
		if g, err := db.Load(t.Context(), fmt.Sprint("g", i)); g.Rev != 1 || err != nil {
			t.Errorf("g%d: %v, %v", i, g, err)
		}
	}
	wantBody(t, db)
	if used := lastTx(t, db) - before; used > 3 { // the slow one, theirs, the last one
		t.Errorf("%d commits took %d transactions", n, used)
	}
}

// wantBody says that the store has "body" wherever it was put.
func wantBody(t *testing.T, db *DB) {
	t.Helper()
	g, err := db.Load(t.Context(), "body")
	tasks, err2 := db.Take(t.Context(), time.Unix(0, 0), time.Unix(1, 0), 1)
	blob, err3 := db.Blob(t.Context(), store.RefOf([]byte("body")))
	got := string(g.Head) + string(blob)
	for _, k := range tasks {
		got += string(k.Body)
	}
	for e, err := range db.Log(t.Context(), "body", 1) {
		got += fmt.Sprint(string(e.Body), err)
	}
	if err := errors.Join(err, err2, err3); err != nil || got != "bodybodybodybody<nil>" {
		t.Errorf("%s, %v", got, err)
	}
}

func lastTx(t *testing.T, db *DB) (id int) {
	t.Helper()
	if err := db.file.View(func(tx *bbolt.Tx) error { id = tx.ID(); return nil }); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestCloseWaits says that what is in the queue is answered before close returns,
// and what comes later is refused.
func TestCloseWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		w := newWriter(func(f func(*bbolt.Tx) error) error {
			<-end
			return f(nil)
		}, keep)
		ctx, cancel := context.WithCancel(t.Context())
		var answered, closed atomic.Int64
		put := func(want error) {
			if err := w.do(ctx, &fake{"a", store.ErrConflict, nil, new([]string)}); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
			answered.Add(1)
		}
		for range 10 {
			go put(store.ErrConflict)
		}
		synctest.Wait()
		for range 2 {
			go func() { w.close(); closed.Add(1) }()
		}
		synctest.Wait()
		if answered.Load() != 0 || closed.Load() != 0 {
			t.Errorf("close did not wait")
		}
		put(store.ErrClosed)
		close(end)
		synctest.Wait()
		if answered.Load() != 11 || closed.Load() != 2 {
			t.Errorf("%d answered, %d closed", answered.Load(), closed.Load())
		}
		cancel()
		put(context.Canceled)
	})
}

// TestFullQueue says that a caller can leave who waits for room in the queue.
func TestFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		w := newWriter(func(f func(*bbolt.Tx) error) error {
			<-end
			return f(nil)
		}, keep)
		calls := new([]string) // the writer's alone
		s := &fake{"a", store.ErrConflict, nil, calls}
		go w.do(t.Context(), s)
		synctest.Wait()
		for range most {
			go w.do(t.Context(), s)
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- w.do(ctx, s) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		select {
		case err := <-left:
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		default:
			t.Error("a caller who waits for room cannot leave")
		}
		close(end)
		w.close()
		if len(*calls) != most+1 {
			t.Errorf("%d calls", len(*calls))
		}
	})
}
