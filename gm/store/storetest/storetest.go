// Package storetest is the test suite for the contract of package store, which every engine must pass. It tests,
// through the interface alone, what all engines have in common. Whatever is specific to an engine (its files, its
// locks, crashes and backups) is tested beside the engine. The suite does not read the clock.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"deaddrop/gm/store"
)

// Run tests the stores that open returns. Each must be new and empty; open may fail t. The suite closes them, and an
// error of Close fails the test, so engines should check their consistency on Close.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	test := func(name string, run func(*fixture)) {
		t.Run(name, func(t *testing.T) { run(newFixture(t, open(t))) })
	}
	test("Create", testCreate)
	test("Conflict", testConflict)
	test("Duplicate", testDuplicate)
	test("Head", testHead)
	test("Revision", testRevision)
	test("Empty", testEmpty)
	test("Refused", testRefused)
	test("Names", testNames)
	test("Ownership", testOwnership)
	test("Large", testLarge)
	test("Cancelled", testCancelled)
	test("Closed", testClosed)

	test("Seq", testSeq)
	test("LogPages", testLogPages)
	test("LogLoop", testLogLoop)
	test("Times", testTimes)
	test("Games", testGames)
	test("LoadAll", testLoadAll)

	test("Take", testTake)
	test("TakeOrder", testTakeOrder)
	test("TakeExcept", testTakeExcept)
	test("Hold", testHold)
	test("Settle", testSettle)
	test("StaleTag", testStaleTag)
	test("Replace", testReplace)
	test("Tasks", testTasks)
	test("AllTasks", testAllTasks)
	test("Clock", testClock)
	test("Due", testDue)

	test("RaceCommit", testRaceCommit)
	test("RaceTake", testRaceTake)
	test("RaceLog", testRaceLog)
	test("Model", testModel)
	test("Remove", testRemove)
	test("Queue", testQueue)
	test("Blobs", testBlobs)
	test("BlobRefs", testBlobRefs)
}

// Reopen tests that committed data survives Close. open is called with the same dir to open the same store again,
// after it was closed, and with a new dir for a new and empty store. An engine without files may use dir as a name.
func Reopen(t *testing.T, open func(t *testing.T, dir string) store.Store) {
	test := func(name string, run func(*fixture)) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f := newFixture(t, open(t, dir))
			f.open = func() store.Store { return open(t, dir) }
			run(f)
		})
	}
	test("Persist", testPersist)
	test("Model", testModel)
}

// fixture is the store of one test. Its methods fail the test on unexpected results.
type fixture struct {
	*testing.T
	ctx  context.Context
	s    store.Store
	open func() store.Store // opens the same store again; nil if it is not to be reopened
}

func newFixture(t *testing.T, s store.Store) *fixture {
	f := &fixture{T: t, ctx: t.Context(), s: s}
	t.Cleanup(f.close)
	return f
}

func (f *fixture) close() {
	f.Helper()
	if err := f.s.Close(); err != nil {
		f.Errorf("closing: %v", err)
	}
}

// reopen closes the store and opens it again, if it can be reopened.
func (f *fixture) reopen() {
	f.Helper()
	if f.open != nil {
		f.close()
		f.s = f.open()
	}
}

// at returns the suite's start time plus ms milliseconds.
func at(ms int) time.Time {
	return time.Date(1901, time.March, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(ms) * time.Millisecond)
}

func (f *fixture) load(game string) store.Game {
	f.Helper()
	g, err := f.s.Load(f.ctx, game)
	if err != nil {
		f.Fatalf("Load(%q): %v", game, err)
	}
	return g
}

// commit makes a change and expects success.
func (f *fixture) commit(game string, c store.Change) {
	f.Helper()
	rev, err := f.s.Commit(f.ctx, game, c)
	if err != nil || rev != c.Rev+1 {
		f.Fatalf("Commit(%q) at revision %d: %d, %v", game, c.Rev, rev, err)
	}
}

// refuse makes a change, and expects the error want and no effect.
func (f *fixture) refuse(want error, game string, c store.Change) {
	f.Helper()
	if rev, err := f.s.Commit(f.ctx, game, c); rev != 0 || !errors.Is(err, want) {
		f.Errorf("Commit(%q) at revision %d: %d, %v; want %v", game, c.Rev, rev, err, want)
	}
}

