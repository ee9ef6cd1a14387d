// Package store is the contract between the game master and whatever keeps its
// games: what is kept, what one transaction is, and how work is found again
// after a crash. It is in charge of the words (Game, Change, Entry, Task), of
// the errors and of the limits that all engines share. It keeps nothing itself:
// engines lie below it, store/bolt for one machine and store/postgres for many,
// and store/storetest is the suite that every engine has to pass. What a head, an entry or a task means is
// the game master's business; to a store they are bytes.
//
// A game is the unit of everything: of transaction, of replay, of scale. A
// [Change] is applied to one game, whole or not at all, and only to the revision
// it was decided on. Nothing spans two games. What belongs to no game, such as a
// lobby or a mailbox, is a game with a name of its own.
//
// What is to be done at some time by one worker is a [Task] of a game: a
// deadline, a letter to send, a mailbox to poll. A worker takes tasks, does them
// and settles them; one that dies leaves them to be taken again. So work is
// done at least once, and Commit makes its effect happen once.
package store

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Format is the number of the form in which games are kept: of the layout of stores and of what the game master writes into
// them, into exported files and into archives. It goes up by one with each change that a program before it would misread.
// An engine brings an older store to it when it opens it, and refuses a newer one and leaves that as it is.
//
//	1  the first
//	2  what games have gained in November 2026, such as standing answers, which 1 would drop
const Format = 2

// Engines may wrap these with detail: ask with errors.Is. After any of them
// nothing was written. After any other error of a call that writes, the
// cancellation of its context included, the outcome is unknown: load again.
var (
	// ErrConflict is returned when what the caller decided on is no longer so:
	// Commit, when the game is at another revision than the change says;
	// Settle, when the task was replaced, removed, settled or taken again since.
	ErrConflict = errors.New("store: changed since it was read")

	// ErrDuplicate is returned when Commit is given an entry whose key is in the
	// game's log already: this was done before, and that is durable.
	ErrDuplicate = errors.New("store: key is in the log already")

	// ErrNotFound is returned when Blob is asked for what was never put.
	ErrNotFound = errors.New("store: not found")

	// ErrInvalid is returned when an argument breaks a rule of this package (a
	// name, a size, a time). Trying again does not help.
	ErrInvalid = errors.New("store: invalid")

	// ErrDamaged is returned when what is kept can't be read any more, or not relied on, and trying again does not
	// help. It may be one game's trouble and nobody else's.
	ErrDamaged = errors.New("damaged")

	// ErrDenied is returned when the account by which the store is reached lacks a right. Nothing is damaged by that,
	// and trying again does not help until it is given that right.
	ErrDenied = errors.New("the account may not do that")

	// ErrClosed is returned when the store was closed before the call.
	ErrClosed = errors.New("store: closed")
)

// Store keeps games. All methods may be called by any number of goroutines at
// once. Byte slices that are passed in are only read, and the caller may change
// them when the call has returned; those handed out belong to the caller. An
// empty body or head and a nil one are the same, and come back as nil. Times
// come back in UTC and keep at least their milliseconds. A call with a
// context that is already cancelled returns its error and does nothing.
type Store interface {
	// Load returns the game as it was last committed. If there is no such game
	// that is no error: its Rev is 0 and its Next is 1.
	Load(ctx context.Context, game string) (Game, error)

	// Commit applies c to the game, whole or not at all, and returns the game's
	// new revision, c.Rev+1. When it returns without error the change is durable.
	//
	// Its errors are ErrInvalid (see Change.Validate), ErrConflict if the game is
	// not at c.Rev, and then ErrDuplicate if a key of c.Log is in the log already;
	// with these nothing was written. After anything else the change may have
	// been made or not, or may yet be made: Load again.
	Commit(ctx context.Context, game string, c Change) (rev uint64, err error)

	// Log yields the entries of a game in order, from the one with that Seq on (0
	// and 1 are the beginning); nothing for a game that does not exist. An error
	// is yielded once, with a zero Entry, and ends it. The caller may take its
	// time and use the store in the loop, also to commit; whether entries that are
	// committed meanwhile are yielded as well is open.
	Log(ctx context.Context, game string, from uint64) iter.Seq2[Entry, error]

	// Games yields the names of all games in byte order, beginning with the first
	// one after the given name, which need not exist; "" is the beginning. Errors
	// and use in the loop are as with Log.
	Games(ctx context.Context, after string) iter.Seq2[string, error]

	// Take returns up to max tasks that are due at now or before, oldest first
	// (those due at the same time by game, then name, in byte order), and keeps
	// them from others until the time until, which must be after now. The hold
	// ends when the task is settled, replaced or removed; a task that is still
	// there at that time is due again then. So a hold must be longer than the work.
	//
	// The tasks come with Tries counted up, which is durable before Take returns,
	// and with Due as it was before the hold. If Take fails, tasks may be
	// held all the same. A max below 1 takes nothing.
	Take(ctx context.Context, now, until time.Time, max int) ([]Task, error)

	// Settle ends the hold of a task that was taken. If again is the zero time the
	// task is done and gone, else it is due again then, with its Tries kept and with
	// t.Body, in which a worker may note how far it came. Of t only Game, Name, Tag
	// and Body are read. ErrConflict if the task was replaced, removed, settled or
	// taken again since.
	Settle(ctx context.Context, t Task, again time.Time) error

	// Tasks yields the tasks of a game in the byte order of their names, also those
	// that are not due. One that is held has as its Due the end of the hold. Errors
	// and use in the loop are as with Log.
	Tasks(ctx context.Context, game string) iter.Seq2[Task, error]

	// Close waits for calls that write and for what is being read, and frees the
	// store; calls that come later return ErrClosed. To close again is harmless.
	Close() error
}

