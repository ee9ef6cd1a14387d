package bolt_test

import (
	"path/filepath"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, t.TempDir()) })
}

func TestReopen(t *testing.T) {
	storetest.Reopen(t, func(t *testing.T, dir string) store.Store { return open(t, dir) })
}

// open opens the file "games" in dir for a test: not flushed, but checked on Close.
func open(t testing.TB, dir string) *bolt.DB {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, "games"), bolt.Options{NoSync: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
