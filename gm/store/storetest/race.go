package storetest

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"deaddrop/gm/store"
)

// testRaceCommit has eight goroutines increment a number in the head of a game by compare and set, 25 times each.
func testRaceCommit(f *fixture) {
	const workers, steps = 8, 25
	f.commit("g", store.Change{Head: []byte("0")})
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := range steps {
				if err := countUp(f, fmt.Sprintf("%d/%d", w, i)); err != nil {
					f.Errorf("worker %d: %v", w, err)
					return
				}
			}
		})
	}
	all.Wait()
	const sum = workers * steps
	f.same("the game", f.load("g"), store.Game{Rev: sum + 1, Next: sum + 1, Head: []byte(strconv.Itoa(sum))})
	for i, e := range f.log("g", 1) {
		if e.Seq != uint64(i+1) || string(e.Body) != strconv.Itoa(i+1) {
			f.Errorf("entry %d is %d, %s", i+1, e.Seq, e.Body)
		}
	}
}

// countUp increments the number in the head, and retries after conflicts.
func countUp(f *fixture, key string) error {
	for {
		g, err := f.s.Load(f.ctx, "g")
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(string(g.Head))
		if err != nil {
			return err
		}
		head := []byte(strconv.Itoa(n + 1))
		rev, err := f.s.Commit(f.ctx, "g", store.Change{Rev: g.Rev, Head: head,
			Log: []store.Entry{{Key: key, Body: head}}})
		if errors.Is(err, store.ErrConflict) {
			continue
		}
		if err == nil && rev != g.Rev+1 {
			err = fmt.Errorf("revision %d follows %d", rev, g.Rev)
		}
		return err
	}
}

// testRaceTake has eight workers take 200 tasks, a few at a time. In the first round all of them die with their
// tasks; in the second they complete them.
func testRaceTake(f *fixture) {
	const games, each = 10, 20
	for g := range games {
		c := store.Change{}
		for i := range each {
			c.Set = append(c.Set, store.Task{Name: fmt.Sprint("t", i), Due: at(i)})
		}
		f.commit(fmt.Sprint("g", g), c)
	}
	for round, done := range []bool{false, true} {
		var taken sync.Map
		var count atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				now := 100 + 100*round // the leases of the first round end at 200
				for f.work(now, done, round+1, &taken, &count) {
				}
			})
		}
		all.Wait()
		f.same("tasks taken", count.Load(), int64(games*each))
	}
	f.due(1 << 30)
}

// work takes some tasks, which no other worker may take in this round, and reports whether there were any.
func (f *fixture) work(now int, done bool, tries int, taken *sync.Map, count *atomic.Int64) bool {
	tasks, err := f.s.Take(f.ctx, at(now), at(now+100), 7)
	if err != nil {
		f.Error(err)
		return false
	}
	for _, t := range tasks {
		count.Add(1)
		if _, twice := taken.LoadOrStore(t.Game+"/"+t.Name, true); twice || t.Tries != tries {
			f.Errorf("%s/%s is taken once too often; tries %d", t.Game, t.Name, t.Tries)
		}
		if done {
			f.settle(nil, t, -1)
		}
	}
	return len(tasks) > 0 && count.Load() < endless
}

// testRaceLog reads logs while they grow. A log that is read must have no gaps, and at least the entries that were
// there before.
func testRaceLog(f *fixture) {
	var all sync.WaitGroup
	for _, game := range []string{"g", "h"} {
		all.Go(func() {
			for rev := range uint64(100) {
				c := store.Change{Rev: rev, Log: []store.Entry{{Kind: game}, {Kind: game}, {Kind: game}}}
				if _, err := f.s.Commit(f.ctx, game, c); err != nil {
					f.Error(err)
					return
				}
			}
		})
	}
	all.Go(func() {
		for seen := uint64(0); seen < 300; {
			least, err := f.s.Load(f.ctx, "g")
			if err != nil {
				f.Error(err)
				return
			}
			seen = 0
			for e, err := range f.s.Log(f.ctx, "g", 1) {
				if seen++; err != nil || e.Seq != seen || e.Kind != "g" {
					f.Errorf("entry %d is %d of %q, %v", seen, e.Seq, e.Kind, err)
					return
				}
			}
			if seen+1 < least.Next {
				f.Errorf("%d entries, but next was %d before", seen, least.Next)
			}
			if f.Failed() {
				return
			}
		}
	})
	all.Wait()
}
