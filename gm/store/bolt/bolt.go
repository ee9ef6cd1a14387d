// Package bolt keeps games in one file on one machine, with go.etcd.io/bbolt. It
// is the default engine of package store and keeps blobs too. It is in charge of
// the file: its lock, its schema, the encoding of records, the grouping of
// commits, consistency checks and backups. It knows nothing of what games mean,
// starts no work by itself, and never reads the clock.
//
// The file belongs to one process at a time and must lie on a local file system.
// It shrinks only when Compact is asked to. Commits that arrive while another one is being flushed
// are flushed together, so that many workers cost little more than one.
//
// A reader may see a commit shortly before it is durable, as bbolt makes it
// visible before the last flush. So whatever has an effect outside the store
// (deleting a letter from the mailbox, sending one) is to wait for a write of
// one's own to return: Commit's ErrDuplicate, for one, is always durable.
//
// A page that is damaged while the file is open is an error of whoever needs it, ErrDamaged, and of nobody else; what
// was to be written is then not. bbolt keeps no checksums: what it can't tell from a good page is taken for one. Nor
// can it be helped if a page is made to lead back to one above it, or if the disk refuses a commit while pages are
// damaged, as bbolt then reads all of them: that ends the program, and nothing is said to be done that is not.
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
	file   *file
	writer *writer
	close  func() error // shut, once
}

var (
	_ store.Store      = (*DB)(nil)
	_ store.Blobs      = (*DB)(nil)
	_ store.BlobLister = (*DB)(nil)
	_ store.Queue      = (*DB)(nil)
	_ store.Revisions  = (*DB)(nil)
	_ store.Remover    = (*DB)(nil)
	_ store.Dues       = (*DB)(nil)
	_ store.Survey     = (*DB)(nil)
)

// Open opens the file at path, or creates it with permissions 0600 in a directory
// that exists. If another process has it open the error is ErrLocked, after a
// second. A file that a newer program has written, and one that is no store, is
// refused and left as it is. So is one whose pages are damaged, with ErrDamaged: go
// back to a backup. All pages are read. One that is damaged later is such an error of whoever needs it.
func Open(path string, o Options) (*DB, error) {
	file, err := openFile(path, o.NoSync)
	if err != nil {
		return nil, err
	}
	if err := prepare(file, path); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), file.Close())
	}
	_ = file.View(letGo) // the search for free pages has touched the whole file
	update := func(do func(*bbolt.Tx) error) error { return file.transact(true, do) }
	db := &DB{file: file, writer: newWriter(update, letGo)}
	db.close = sync.OnceValue(func() error { return db.shut(o.Check) })
	return db, nil
}

// IsStore reports whether the file at path is a store of games, which this program can read or a newer one. It waits
// for nobody: one that is in use is taken for none.
func IsStore(path string) (is bool) {
	file, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, Timeout: time.Millisecond})
	if err != nil {
		return false
	}
	defer func() {
		if p := recover(); p != nil { // damaged
			is = false
		}
		is = file.Close() == nil && is
	}()
	_ = file.View(func(tx *bbolt.Tx) error {
		meta := at(tx, inMeta)
		is = meta != nil && meta.Get([]byte("schema")) != nil
		return nil
	})
	return is
}

// openFile opens and locks the file at path, whatever is in it.
func openFile(path string, noSync bool) (_ *file, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("opening %s: %w: %v", path, ErrDamaged, p)
		}
	}()
	if err := soundPages(path); err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	for {
		var opened *os.File
		db, err := bbolt.Open(path, 0o600, &bbolt.Options{
			Timeout:         lockWait,
			FreelistType:    bbolt.FreelistMapType, // finding room does not take longer in a file with much of it
			NoFreelistSync:  true,                  // nor does a commit; it costs a search at Open
			InitialMmapSize: mapSize(),
			NoSync:          noSync,
			OpenFile: func(path string, flag int, mode os.FileMode) (_ *os.File, err error) {
				opened, err = os.OpenFile(path, flag, mode)
				return opened, err
			},
		})
		if errors.Is(err, berrors.ErrTimeout) {
			err = ErrLocked
		}
		if err != nil {
			return nil, fmt.Errorf("opening %s: %w", path, err)
		}
		if inPlace(opened, path) {
			return &file{DB: db, raw: opened, path: path, size: db.Info().PageSize}, nil
		}
		if err := db.Close(); err != nil { // it was replaced while we waited for its lock: what we wrote would be lost
			return nil, fmt.Errorf("opening %s: %w", path, err)
		}
	}
}

// inPlace says whether path still leads to the file that was opened there.
func inPlace(opened *os.File, path string) bool {
	was, err := opened.Stat()
	is, err2 := os.Stat(path)
	return err == nil && err2 == nil && os.SameFile(was, is)
}

// prepare makes a new file a store, durably, brings an older one to today's schema, and refuses files that are none.
func prepare(file *file, path string) error {
	switch n, err := readSchema(file.DB); {
	case err != nil || n == schema:
		return err
	case n > 0:
		return file.Update(noteSchema)
	}
	if err := file.Update(createSchema); err != nil {
		return err
	}
	return store.SyncDir(filepath.Dir(path))
}

// mapSize is how much address space to map at first: 16 GiB, of which only what is read takes memory. While the file
// fits in, growing it does not wait for readers; a backup of a file that has outgrown it stops all writers. On Windows
// the file would be made so big.
func mapSize() int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	size := int64(16 << 30) // for the compiler: an int may be too small to say it
	return int(size)
}

// Size returns how many bytes of the file have ever been written to, and in how many of them nothing is kept any more:
// new records go there first, and Compact gives them back. Of a closed store both are 0.
func (db *DB) Size() (file, free int64) {
	_ = db.view(context.Background(), func(tx *bbolt.Tx) error {
		stats := db.file.Stats()
		file, free = tx.Size(), int64(stats.FreePageN+stats.PendingPageN)*int64(db.file.size)
		return nil
	})
	return file, free
}

// Path is the file's name, as it was given to Open.
func (db *DB) Path() string { return db.file.path }

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
	return db.file.transact(false, read)
}
