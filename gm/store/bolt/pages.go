package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// soundPages reads all pages of the file at path, if it exists. bbolt reads them, too, when it opens a file for
// writing, but panics on a damaged one in a goroutine whose panics can't be recovered, and a truncated file causes a
// memory fault.
func soundPages(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil // it will be created
	}
	if err == nil && info.IsDir() {
		err = errors.New("it is a directory; name a file in it")
	}
	if err != nil {
		return err
	}
	// read-only, so bbolt does not search for free pages
	file, err := bbolt.Open(path, 0, &bbolt.Options{ReadOnly: true, Timeout: lockWait})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return ErrLocked
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum),
		errors.Is(err, berrors.ErrVersionMismatch):
		if !marked(path) {
			err = fmt.Errorf("%w: %w", ErrForeign, err)
		}
		return fmt.Errorf("%w at its beginning, or not a store of games: %w", ErrDamaged, err)
	case err != nil && info.Size() < 2*int64(os.Getpagesize()):
		return fmt.Errorf("%w: it was cut short: %w", ErrDamaged, err)
	case err != nil:
		return err
	}
	err = file.View(func(tx *bbolt.Tx) error {
		from, err := os.Open(path)
		if err != nil {
			return err
		}
		defer from.Close()
		return walk(tx, from, file.Info().PageSize)
	})
	return errors.Join(err, file.Close())
}

// marked reports whether the beginning of a file has the sign by which bbolt knows its own. Both copies of it lie on
// pages of their own, which are as large as those of the machine that wrote them.
func marked(path string) bool {
	const largestPages = 2 * 64 << 10
	file, err := os.Open(path)
	if err != nil {
		return true // nothing is known of it
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, largestPages))
	return err != nil || bytes.Contains(head, []byte{0xED, 0xDA, 0x0C, 0xED})
}

// walk reads, directly from the file, all pages that a transaction uses. size is the page size.
func walk(tx *bbolt.Tx, from *os.File, size int) error {
	if info, err := from.Stat(); err != nil || info.Size() < tx.Size() {
		return errors.Join(err, fmt.Errorf("%w: it was cut short, and has not the %d bytes that it should",
			ErrDamaged, tx.Size()))
	}
	w := &walker{from: from, size: size, end: uint64(tx.Size()) / uint64(size)}
	w.seen = make([]bool, w.end)
	_, err := w.tree(uint64(tx.Cursor().Bucket().Root()), nil, nil)
	return err
}

// A walker traverses the used pages of a file.
type walker struct {
	from io.ReaderAt
	size int    // bytes of a page
	end  uint64 // number of pages
	seen []bool
}

// Layout of a page: its number, its flags, the number of its elements and of its overflow pages; then the elements.
const (
	headLen    = 16
	branchPage = 1
	leafPage   = 2
	elementLen = 16
	bucketFlag = 1
)

// An element of a page is a key with, in a branch page, a child page or, in a leaf page, a value.
type element struct {
	key, value []byte
	page       uint64
	bucket     bool
}

func (w *walker) damaged(page uint64, what string) error {
	return fmt.Errorf("%w: page %d %s", ErrDamaged, page, what)
}

// read returns the elements of a page.
func (w *walker) read(id uint64) (branch bool, all []element, err error) {
	if id < 2 || id >= w.end {
		return false, nil, w.damaged(id, "is not in it")
	}
	b := make([]byte, w.size)
	if _, err := w.from.ReadAt(b, int64(id)*int64(w.size)); err != nil {
		return false, nil, err
	}
	flags, more := binary.NativeEndian.Uint16(b[8:]), uint64(binary.NativeEndian.Uint32(b[12:]))
	switch {
	case binary.NativeEndian.Uint64(b) != id || flags != branchPage && flags != leafPage:
		return false, nil, w.damaged(id, "is not what it should be")
	case more >= w.end-id:
		return false, nil, w.damaged(id, "goes on behind the end")
	}
	for i := id; i <= id+more; i++ {
		if w.seen[i] {
			return false, nil, w.damaged(i, "is in use twice")
		}
		w.seen[i] = true
	}
	whole := (int(more) + 1) * w.size
	all, ok := elements(b, whole)
	if ok && more > 0 && !inside(all) { // keys are further on in the overflow pages; values there are not needed
		b = make([]byte, whole)
		if _, err := w.from.ReadAt(b, int64(id)*int64(w.size)); err != nil {
			return false, nil, err
		}
		all, ok = elements(b, whole)
	}
	if !ok || flags == branchPage && len(all) == 0 {
		return false, nil, w.damaged(id, "has no sense in it")
	}
	return flags == branchPage, all, nil
}

