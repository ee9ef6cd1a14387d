package bolt_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// turn is a turn's commit of some 50 KB: seven orders, a snapshot, seven letters,
// and their tasks.
func turn(rev uint64) store.Change {
	c := store.Change{Rev: rev, Head: make([]byte, 300)}
	add := func(kind string, size int) {
		c.Log = append(c.Log, store.Entry{Kind: kind, Key: fmt.Sprintf("%s %d/%d", kind, rev, len(c.Log)), At: at(0), Body: make([]byte, size)})
	}
	for range 7 {
		add("orders", 1500)
	}
	add("snapshot", 20_000)
	for i := range 7 {
		add("letter", 3000)
		c.Set = append(c.Set, store.Task{Name: fmt.Sprint("letter/", i), Due: at(i)})
	}
	c.Set = append(c.Set, store.Task{Name: "deadline", Due: at(100)})
	return c
}

// benchDB is a store as in service: flushed, and not checked on Close.
func benchDB(b *testing.B) *bolt.DB {
	b.Helper()
	db, err := bolt.Open(filepath.Join(b.TempDir(), "games"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// BenchmarkCommit loads a game and commits a turn to it, each worker to its own.
func BenchmarkCommit(b *testing.B) {
	for _, workers := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("workers=", workers), func(b *testing.B) {
			db := benchDB(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ReportAllocs()
			b.ResetTimer()
			var all sync.WaitGroup
			for w := range workers {
				all.Go(func() {
					game := fmt.Sprint("g", w)
					for left.Add(-1) >= 0 {
						g, err := db.Load(b.Context(), game)
						if err == nil {
							_, err = db.Commit(b.Context(), game, turn(g.Rev))
						}
						if err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

// BenchmarkLoad loads one of a thousand games.
func BenchmarkLoad(b *testing.B) {
	db := benchDB(b)
	for i := range 1000 {
		if _, err := db.Commit(b.Context(), fmt.Sprint("g", i), store.Change{Head: make([]byte, 1000)}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if g, err := db.Load(b.Context(), fmt.Sprint("g", i%1000)); err != nil || g.Rev != 1 {
			b.Fatal(g, err)
		}
	}
}
