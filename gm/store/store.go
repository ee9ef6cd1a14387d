// Package store is the contract between the game master and the storage of its games: what is stored, what a
// transaction is, and how pending work is found again after a crash. It is in charge of the types (Game, Change,
// Entry, Task), the errors and the limits that all engines share. It stores nothing itself. The engines are the
// packages below it, store/bolt for one machine and store/postgres for several, and store/storetest is the test suite
// that every engine must pass. A store treats heads, entries and tasks as bytes; their meaning is the game master's
// business.
//
// A game is the unit of transaction, of replay and of scaling. A [Change] is applied to one game, atomically, and
// only if the game is still at the revision for which the change was made. No transaction spans two games. Data that
// belongs to no game, such as that of the lobby or a mailbox, is stored as a game with a reserved name.
//
// Work that one worker is to do at some time is a [Task] of a game: a deadline, a letter to send, a mailbox to poll.
// A worker takes tasks under a lease, does them and settles them. If it dies, the tasks can be taken again when the
// lease ends. So work is done at least once, and Commit's keys make its effect happen once.
package store

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
	"time"
)

// Format is the version of the stored form of games: of the layout of stores, and of what the game master writes into
// them, into exported files and into archives. It is incremented with each change that an older program would
// misread. When an engine opens an older store, it upgrades it; it refuses a newer one and leaves it unchanged.
//
//	1  the first
//	2  additions to games of November 2026, such as standing answers, which version 1 would drop
const Format = 2

// Engines may wrap these errors with details, so callers must test them with errors.Is. After any of them nothing was
// written. After any other error of a writing call, including the cancellation of its context, the outcome is
// unknown: the caller must load the game again.
var (
	// ErrConflict is returned when data has changed since the caller read it: by Commit, if the game is not at the
	// revision of the change; by Settle, if the task was replaced, removed, settled or taken again.
	ErrConflict = errors.New("store: changed since it was read")

	// ErrDuplicate is returned by Commit when the key of an entry is in the game's log already: the same thing was
	// done before, and that is durable.
	ErrDuplicate = errors.New("store: key is in the log already")

	// ErrNotFound is returned by Blob for a name that was never stored.
	ErrNotFound = errors.New("store: not found")

	// ErrInvalid is returned when an argument breaks a rule of this package, about names, sizes or times. A retry
	// does not help.
	ErrInvalid = errors.New("store: invalid")

	// ErrDamaged is returned when stored data can't be read or trusted. A retry does not help. It may concern only
	// one game.
	ErrDamaged = errors.New("damaged")

	// ErrDenied is returned when the store's account lacks a permission. Nothing is damaged, but a retry does not
	// help until the permission is granted.
	ErrDenied = errors.New("the account may not do that")

	// ErrClosed is returned when the store was closed before the call.
	ErrClosed = errors.New("store: closed")
)

// Store stores games. All methods are safe for concurrent use. Byte slices that are passed in are not modified, and
// the caller may modify them after the call; returned ones belong to the caller. Empty and nil bodies and heads are
// equivalent, and are returned as nil. Times are returned in UTC, with a precision of at least milliseconds. A call
// whose context is already cancelled returns the context's error and does nothing.
type Store interface {
	// Load returns the game as last committed. For a game that does not exist it returns Rev 0 and Next 1, without an
	// error.
	Load(ctx context.Context, game string) (Game, error)

	// Commit applies c to the game atomically, and returns the game's new revision, c.Rev+1. When it returns without
	// error, the change is durable.
	//
	// It returns ErrInvalid (see Change.Validate), ErrConflict if the game is not at c.Rev, or else ErrDuplicate if a
	// key of c.Log is in the log already; then nothing was written. After any other error the change may have been
	// made or not, or may still be made: the caller must load the game again.
	Commit(ctx context.Context, game string, c Change) (rev uint64, err error)

	// Log yields the entries of a game in order, beginning with Seq from (0 and 1 both mean the first); nothing for a
	// game that does not exist. An error is yielded once, with a zero Entry, and ends the iteration. The loop may
	// take its time and may use the store, even to commit; entries that are committed meanwhile may or may not be
	// yielded.
	Log(ctx context.Context, game string, from uint64) iter.Seq2[Entry, error]

	// Games yields the names of all games in byte order, beginning with the first name greater than after, which need
	// not exist; "" is the beginning. Errors, and use of the store in the loop, are as with Log.
	Games(ctx context.Context, after string) iter.Seq2[string, error]

	// Take leases up to max tasks that are due at or before now, and returns them, the oldest first (those due at the
	// same time by game, then name, in byte order). Nobody else can take them until the time until, which must be
	// later than now. The lease ends when the task is settled, replaced or removed; if it runs out, the task is due
	// again. So a lease must be longer than the work.
	//
	// The returned tasks have Tries already incremented, durably, and Due as it was before the lease. If Take fails,
	// tasks may be leased nevertheless. If max is less than 1, Take does nothing. Tasks whose Body begins with one of
	// except are passed over.
	Take(ctx context.Context, now, until time.Time, max int, except ...string) ([]Task, error)

	// Settle ends the lease of a task. If again is the zero time, the task is done and is removed. Otherwise it is
	// due at again, with its Tries kept and with t.Body, in which a worker may record its progress. Only Game, Name,
	// Tag and Body of t are used. Settle returns ErrConflict if the task was replaced, removed, settled or taken
	// again since it was taken.
	Settle(ctx context.Context, t Task, again time.Time) error

	// Tasks yields all tasks of a game in byte order of their names, including those that are not due. The Due of a
	// leased task is the end of the lease. Errors, and use of the store in the loop, are as with Log.
	Tasks(ctx context.Context, game string) iter.Seq2[Task, error]

	// Close waits for calls in progress and frees the store's resources. Later calls return ErrClosed. Close may be
	// called again.
	Close() error
}

