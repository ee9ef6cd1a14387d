package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// TestSettings says that a store in service waits for the disk, and is otherwise set
// up as it was measured to be best.
func TestSettings(t *testing.T) {
	db, err := Open(filepath.Join(t.TempDir(), "games"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if f := db.file; f.NoSync || f.NoGrowSync || !f.NoFreelistSync || f.FreelistType != bbolt.FreelistMapType {
		t.Errorf("NoSync %v, NoGrowSync %v, NoFreelistSync %v, FreelistType %v", f.NoSync, f.NoGrowSync, f.NoFreelistSync, f.FreelistType)
	}
}

// TestPages says that a page of the log is short in entries and in bytes.
func TestPages(t *testing.T) {
	db := openDB(t)
	check := func(game string, n, size, want int) {
		t.Helper()
		c := store.Change{Log: make([]store.Entry, n)}
		for i := range c.Log {
			c.Log[i].Body = make([]byte, size)
		}
		if _, err := db.Commit(t.Context(), game, c); err != nil {
			t.Fatal(err)
		}
		err := db.file.View(func(tx *bbolt.Tx) error {
			page, err := readLog(tx, game, 1, pageLen)
			if len(page) != want {
				t.Errorf("%d entries of %d bytes: a page has %d, want %d", n, size, len(page), want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	check("few", 99, 0, 99)
	check("many", 250, 0, pageLen)
	check("large", 20, store.MaxBody, 8)
}

// TestReader says that a slow reader does not stop the writer.
func TestReader(t *testing.T) {
	if mapSize() == 0 {
		t.Skip("the file is not mapped beyond its size here")
	}
	db := openDB(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := db.file.View(func(*bbolt.Tx) error {
		c := store.Change{Log: make([]store.Entry, 10)}
		for i := range c.Log {
			c.Log[i].Body = make([]byte, store.MaxBody)
		}
		_, err := db.Commit(ctx, "g", c)
		return err
	})
	if err != nil {
		t.Errorf("while one reads: %v", err)
	}
}

// TestOutgrown says why so much is mapped: once the file has outgrown it, a reader does stop the writer.
func TestOutgrown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	file, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true, InitialMmapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	written := make(chan error, 1)
	err = file.View(func(*bbolt.Tx) error {
		go func() {
			written <- file.Update(func(tx *bbolt.Tx) error {
				b, err := tx.CreateBucket([]byte("b"))
				if err == nil {
					err = b.Put([]byte("k"), make([]byte, 2<<20))
				}
				return err
			})
		}()
		select {
		case err := <-written:
			return fmt.Errorf("a writer does not wait any more, so mapSize may be small: %w", err)
		case <-time.After(50 * time.Millisecond):
			return nil
		}
	})
	if err == nil {
		err = <-written
	}
	if err != nil {
		t.Error(err)
	}
	if strconv.IntSize == 64 && runtime.GOOS != "windows" && mapSize() < 16<<30 {
		t.Errorf("%d bytes are mapped", mapSize())
	}
}

// TestReplaced says that who waits for a file that is replaced meanwhile opens the new one.
func TestReplaced(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "games"), filepath.Join(dir, "new")
	make1 := func(path, game string) *bbolt.DB {
		t.Helper()
		db, err := Open(path, Options{NoSync: true})
		if err == nil {
			_, err = db.Commit(t.Context(), game, store.Change{})
		}
		if err == nil {
			err = db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		file, err := openFile(path, true)
		if err != nil {
			t.Fatal(err)
		}
		return file.DB
	}
	old := make1(path, "old")
	if err := make1(other, "new").Close(); err != nil {
		t.Fatal(err)
	}
	opened := make(chan *DB)
	go func() {
		db, err := Open(path, Options{NoSync: true})
		if err != nil {
			t.Error(err)
		}
		opened <- db
	}()
	time.Sleep(100 * time.Millisecond) // it waits for the lock
	if err := errors.Join(os.Rename(other, path), old.Close()); err != nil {
		t.Fatal(err)
	}
	db := <-opened
	if db == nil {
		return
	}
	defer db.Close()
	if g, err := db.Load(t.Context(), "new"); err != nil || g.Rev != 1 {
		t.Errorf("the old file was opened, which is nowhere any more: %v, %v", g, err)
	}
}

// TestCompare says that a copy that is no copy is found out.
func TestCompare(t *testing.T) {
	differs := func(want bool, change func(*bbolt.Tx) error) {
		t.Helper()
		a, b := openDB(t), openDB(t)
		for _, db := range []*DB{a, b} {
			if _, err := db.Commit(t.Context(), "g", store.Change{Log: make([]store.Entry, 2)}); err != nil {
				t.Fatal(err)
			}
		}
		err := a.file.View(func(was *bbolt.Tx) error {
			tx, err := b.file.Begin(true)
			if err != nil {
				return err
			}
			if err := change(tx); err != nil {
				t.Error(err)
			}
			return errors.Join(compare(t.Context(), was, tx), tx.Rollback())
		})
		if errors.Is(err, errDiffers) != want || !want && err != nil {
			t.Error(err)
		}
	}
	differs(false, func(tx *bbolt.Tx) error { return nil })
	differs(true, func(tx *bbolt.Tx) error { return at(tx, inLog).Put(seqKey("g", 2), []byte("else")) })
	differs(true, func(tx *bbolt.Tx) error { return at(tx, inLog).Put(seqKey("g", 3), []byte("more")) })
	differs(true, func(tx *bbolt.Tx) error { return at(tx, inLog).Delete(seqKey("g", 2)) })
	differs(true, func(tx *bbolt.Tx) error { return at(tx, inTask).SetSequence(7) })
	differs(true, func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte(inBlob)) })
}

// TestRevision says that the revision alone is the one that comes with a game.
func TestRevision(t *testing.T) {
	db := openDB(t)
	for want := range uint64(3) {
		g, err := db.Load(t.Context(), "d1")
		rev, failed := db.Revision(t.Context(), "d1")
		if err != nil || failed != nil || g.Rev != want || rev != want {
			t.Errorf("revision %d, and %d with the game, want %d: %v, %v", rev, g.Rev, want, failed, err)
		}
		if _, err := db.Commit(t.Context(), "d1", store.Change{Rev: want, Head: []byte("head")}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Revision(t.Context(), ""); err == nil {
		t.Error("a game without a name has a revision")
	}
}
