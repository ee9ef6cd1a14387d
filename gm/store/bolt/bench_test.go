package bolt_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/storetest"
)

// BenchmarkStore measures a store as in service: flushed, and not checked on Close.
func BenchmarkStore(b *testing.B) {
	storetest.Benchmark(b, func(b *testing.B, dir string) store.Store {
		db, err := bolt.Open(filepath.Join(dir, "games"), bolt.Options{})
		if err != nil {
			b.Fatal(err)
		}
		return db
	})
}

// BenchmarkLoad measures how long one reader waits for a game of 1 KB in a file that is in memory.
func BenchmarkLoad(b *testing.B) {
	db, err := bolt.Open(filepath.Join(b.TempDir(), "games"), bolt.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	name := func(i int) string { return fmt.Sprint("g", i%1000) }
	for i := range 1000 {
		if _, err := db.Commit(b.Context(), name(i), store.Change{Head: make([]byte, 1000)}); err != nil {
			b.Fatal(err)
		}
	}
	for i := 0; b.Loop(); i++ {
		if _, err := db.Load(b.Context(), name(i)); err != nil {
			b.Fatal(err)
		}
	}
}