// A Queue is a store that accepts a change before an earlier one is durable.
type Queue interface {
	// Enqueue is Commit in two parts. When it returns, the change is queued after all those that the same caller
	// enqueued before, so a change of revision n+1 may be enqueued right after one of revision n. wait returns the
	// error of Commit. It must be called once, and waits for the disk even if ctx is cancelled.
	Enqueue(ctx context.Context, game string, c Change) (wait func() error, err error)
}

// Revisions is implemented by stores that can look up a game's revision without reading the whole game.
type Revisions interface {
	// Revision returns the Rev that Load would return.
	Revision(ctx context.Context, game string) (uint64, error)
}

// A Clock is a store that several machines share and that provides a common clock, since their own clocks may differ.
type Clock interface {
	// Now returns the time by the store's clock. It may jump a little when another server takes over.
	Now(ctx context.Context) (time.Time, error)
}

// A Remover is a store that can delete a game.
type Remover interface {
	// Remove deletes a game with its log and all of its tasks, leased ones too, atomically. Afterwards the game does
	// not exist and may be created again. Remove returns ErrConflict if the game is not at rev, which must be greater
	// than 0.
	Remove(ctx context.Context, game string, rev uint64) error
}

// Blobs is implemented by stores that can hold data too large for an entry. A blob is named by its content, never
// changes and belongs to no game. A blob must be put before the Commit that refers to it. Use As to find out whether
// an engine has blobs.
type Blobs interface {
	// PutBlob stores up to MaxBlob bytes durably, and returns their name, RefOf(data). It may be called again with
	// the same data.
	PutBlob(ctx context.Context, data []byte) (Ref, error)

	// Blob returns the data with that name, or ErrNotFound. Empty data is returned as nil.
	Blob(ctx context.Context, ref Ref) ([]byte, error)
}

// A BlobLister is a store that can list its blobs, so that a whole store can be copied.
type BlobLister interface {
	// BlobRefs yields the names of all blobs in byte order, beginning with the first name greater than after, which
	// need not exist; the zero Ref is the beginning. Errors, and use of the store in the loop, are as with Store.Log.
	BlobRefs(ctx context.Context, after Ref) iter.Seq2[Ref, error]
}

// Dues is implemented by stores that can count due tasks cheaply.
type Dues interface {
	// Due returns the number of tasks that are due at or before now and not leased, up to most, and the due time of
	// the oldest, or the zero time if there is none. It leases nothing.
	Due(ctx context.Context, now time.Time, most int) (n int, oldest time.Time, err error)
}

// As returns s as an implementation of a further interface T, such as [Queue]. ok is false if it has none. A wrapper
// has a method Unwrap() Store, and may implement all interfaces that any engine does: an implementation of the
// wrapper counts only if the wrapped engine has one, too. What the wrapper does not implement is taken from the
// engine.
func As[T any](s Store) (T, bool) {
	more, ok := s.(T)
	front, wraps := s.(interface{ Unwrap() Store })
	if !wraps {
		return more, ok
	}
	if engine, can := As[T](front.Unwrap()); !ok || !can {
		return engine, can
	}
	return more, true
}

// Game is what is needed to decide about a game without reading its log.
type Game struct {
	Rev  uint64 // number of committed changes; 0 means that the game does not exist
	Next uint64 // Seq of the next log entry; the first entry is 1
	Head []byte // the game master's data, up to MaxBody bytes
}

// Change is one transaction on one game. Validate lists the rules for it. A Change with nothing but a Rev is allowed,
// and makes a new revision.
type Change struct {
	Rev  uint64   // the revision on which the change is based; 0 creates the game
	Head []byte   // the new head; nil keeps the old one, empty clears it
	Log  []Entry  // appended in this order
	Set  []Task   // added, or replacing the task with the same name, leased or not
	Done []string // names of tasks to remove, leased or not; unknown names are ignored
}

// Entry is one record of a game's log, such as a received letter, an answer or a snapshot.
type Entry struct {
	// Seq is assigned by the store: Game.Next for the first entry of a change, then counting up without gaps. Commit
	// ignores it.
	Seq uint64

	Kind string    // the caller's type of the entry; up to MaxName bytes, may be empty
	Key  string    // idempotency key: unless empty, unique in the game's log; up to MaxKey bytes
	At   time.Time // when it happened, by the caller's clock
	Body []byte    // up to MaxBody bytes
}

// Task is something to do once, at or after a time.
type Task struct {
	Game string // in a Change: empty or the game's name
	Name string // unique in its game
	Due  time.Time
	Body []byte // up to MaxBody bytes

	// Tries is the number of times that the task was taken since it was set, including this time. It also counts
	// workers that died. In a Change it is the initial count: 0, except when a store is copied.
	Tries int

	// Tag identifies this state of the task among all states of all tasks with that name. Only Settle uses it; it is
	// never 0 in a task that was taken. A Change ignores it.
	Tag uint64
}

// Begins reports whether the body of a task begins with one of some values.
func (t Task) Begins(with []string) bool {
	return slices.ContainsFunc(with, func(s string) bool { return bytes.HasPrefix(t.Body, []byte(s)) })
}
