package bolt_test

import (
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
