package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// ErrDamaged is store.ErrDamaged for a file with unusable pages. Open returns it and leaves the file unchanged; so
// does any operation that meets such a page later.
var ErrDamaged = fmt.Errorf("the file is %w", store.ErrDamaged)

// ErrForeign is returned for a file without any sign of a store: not even the marks with which its pages begin. If it
// was a store, its beginning was destroyed, so it is an ErrDamaged, too.
var ErrForeign = errors.New("this is not a store of games")

// ErrNewer is returned for a store of a newer program.
var ErrNewer = errors.New("written by a newer program")

// A file is an open bbolt file, together with the same file opened for direct reads, because bbolt panics on damaged
// pages.
type file struct {
	*bbolt.DB
	raw    *os.File
	path   string
	size   int           // bytes of a page
	newest atomic.Uint64 // ID of the newest transaction known to be in the file
}

// damaged returns the error of an operation that met damage.
func (f *file) damaged(what any) error {
	return fmt.Errorf("%s: %w (%v): go back to a backup; gm store check says how", f.path, ErrDamaged, what)
}

// begin begins a transaction. The caller must end it with Rollback or Commit.
func (f *file) begin(writable bool) (*bbolt.Tx, error) {
	if err := f.sound(); err != nil {
		return nil, err
	}
	tx, err := f.Begin(writable)
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		err = store.ErrClosed
	}
	return tx, err
}

// transact runs do in a transaction. If do, or bbolt, meets a damaged page, nothing is written, because bbolt reads
// no more pages once it writes the meta page that makes a commit valid. The transaction is rolled back explicitly:
// what bbolt does by itself after a panic reads all pages, in a goroutine whose panics can't be recovered.
func (f *file) transact(writable bool, do func(*bbolt.Tx) error) error {
	tx, err := f.begin(writable)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // no effect after a commit
	return f.reading(func() error {
		err := do(tx)
		if err != nil || !writable {
			return err
		}
		id := tx.ID()
		if err = tx.Commit(); err == nil {
			f.newest.Store(uint64(id))
		}
		return err
	})
}

// reading runs do, and turns panics of bbolt about damaged pages into errors. A truncated file or an unreadable disk
// shows as a memory fault. Other panics are passed on.
func (f *file) reading(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if !ofPages(p) {
				panic(p)
			}
			err = f.damaged(p)
		}
	}()
	return do()
}

// ofPages reports whether the recovered panic is about the file's pages: it was raised in bbolt, or is a fault at a
// non-nil address, which only the mapped file can cause.
func ofPages(p any) bool {
	if _, fault := p.(interface{ Addr() uintptr }); fault {
		return true
	}
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)]) // from the runtime's panic upwards
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") || !more {
			return strings.HasPrefix(frame.Function, "go.etcd.io/bbolt")
		}
	}
}

// sound checks the two meta pages that bbolt reads at the start of each transaction, one of the newest commit and one
// of the commit before. If both are damaged, bbolt would panic while holding its locks; if the newer one is, it would
// silently use the older commit.
func (f *file) sound() error {
	known := f.newest.Load()
	var meta [headLen + metaLen]byte
	for slot := range uint64(6) { // repeated, as either page may be in the middle of a write
		switch _, err := f.raw.ReadAt(meta[:], int64((known+slot)%2)*int64(f.size)); {
		case errors.Is(err, os.ErrClosed):
			return store.ErrClosed
		case err != nil:
			return f.damaged(err)
		}
		if id, ok := transaction(meta[headLen:]); ok && id >= known {
			f.newest.CompareAndSwap(known, id)
			return nil
		}
		if slot%2 == 1 {
			runtime.Gosched()
		}
	}
	return f.damaged("its beginning is not what was written last")
}

// Layout of a meta page: magic number, transaction ID and, at the end, a checksum.
const (
	metaLen   = 64
	metaMagic = 0xED0CDAED
	metaTx    = 48
	metaSum   = 56
)

// transaction returns the transaction ID in a meta page. ok reports whether the page is valid.
func transaction(meta []byte) (id uint64, ok bool) {
	sum := fnv.New64a()
	_, _ = sum.Write(meta[:metaSum]) // never fails
	ok = binary.NativeEndian.Uint32(meta) == metaMagic && binary.NativeEndian.Uint64(meta[metaSum:]) == sum.Sum64()
	return binary.NativeEndian.Uint64(meta[metaTx:]), ok
}
