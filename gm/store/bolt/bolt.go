// Package bolt keeps games in one file on one machine, with go.etcd.io/bbolt. It
// is the default engine of package store and keeps blobs too. It is in charge of
// the file: its lock, its schema, the encoding of records, the grouping of
// commits, consistency checks and backups. It knows nothing of what games mean,
// starts no work by itself, and never reads the clock.
//
// The file belongs to one process at a time and must lie on a local file system.
// It never shrinks. Commits that arrive while another one is being flushed
// are flushed together, so that many workers cost little more than one.
//
// A reader may see a commit shortly before it is durable, as bbolt makes it
// visible before the last flush. So whatever has an effect outside the store
// (deleting a letter from the mailbox, sending one) is to wait for a write of
// one's own to return: Commit's ErrDuplicate, for one, is always durable.
package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// ErrLocked is returned when Open finds that another process, or another DB of
// this process, has the file open.
var ErrLocked = errors.New("in use by another process")

// lockWait is how long Open waits for the file's lock.
const lockWait = time.Second

// Options are for tests; the zero value is right for everything else.
type Options struct {
	// NoSync does not wait for the disk: a power cut loses games. For tests only.
	NoSync bool

	// Check makes Close run DB.Check and return what it finds.
	Check bool
}

// DB is an open file. It is a store.Store and a store.Blobs; all its methods may
// be called by any number of goroutines at once.
type DB struct {
	file   *bbolt.DB
	writer *writer
	close  func() error // shut, once
}

var (
	_ store.Store     = (*DB)(nil)
	_ store.Blobs     = (*DB)(nil)
	_ store.Queue     = (*DB)(nil)
	_ store.Revisions = (*DB)(nil)
)

// Open opens the file at path, or creates it with permissions 0600 in a directory
// that exists. If another process has it open the error is ErrLocked, after a
// second. A file that a newer program has written, and one that is no store, is
// refused and left as it is. A file whose pages are damaged makes bbolt panic, here
// or later: go back to a backup.
func Open(path string, o Options) (*DB, error) {
	file, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout:         lockWait,
		FreelistType:    bbolt.FreelistMapType,
		NoFreelistSync:  true,
		InitialMmapSize: mapSize(),
		NoStatistics:    true, // which readers would have to lock
		NoSync:          o.NoSync,
	})
	if errors.Is(err, berrors.ErrTimeout) {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	if err := prepare(file, path); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), file.Close())
	}
	db := &DB{file: file, writer: newWriter(file.Update, letGo)}
	db.close = sync.OnceValue(func() error { return db.shut(o.Check) })
	return db, nil
}

// prepare makes a new file a store, durably, and refuses files that are none.
func prepare(file *bbolt.DB, path string) error {
	fresh, err := readSchema(file)
	if err != nil || !fresh {
		return err
	}
	if err := file.Update(createSchema); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes a new file's name durable, which flushing the file does not.
func syncDir(path string) error {
	if runtime.GOOS == "windows" { // there is no such thing
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// mapSize is how much address space to map at first. While the file fits in,
// growing it does not wait for readers. On Windows the file would be made so big.
func mapSize() int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	return 1 << 30
}

// Close waits for the writes and reads that are under way and closes the file.
// With Options.Check it returns what DB.Check found. To close again
// returns the same once more.
func (db *DB) Close() error { return db.close() }

func (db *DB) shut(check bool) error {
	db.writer.close()
	var err error
	if check {
		err = db.Check(context.Background())
	}
	return errors.Join(err, db.file.Close())
}

// Backup writes the file as it is at this moment to w; what it writes can be
// opened as a store. Others read and write on meanwhile, but the pages they free
// are not used again until it is done, so w should not be slow: copy to a
// local file first. If it fails, or ctx is cancelled, what was written is of no use.
func (db *DB) Backup(ctx context.Context, w io.Writer) error {
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(whileWanted{ctx, w})
		return err
	})
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // which bbolt does not wrap
	}
	if err != nil {
		return fmt.Errorf("backing up the store: %w", err)
	}
	return nil
}

// whileWanted writes to w until the context is cancelled.
type whileWanted struct {
	ctx context.Context
	w   io.Writer
}

func (w whileWanted) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.w.Write(b)
}

// view runs read in a read transaction, which must be short and leave no slice
// of the file's memory behind.
func (db *DB) view(ctx context.Context, read func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := db.file.View(read)
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return store.ErrClosed
	}
	return err
}
