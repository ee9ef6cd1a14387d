// Package bolt stores games in one file on one machine, with go.etcd.io/bbolt. It is the default engine of package
// store and also stores blobs. It is in charge of the file: its lock, its schema, the encoding of records, group
// commit, consistency checks and backups. It does not know what games mean, starts no work by itself, and never reads
// the clock.
//
// The file can be used by one process at a time and must be on a local file system. It shrinks only by Compact.
// Commits that arrive while another one is being flushed are flushed together, so that many concurrent commits take
// little longer than one.
//
// Readers may see a commit shortly before it is durable, as bbolt makes it visible before the last flush. So any
// effect outside the store, such as sending a letter or deleting one from the mailbox, must wait until a write of
// one's own has returned. Commit's ErrDuplicate, for example, is always durable.
//
// If a page turns out to be damaged while the file is open, only the operations that need it fail, with ErrDamaged,
// and write nothing. bbolt has no checksums of data pages, so damage that leaves a page well-formed is not noticed.
// Two cases end the program, without reporting anything as done that is not: a page that points back to one of its
// ancestors, and a failed flush while pages are damaged, after which bbolt reads all of them.
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

// ErrLocked is returned by Open when the file is open in another process, or in another DB of this process.
var ErrLocked = errors.New("in use by another process")

// lockWait is how long Open waits for the lock on the file.
const lockWait = time.Second

// Options are for tests; otherwise use the zero value.
type Options struct {
	// NoSync does not flush to disk, so that a power cut loses games. For tests only.
	NoSync bool

	// Check makes Close run DB.Check and return its findings.
	Check bool
}

// DB is an open file. It implements store.Store, store.Blobs and others, and is safe for concurrent use.
type DB struct {
	file   *file
	writer *writer
	close  func() error // calls shut, once
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

// Open opens the file at path, or creates it with permissions 0600 in an existing directory. If it is open elsewhere,
// Open returns ErrLocked after a second. It refuses, and leaves unchanged, a file written by a newer program and one
// that is not a store. It reads all pages, and returns ErrDamaged if one is damaged: restore a backup then. Pages
// that are damaged later cause errors in the operations that need them.
func Open(path string, o Options) (*DB, error) {
	file, err := openFile(path, o.NoSync)
	if err != nil {
		return nil, err
	}
	if err := prepare(file, path); err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", path, err), file.Close())
	}
	_ = file.View(letGo) // the search for free pages has read the whole file into memory
	update := func(do func(*bbolt.Tx) error) error { return file.transact(true, do) }
	db := &DB{file: file, writer: newWriter(update, letGo)}
	db.close = sync.OnceValue(func() error { return db.shut(o.Check) })
	return db, nil
}

// IsStore reports whether the file at path is a store, of this program's version or a newer one. It does not wait for
// a lock, and returns false for a file that is in use.
func IsStore(path string) (is bool) {
	file, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, Timeout: time.Millisecond})
	if err != nil {
		return false
	}
	defer func() {
		if p := recover(); p != nil { // the file is damaged
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

// openFile opens and locks the file at path, whatever its content.
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
			FreelistType:    bbolt.FreelistMapType, // finds free pages quickly, however many there are
			NoFreelistSync:  true,                  // commits are faster, and Open has to search for free pages
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
		if err := db.Close(); err != nil { // replaced while we waited for its lock
			return nil, fmt.Errorf("opening %s: %w", path, err)
		}
	}
}

// inPlace reports whether path still leads to the opened file.
func inPlace(opened *os.File, path string) bool {
	was, err := opened.Stat()
	is, err2 := os.Stat(path)
	return err == nil && err2 == nil && os.SameFile(was, is)
}

// prepare initialises a new file durably, upgrades an older store, and refuses files that are not stores.
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

// mapSize returns how much address space to map at first: 16 GiB, of which only the parts that are read take memory.
// As long as the file fits, growing it does not wait for readers; beyond that, a backup blocks all writers. On
// Windows the file itself would become that large, so less is mapped there.
func mapSize() int {
	if runtime.GOOS == "windows" || strconv.IntSize < 64 {
		return 0
	}
	size := int64(16 << 30) // a variable, as the constant overflows int on 32-bit systems
	return int(size)
}

// Size returns the number of bytes of the file that have ever been written, and how many of those are free: they are
// reused for new records, and Compact returns them to the file system. Both are 0 when the store is closed.
func (db *DB) Size() (file, free int64) {
	_ = db.view(context.Background(), func(tx *bbolt.Tx) error {
		stats := db.file.Stats()
		file, free = tx.Size(), int64(stats.FreePageN+stats.PendingPageN)*int64(db.file.size)
		return nil
	})
	return file, free
}

// Path returns the file's name as given to Open.
func (db *DB) Path() string { return db.file.path }

// Close waits for reads and writes in progress and closes the file. With Options.Check it returns the findings of
// DB.Check. Further calls return the same error.
func (db *DB) Close() error { return db.close() }

func (db *DB) shut(check bool) error {
	db.writer.close()
	var err error
	if check {
		err = db.Check(context.Background())
	}
	return errors.Join(err, db.file.Close())
}

// Backup writes a snapshot of the file to w, which can be opened as a store. Others may read and write meanwhile, but
// pages that they free are not reused until the backup is done, so w should be fast: copy to a local file first. If
// Backup fails, or ctx is cancelled, the output is useless.
func (db *DB) Backup(ctx context.Context, w io.Writer) error {
	err := db.view(ctx, func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(whileWanted{ctx, w})
		return err
	})
	if err != nil && ctx.Err() != nil {
		err = ctx.Err() // bbolt does not wrap it
	}
	if err != nil {
		return fmt.Errorf("backing up the store: %w", err)
	}
	return nil
}

// whileWanted is a writer that fails once the context is cancelled.
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

// view runs read in a read-only transaction. It must be short, and must not keep slices of the file's memory.
func (db *DB) view(ctx context.Context, read func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.file.transact(false, read)
}