// inside reports whether the needed parts of all elements were read.
func inside(all []element) bool {
	for _, e := range all {
		if e.key == nil || e.bucket && e.value == nil {
			return false
		}
	}
	return true
}

// elements parses a page of whole bytes, of which only the beginning b was read; data beyond that is nil. ok is false
// if an element exceeds the page.
func elements(b []byte, whole int) (all []element, ok bool) {
	if len(b) < headLen {
		return nil, false
	}
	flags, count := binary.NativeEndian.Uint16(b[8:]), int(binary.NativeEndian.Uint16(b[10:]))
	if headLen+count*elementLen > whole {
		return nil, false
	}
	part := func(from, n uint64) []byte {
		if from+n > uint64(len(b)) {
			return nil
		}
		return b[from : from+n : from+n]
	}
	for i := range count {
		at := headLen + i*elementLen
		if at+elementLen > len(b) {
			return append(all, element{}), true
		}
		u := func(o int) uint64 { return uint64(binary.NativeEndian.Uint32(b[at+o:])) }
		var e element
		var end uint64
		if flags == branchPage {
			e.key, e.page, end = part(uint64(at)+u(0), u(4)), binary.NativeEndian.Uint64(b[at+8:]), uint64(at)+u(0)+u(4)
		} else {
			key := uint64(at) + u(4)
			e.key, e.value, e.bucket, end = part(key, u(8)), part(key+u(8), u(12)), u(0)&bucketFlag != 0, key+u(8)+u(12)
		}
		if end > uint64(whole) {
			return nil, false
		}
		all = append(all, e)
	}
	return all, true
}

// tree traverses the pages below a page. Their keys must be at least least and less than most, unless these are nil.
// It returns the last key.
func (w *walker) tree(id uint64, least, most []byte) (last []byte, err error) {
	branch, all, err := w.read(id)
	if err != nil {
		return nil, err
	}
	last = least
	for i, e := range all {
		order := bytes.Compare(last, e.key)
		beyond := most != nil && bytes.Compare(e.key, most) >= 0
		twice := order == 0 && i > 0
		if beyond || twice || order > 0 {
			return nil, w.damaged(id, "has keys that are not in order")
		}
		last = e.key
		switch {
		case branch:
			below := most
			if i+1 < len(all) {
				below = all[i+1].key
			}
			if last, err = w.tree(e.page, e.key, below); err != nil {
				return nil, err
			}
		case e.bucket:
			if err := w.bucket(id, e.value); err != nil {
				return nil, err
			}
		}
	}
	return last, nil
}

// bucket traverses a bucket: its own pages or, for a small bucket, the data after its header.
func (w *walker) bucket(id uint64, value []byte) error {
	if len(value) < headLen {
		return w.damaged(id, "has a bucket without a head")
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		_, err := w.tree(root, nil, nil)
		return err
	}
	page := value[headLen:]
	all, ok := elements(page, len(page))
	if !ok || binary.NativeEndian.Uint16(page[8:]) != leafPage {
		return w.damaged(id, "has a small bucket without sense in it")
	}
	var last []byte
	for i, e := range all {
		if i > 0 && bytes.Compare(last, e.key) >= 0 || e.bucket {
			return w.damaged(id, "has a small bucket that is not in order")
		}
		last = e.key
	}
	return nil
}
