package bolt

import (
	"context"
	"path/filepath"
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

// TestReader says that a reader who takes his time does not stop the writer.
func TestReader(t *testing.T) {
	if mapSize() == 0 {
		t.Skip("the file is not mapped beyond its size here")
	}
	db := openDB(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
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
