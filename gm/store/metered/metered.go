// Package metered wraps a store and measures its calls. It is in charge of that alone: the engine does the work, and
// the caller decides what to do with the figures. It reports the kind of each call, its duration and its error, and
// never the name of a game.
package metered

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"deaddrop/gm/store"
)

// Kinds returns the kinds of calls that are reported, in the order of their methods' names. An iteration such as Log
// is one call, from the first entry to the last, without the time that the caller spends in the loop. An enqueued
// change is two calls: "enqueue" until it is queued, and "durable" from then until it is durable.
func Kinds() []string {
	return []string{"alltasks", "blob", "blobrefs", "close", "commit", "due", "durable", "enqueue",
		"games", "load", "loadall", "log", "putblob", "remove", "revision", "settle", "take", "tasks"}
}

// A Tell is called when a call has ended, with its kind (one of Kinds), its duration and its error. It must be safe
// for concurrent use, and quick.
type Tell func(kind string, took time.Duration, err error)

// A Store wraps an engine. Use store.As to find out which interfaces beyond store.Store it has: its methods for
// interfaces that the engine lacks return an error that wraps errors.ErrUnsupported.
type Store struct {
	engine store.Store
	now    func() time.Time
	tell   Tell
}

var (
	_ store.Store      = (*Store)(nil)
	_ store.Queue      = (*Store)(nil)
	_ store.Revisions  = (*Store)(nil)
	_ store.Remover    = (*Store)(nil)
	_ store.Blobs      = (*Store)(nil)
	_ store.Dues       = (*Store)(nil)
	_ store.BlobLister = (*Store)(nil)
	_ store.Survey     = (*Store)(nil)
)

// New wraps an engine. now is the clock for the measurements.
func New(engine store.Store, now func() time.Time, tell Tell) *Store {
	return &Store{engine: engine, now: now, tell: tell}
}

// Unwrap returns the engine.
func (s *Store) Unwrap() store.Store { return s.engine }

// began starts the measurement of a call. The caller must call ended with the call's error.
func (s *Store) began(kind string) (ended func(error)) {
	from := s.now()
	return func(err error) { s.tell(kind, s.now().Sub(from), err) }
}

// Load implements store.Store.
func (s *Store) Load(ctx context.Context, game string) (g store.Game, err error) {
	ended := s.began("load")
	defer func() { ended(err) }()
	return s.engine.Load(ctx, game)
}

// Commit implements store.Store.
func (s *Store) Commit(ctx context.Context, game string, c store.Change) (rev uint64, err error) {
	ended := s.began("commit")
	defer func() { ended(err) }()
	return s.engine.Commit(ctx, game, c)
}

// Take implements store.Store.
func (s *Store) Take(ctx context.Context, now, until time.Time, most int, except ...string) (
	tasks []store.Task, err error) {
	ended := s.began("take")
	defer func() { ended(err) }()
	return s.engine.Take(ctx, now, until, most, except...)
}

// Settle implements store.Store.
func (s *Store) Settle(ctx context.Context, t store.Task, again time.Time) (err error) {
	ended := s.began("settle")
	defer func() { ended(err) }()
	return s.engine.Settle(ctx, t, again)
}

// Close implements store.Store.
func (s *Store) Close() (err error) {
	ended := s.began("close")
	defer func() { ended(err) }()
	return s.engine.Close()
}

// Log implements store.Store.
func (s *Store) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	return read(s, "log", s.engine.Log(ctx, game, from))
}

// Games implements store.Store.
func (s *Store) Games(ctx context.Context, after string) iter.Seq2[string, error] {
	return read(s, "games", s.engine.Games(ctx, after))
}

// Tasks implements store.Store.
func (s *Store) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	return read(s, "tasks", s.engine.Tasks(ctx, game))
}

// read measures an iteration: only the time that the engine takes.
func read[T any](s *Store, kind string, all iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var took time.Duration
		var failed error
		from := s.now()
		defer func() { s.tell(kind, took+s.now().Sub(from), failed) }()
		for v, err := range all {
			failed = err
			took += s.now().Sub(from)
			more := yield(v, err)
			from = s.now()
			if !more {
				return
			}
		}
	}
}