// endless is more than the number of records in any test.
const endless = 10_000

// log returns the log of a game, beginning with the entry from.
func (f *fixture) log(game string, from uint64) []store.Entry {
	f.Helper()
	var log []store.Entry
	for e, err := range f.s.Log(f.ctx, game, from) {
		if err != nil {
			f.Fatalf("Log(%q, %d): %v", game, from, err)
		}
		if log = append(log, e); len(log) > endless {
			f.Fatalf("Log(%q, %d) does not end", game, from)
		}
	}
	return log
}

// tasks returns the tasks of a game.
func (f *fixture) tasks(game string) []store.Task {
	f.Helper()
	var tasks []store.Task
	for t, err := range f.s.Tasks(f.ctx, game) {
		if err != nil {
			f.Fatalf("Tasks(%q): %v", game, err)
		}
		if tasks = append(tasks, t); len(tasks) > endless {
			f.Fatalf("Tasks(%q) does not end", game)
		}
	}
	return tasks
}

func (f *fixture) games(after string) []string {
	f.Helper()
	var names []string
	for name, err := range f.s.Games(f.ctx, after) {
		if err != nil {
			f.Fatalf("Games(%q): %v", after, err)
		}
		if names = append(names, name); len(names) > endless {
			f.Fatalf("Games(%q) does not end", after)
		}
	}
	return names
}

// take leases up to max tasks that are due at ms, until the time until.
func (f *fixture) take(ms, until, max int, except ...string) []store.Task {
	f.Helper()
	tasks, err := f.s.Take(f.ctx, at(ms), at(until), max, except...)
	if err != nil {
		f.Fatalf("Take(%d, %d): %v", ms, until, err)
	}
	for _, t := range tasks {
		if t.Tag == 0 {
			f.Errorf("task %q of %q has tag 0", t.Name, t.Game)
		}
	}
	return tasks
}

// takeAll takes all tasks that are due at ms, and expects those in want, in order.
func (f *fixture) takeAll(ms, until int, want ...string) []store.Task {
	f.Helper()
	tasks := f.take(ms, until, 100)
	if got := names(tasks); !equal(got, want) {
		f.Fatalf("at %d, %q are due, want %q", ms, got, want)
	}
	return tasks
}

// takeOne takes the only task that is due at ms, and expects "g/t".
func (f *fixture) takeOne(ms, until int) store.Task {
	f.Helper()
	return f.takeAll(ms, until, "g/t")[0]
}

// due takes all tasks that are due at ms, for a moment, and expects those in want, in order.
func (f *fixture) due(ms int, want ...string) {
	f.Helper()
	if got := names(f.take(ms, ms+1, 100)); !equal(got, want) {
		f.Errorf("at %d, %q are due, want %q", ms, got, want)
	}
}

// settle settles a task and expects the error want; a negative again means that the task is done.
func (f *fixture) settle(want error, t store.Task, again int) {
	f.Helper()
	var due time.Time
	if again >= 0 {
		due = at(again)
	}
	if err := f.s.Settle(f.ctx, t, due); !errors.Is(err, want) {
		f.Errorf("Settle(%q): %v, want %v", t.Name, err, want)
	}
}

// same fails the test unless two values are deeply equal.
func (f *fixture) same(what string, got, want any) {
	f.Helper()
	if !reflect.DeepEqual(got, want) {
		f.Errorf("%s:\n got %s\nwant %s", what, brief(got), brief(want))
	}
}

// brief returns the text of a value, shortened if it is long.
func brief(v any) string {
	s := fmt.Sprintf("%+v", v)
	if len(s) > 2000 {
		s = s[:2000] + "..."
	}
	return s
}

// names returns the names of the tasks as "game/name".
func names(tasks []store.Task) []string {
	var list []string
	for _, t := range tasks {
		list = append(list, t.Game+"/"+t.Name)
	}
	return list
}

func equal(a, b []string) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}

// noise returns n bytes that hardly compress and depend on seed.
func noise(n int, seed byte) []byte {
	ref := store.RefOf([]byte{seed})
	b := bytes.Repeat(ref[:], n/len(ref)+1)[:n]
	for i := range b {
		b[i] ^= byte(i>>5) * 31
	}
	return b
}
