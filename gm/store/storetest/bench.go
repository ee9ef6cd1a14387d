package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm/store"
)

// Benchmark measures a store under the load of a game master, with the settings of the service. Open is called with
// the same dir to open the same store again, as by Reopen, and with a new dir for a new and empty store.
//
//   - Turn/workers=N: N workers each load a game and resolve its turn in one commit of some 50 KB; turns/s.
//   - TurnReal/workers=N: the same, but the letters of the turn come in one by one, each with its answer, and all
//     outgoing letters are taken and settled one by one; turns/s.
//   - Many: of 100,000 games, 1000 have something due. Due takes ten of them (ms/scan), Idle finds nothing to take,
//     Load loads a game, Log reads 100 entries, and Open opens the store, which is all that a service does before its
//     first letter (ms/open, and the memory of the process then, in MB).
//
// Many takes a while to prepare; -bench 'NAME/Turn' leaves it out.
func Benchmark(b *testing.B, open func(b *testing.B, dir string) store.Store) {
	fresh := func(b *testing.B) *bench {
		s := open(b, b.TempDir())
		b.Cleanup(func() { closeStore(b, s) })
		return newBench(b, s)
	}
	for _, workers := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("Turn/workers=", workers), func(b *testing.B) { fresh(b).race(workers, (*bench).turn) })
	}
	for _, workers := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("TurnReal/workers=", workers), func(b *testing.B) {
			fresh(b).race(workers, (*bench).turnReal)
		})
	}
	b.Run("Many", func(b *testing.B) { benchMany(b, open) })
}

// bench holds the store of one benchmark.
type bench struct {
	*testing.B
	ctx   context.Context
	s     store.Store
	noise []byte // incompressible
}

func newBench(b *testing.B, s store.Store) *bench {
	noise := make([]byte, 1<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise) // never fails
	return &bench{B: b, ctx: b.Context(), s: s, noise: noise}
}

func closeStore(b *testing.B, s store.Store) {
	b.Helper()
	if err := s.Close(); err != nil {
		b.Errorf("closing: %v", err)
	}
}

// each is the number of games in which a worker moves in turn.
const each = 8

// inService is the memory, in bytes, that a service uses for other things: maps, fonts and words. With a store only,
// the heap would be so small that the garbage collector ran all the time.
const inService = 12 << 20