// A Queue is a store that can be given a change before an earlier one is durable.
type Queue interface {
	// Enqueue is Commit in two parts. When it returns, the change has its place behind all that were enqueued before by
	// the same caller, so a change of revision n+1 may be enqueued at once behind one of revision n. wait returns the
	// error of Commit; it is to be called once, and waits for the disk whatever becomes of ctx.
	Enqueue(ctx context.Context, game string, c Change) (wait func() error, err error)
}

// Revisions are told by stores that know a game's revision without reading all of it.
type Revisions interface {
	// Revision is the Rev of what Load would return.
	Revision(ctx context.Context, game string) (uint64, error)
}

// A Clock is a store that several machines share and that has a clock, by which they all go: their own may differ.
type Clock interface {
	// Now is the time by the store's clock. It may jump a little when another server takes the store over.
	Now(ctx context.Context) (time.Time, error)
}

// A Remover is a store that can forget a game.
type Remover interface {
	// Remove takes a game away with its log and its tasks, held or not, whole or not at all: then Load says that there
	// is no such game, and it may be created anew. ErrConflict if it is not at rev, which is more than 0.
	Remove(ctx context.Context, game string, rev uint64) error
}

// Blobs are kept by stores that can hold what is too big for an entry. A blob is
// named by its content, never changes and belongs to no game. Put it before the
// Commit that names it. Which engines keep blobs is found by As.
type Blobs interface {
	// PutBlob keeps up to MaxBlob bytes and returns their name, RefOf(data). It is
	// durable then. To put the same again is harmless.
	PutBlob(ctx context.Context, data []byte) (Ref, error)

	// Blob returns what was put under that name, or ErrNotFound. An empty blob
	// comes back as nil.
	Blob(ctx context.Context, ref Ref) ([]byte, error)
}

// A BlobLister keeps blobs and can say which, so that all of a store can be copied.
type BlobLister interface {
	// BlobRefs yields the names of all blobs in byte order, beginning with the first one after the given name, which
	// need not exist; the zero Ref is the beginning. Errors and use in the loop are as with Store.Log.
	BlobRefs(ctx context.Context, after Ref) iter.Seq2[Ref, error]
}

// Dues are told by stores that know cheaply how much work waits.
type Dues interface {
	// Due counts the tasks that are due at now or before and held by nobody, up to most, and says since when the oldest
	// of them is due: the zero time if there is none. It holds nothing.
	Due(ctx context.Context, now time.Time, most int) (n int, oldest time.Time, err error)
}

// As returns a store as one that can more, such as a [Queue], if it can. A store in front of another one says so by a
// method Unwrap() Store. It may have methods for all that any engine can: they count where the engine has them, too.
// What it lacks itself is the engine's.
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
	Rev  uint64 // how many changes were committed; 0: there is no such game
	Next uint64 // Seq of the next log entry; the first entry is 1
	Head []byte // the game's own summary, up to MaxBody bytes
}

// Change is one step of one game. See Validate for what is allowed. A Change with
// nothing but a Rev is a step too: it makes a new revision.
type Change struct {
	Rev  uint64   // the revision it was decided on; 0 creates the game
	Head []byte   // the new head; nil keeps the old one, empty clears it
	Log  []Entry  // appended in this order
	Set  []Task   // added, or put in place of the task of that name, held or not
	Done []string // names of tasks to remove, held or not; one that is not there is ignored
}

// Entry is one line of a game's log: a letter in, an answer, a snapshot.
type Entry struct {
	// Seq is given by the store: Game.Next for the first entry of a change, and on
	// from there without gaps. Commit does not read it.
	Seq uint64

	Kind string    // the caller's word for what this is; up to MaxName bytes, may be empty
	Key  string    // if not empty, at most once in a game's log; up to MaxKey bytes
	At   time.Time // when it happened, by the caller's clock
	Body []byte    // up to MaxBody bytes
}

// Task is something to do at or after a time, once.
type Task struct {
	Game string // in a Change: empty or the game's name
	Name string // unique in its game
	Due  time.Time
	Body []byte // up to MaxBody bytes

	// Tries is how often the task was taken, this time included, since it was set:
	// it survives the workers that the task kills. In a Change it is with how many
	// the task begins: 0, but for whoever copies a store.
	Tries int

	// Tag tells this state of the task from all others that any task of that name
	// ever had. It means something to Settle only and is never 0 in a task that
	// was taken. A Change does not read it.
	Tag uint64
}
