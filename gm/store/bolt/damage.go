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

// ErrDamaged is what store.ErrDamaged is of a file: its pages can't be used. Open returns it, and leaves the file as it
// is; so does whatever meets such a page later.
var ErrDamaged = fmt.Errorf("the file is %w", store.ErrDamaged)

// A file is what lies beneath a store: bbolt's, and the same one to be looked at without bbolt, which panics on what is
// damaged.
type file struct {
	*bbolt.DB
	raw    *os.File
	path   string
	size   int           // of a page
	newest atomic.Uint64 // the last transaction that is known to be in the file
}

// damaged is the error of an operation that met what is damaged.
func (f *file) damaged(what any) error {
	return fmt.Errorf("%s: %w (%v): go back to a backup; gm store check says how", f.path, ErrDamaged, what)
}

// begin begins a transaction, which whoever has it must end by its Rollback or Commit.
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

// transact runs do in a transaction. If do, or bbolt, meets what is damaged, nothing is written: bbolt reads no more
// pages once it has begun to write the one that makes a commit count. It is undone by Rollback, as what bbolt does by
// itself after a panic reads all pages, in a goroutine where nobody can recover.
func (f *file) transact(writable bool, do func(*bbolt.Tx) error) error {
	tx, err := f.begin(writable)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
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

// reading runs do, which reads pages, and returns an error where bbolt panics as they are damaged. A file that was cut
// short and a disk that can't read are faults of memory there. All other panics go on.
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

// ofPages reports whether the panic that was recovered is about the file's pages: it has begun in bbolt, or is a fault
// at an address that is none of nil, which only the mapped file can make.
func ofPages(p any) bool {
	if _, fault := p.(interface{ Addr() uintptr }); fault {
		return true
	}
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)]) // from the runtime's panic on
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") || !more {
			return strings.HasPrefix(frame.Function, "go.etcd.io/bbolt")
		}
	}
}

// sound looks at the two pages with which bbolt begins each transaction: one is that of the last one, the other of the
// one before. If both were damaged, bbolt would panic and keep its locks; if the newer one, it would go on with the
// older.
func (f *file) sound() error {
	known := f.newest.Load()
	var meta [headLen + metaLen]byte
	for slot := range uint64(6) { // more than once, as either may be being written
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

// The layout of what says where all begins: the transaction, and at the end a checksum.
const (
	metaLen   = 64
	metaMagic = 0xED0CDAED
	metaTx    = 48
	metaSum   = 56
)

// transaction is the one that a page tells of which says where all begins. ok says whether it does.
func transaction(meta []byte) (id uint64, ok bool) {
	sum := fnv.New64a()
	_, _ = sum.Write(meta[:metaSum]) // never fails
	ok = binary.NativeEndian.Uint32(meta) == metaMagic && binary.NativeEndian.Uint64(meta[metaSum:]) == sum.Sum64()
	return binary.NativeEndian.Uint64(meta[metaTx:]), ok
}