// race makes workers perform b.N moves, each worker in its own games.
func (b *bench) race(workers int, move func(b *bench, game string, g store.Game) error) {
	service := make([]byte, inService)
	defer runtime.KeepAlive(service)
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := 0; left.Add(-1) >= 0; i++ {
				game := fmt.Sprintf("d%d", w*each+i%each)
				g, err := b.s.Load(b.ctx, game)
				if err == nil {
					err = move(b, game, g)
				}
				if err != nil {
					b.Errorf("game %s: %v", game, err)
					return
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}

const (
	seats        = 7
	ordersSize   = 1500
	letterSize   = 3000
	snapshotSize = 20_000
	headSize     = 300
)

// draft is a change under construction.
type draft struct {
	store.Change
	*bench
	next uint64
}

func (b *bench) draft(g store.Game) *draft {
	return &draft{Change: store.Change{Rev: g.Rev, Head: b.body(g.Next, headSize)}, bench: b, next: g.Next}
}

// body returns incompressible data that differs for each number.
func (b *bench) body(number uint64, size int) []byte {
	from := int(number * 7919 % uint64(len(b.noise)-size))
	return b.noise[from : from+size]
}

// entry adds a log entry and returns its number.
func (d *draft) entry(kind string, size int) uint64 {
	d.Log = append(d.Log, store.Entry{Kind: kind, Key: fmt.Sprintf("%s/%d", kind, d.next), At: at(int(d.next)),
		Body: d.body(d.next, size)})
	d.next++
	return d.next - 1
}

// letter adds an outgoing letter, and the task to send it.
func (d *draft) letter() {
	d.Set = append(d.Set, store.Task{Name: fmt.Sprint("letter/", d.entry("letter", letterSize)), Due: at(0)})
}

// resolve adds the entries and tasks of a resolved turn.
func (d *draft) resolve() {
	d.entry("snapshot", snapshotSize)
	for range seats {
		d.letter()
	}
	d.Set = append(d.Set, store.Task{Name: "deadline", Due: at(week)})
}

// week is a week in milliseconds.
const week = 7 * 24 * 3600 * 1000

func (b *bench) commit(game string, c store.Change) error {
	_, err := b.s.Commit(b.ctx, game, c)
	return err
}

// turn commits a whole turn in one change: all orders, the resolution and the letters.
func (b *bench) turn(game string, g store.Game) error {
	d := b.draft(g)
	for range seats {
		d.entry("orders", ordersSize)
	}
	d.resolve()
	return b.commit(game, d.Change)
}

// turnReal receives a letter from each seat, with its answer, resolves the turn, and settles the tasks to send.
func (b *bench) turnReal(game string, g store.Game) error {
	for range seats {
		d := b.draft(g)
		d.entry("orders", ordersSize)
		d.letter()
		if err := b.commit(game, d.Change); err != nil {
			return err
		}
		g.Rev, g.Next = g.Rev+1, d.next
	}
	d := b.draft(g)
	d.resolve()
	if err := b.commit(game, d.Change); err != nil {
		return err
	}
	tasks, err := b.s.Take(b.ctx, at(0), at(week), 2*seats) // these may belong to another worker, which then takes ours
	for _, t := range tasks {
		if err == nil {
			err = b.s.Settle(b.ctx, t, time.Time{})
		}
	}
	return err
}

const (
	manyGames = 100_000
	dueGames  = 1000
	longLog   = 100 // entries of the game "long"
)

// benchMany measures what depends on the number of games.
func benchMany(b *testing.B, open func(b *testing.B, dir string) store.Store) {
	dir := b.TempDir()
	m := newBench(b, open(b, dir))
	defer func() { closeStore(b, m.s) }()
	m.fill()
	run := func(name string, measure func(*bench)) {
		b.Run(name, func(b *testing.B) { measure(&bench{B: b, ctx: b.Context(), s: m.s, noise: m.noise}) })
	}
	now := 0 // moves on, so that a taken task is due again after all others
	run("Due", func(b *bench) {
		for b.Loop() {
			now += 2
			if tasks, err := b.s.Take(b.ctx, at(now), at(now+1), 10); err != nil || len(tasks) != 10 {
				b.Fatal(len(tasks), err)
			}
		}
		b.reportEach("ms/scan")
	})
	run("Idle", func(b *bench) {
		for b.Loop() {
			if tasks, err := b.s.Take(b.ctx, at(-dueGames-1), at(0), 10); err != nil || len(tasks) != 0 {
				b.Fatal(len(tasks), err)
			}
		}
		b.reportEach("ms/scan")
	})
	run("Load", func(b *bench) {
		for i := 0; b.Loop(); i++ {
			if g, err := b.s.Load(b.ctx, manyName(i*7919%manyGames)); err != nil || g.Rev != 1 {
				b.Fatal(g.Rev, err)
			}
		}
	})
	run("Log", (*bench).readLong)
	b.Run("Open", func(b *testing.B) {
		b.StopTimer() // b.N instead of b.Loop, as most of the time passes between the measurements
		for range b.N {
			closeStore(b, m.s)
			debug.FreeOSMemory()
			b.StartTimer()
			m.s = open(b, dir)
			b.StopTimer()
		}
		(&bench{B: b}).reportEach("ms/open")
		if mb := residentMB(); mb > 0 {
			b.ReportMetric(mb, "MB")
		}
	})
}

func manyName(i int) string { return fmt.Sprintf("g%06d", i) }

// fill creates the many games, each of some 1 KB with a deadline, and the long one. Only the first games are due
// before the suite's start time.
func (b *bench) fill() {
	const workers = 256
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := w; i < manyGames; i += workers {
				d := b.draft(store.Game{Next: uint64(i)}) // a different body for each; Commit ignores Next
				d.entry("start", 700)
				d.Set = []store.Task{{Name: "deadline", Due: at(week/2 + i*week/manyGames)}}
				if i < dueGames {
					d.Set[0].Due = at(i - dueGames)
				}
				if err := b.commit(manyName(i), d.Change); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	d := b.draft(store.Game{Next: 1})
	for range longLog {
		d.entry("letter", 5000)
	}
	if err := b.commit("long", d.Change); err != nil || b.Failed() {
		b.Fatal("the games could not be made", err)
	}
}

// readLong reads the long log.
func (b *bench) readLong() {
	for b.Loop() {
		n := 0
		for _, err := range b.s.Log(b.ctx, "long", 1) {
			if n++; err != nil {
				b.Fatal(err)
			}
		}
		if n != longLog {
			b.Fatalf("%d entries of %d", n, longLog)
		}
	}
}

// reportEach reports the milliseconds per round.
func (b *bench) reportEach(unit string) {
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), unit)
}

// residentMB returns the memory of this process in MB, mapped files included, or 0 where that is unknown.
func residentMB() float64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var all, resident int
	if _, err := fmt.Sscan(string(text), &all, &resident); err != nil {
		return 0
	}
	return float64(resident*os.Getpagesize()) / 1e6
}