// lacks returns the error for an interface that the engine does not implement.
func lacks(what string) error {
	return fmt.Errorf("%s: this store can't: %w", what, errors.ErrUnsupported)
}

// Enqueue implements store.Queue.
func (s *Store) Enqueue(ctx context.Context, game string, c store.Change) (wait func() error, err error) {
	queue, ok := store.As[store.Queue](s.engine)
	if !ok {
		return nil, lacks("enqueueing a change")
	}
	ended := s.began("enqueue")
	answer, err := queue.Enqueue(ctx, game, c)
	ended(err)
	if err != nil {
		return nil, err
	}
	durable := s.began("durable")
	return func() error {
		err := answer()
		durable(err)
		return err
	}, nil
}

// Revision implements store.Revisions.
func (s *Store) Revision(ctx context.Context, game string) (rev uint64, err error) {
	known, ok := store.As[store.Revisions](s.engine)
	if !ok {
		return 0, lacks("reading a revision")
	}
	ended := s.began("revision")
	defer func() { ended(err) }()
	return known.Revision(ctx, game)
}

// Remove implements store.Remover.
func (s *Store) Remove(ctx context.Context, game string, rev uint64) (err error) {
	remover, ok := store.As[store.Remover](s.engine)
	if !ok {
		return lacks("removing a game")
	}
	ended := s.began("remove")
	defer func() { ended(err) }()
	return remover.Remove(ctx, game, rev)
}

// PutBlob implements store.Blobs.
func (s *Store) PutBlob(ctx context.Context, data []byte) (ref store.Ref, err error) {
	blobs, ok := store.As[store.Blobs](s.engine)
	if !ok {
		return ref, lacks("keeping a blob")
	}
	ended := s.began("putblob")
	defer func() { ended(err) }()
	return blobs.PutBlob(ctx, data)
}

// Blob implements store.Blobs.
func (s *Store) Blob(ctx context.Context, ref store.Ref) (data []byte, err error) {
	blobs, ok := store.As[store.Blobs](s.engine)
	if !ok {
		return nil, lacks("reading a blob")
	}
	ended := s.began("blob")
	defer func() { ended(err) }()
	return blobs.Blob(ctx, ref)
}

// Due implements store.Dues.
func (s *Store) Due(ctx context.Context, now time.Time, most int) (n int, oldest time.Time, err error) {
	dues, ok := store.As[store.Dues](s.engine)
	if !ok {
		return 0, oldest, lacks("counting what is due")
	}
	ended := s.began("due")
	defer func() { ended(err) }()
	return dues.Due(ctx, now, most)
}

// BlobRefs implements store.BlobLister.
func (s *Store) BlobRefs(ctx context.Context, after store.Ref) iter.Seq2[store.Ref, error] {
	blobs, ok := store.As[store.BlobLister](s.engine)
	if !ok {
		return none[store.Ref](lacks("listing blobs"))
	}
	return read(s, "blobrefs", blobs.BlobRefs(ctx, after))
}

// LoadAll implements store.Survey.
func (s *Store) LoadAll(ctx context.Context, after string) iter.Seq2[store.NamedGame, error] {
	many, ok := store.As[store.Survey](s.engine)
	if !ok {
		return none[store.NamedGame](lacks("loading all games"))
	}
	return read(s, "loadall", many.LoadAll(ctx, after))
}

// AllTasks implements store.Survey.
func (s *Store) AllTasks(ctx context.Context, prefix string) iter.Seq2[store.Task, error] {
	many, ok := store.As[store.Survey](s.engine)
	if !ok {
		return none[store.Task](lacks("listing the tasks of all games"))
	}
	return read(s, "alltasks", many.AllTasks(ctx, prefix))
}

// none returns an iterator that yields only an error.
func none[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { yield(*new(T), err) }
}
