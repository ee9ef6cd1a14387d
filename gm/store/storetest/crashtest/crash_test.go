package crashtest_test

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/gm/store/storetest/crashtest"
)

var entries = flag.Int("crash.entries", 600, "how long the logs of all games shall be together; from 10000 on, databases wait for the disk")

// sync says whether a database waits for the disk: who dies here is a process, which has written what it has written.
func sync() bool { return *entries >= 10_000 }

func TestMain(m *testing.M) {
	crashtest.Worker(open, time.Now)
	os.Exit(m.Run())
}

// open opens the engine that an address is for: that of a URL, or the file of a path, with what is to be wrong with it before
// a colon.
func open(address string) (store.Store, error) {
	if strings.HasPrefix(address, "postgres:") {
		return postgres.Open(context.Background(), address, postgres.Options{Check: true})
	}
	fault, path, _ := strings.Cut(address, ":")
	if path == "" {
		path = address
	}
	db, err := bolt.Open(path, bolt.Options{Check: true})
	if err != nil {
		return nil, err
	}
	switch fault {
	case "careless":
		return careless{db}, nil
	case "forgetful":
		return forgetful{careless{db}}, nil
	}
	return db, nil
}

// options returns the options that are the same for all engines.
func options(address string) crashtest.Options {
	o := crashtest.Options{
		Open: open, Address: address, Now: time.Now, Seed: 1,
		Phases: 6, Games: 1, Processes: 3, Lines: 2, Hold: 300 * time.Millisecond, Kills: 2 + *entries/250,
	}
	o.Games = (*entries + o.Expected() - 1) / o.Expected()
	return o
}

// play plays all games to their end and says how it went.
func play(t *testing.T, o crashtest.Options) {
	t.Helper()
	c := crashtest.New(t, o)
	c.Play()
	r := c.Check(true)
	t.Log(r)
	if r.Entries != o.Expected() || r.Acknowledged == 0 || r.Kills != o.Kills || r.Disturbed != len(o.Disturb) {
		t.Errorf("what was played is not what was asked for, which is %d entries and %d kills", o.Expected(), o.Kills)
	}
}

// liar is a store that has lost something, or has it twice.
type liar struct {
	store.Store
	times int // that the letter out/1/1 of a game is in its log
}

func (l liar) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		for e, err := range l.Store.Log(ctx, game, from) {
			for range map[bool]int{false: 1, true: l.times}[e.Key == "out/1/1"] {
				if !yield(e, err) {
					return
				}
			}
		}
	}
}

// careless is a store that does not settle letters.
type careless struct{ store.Store }

func (c careless) Settle(ctx context.Context, t store.Task, again time.Time) error {
	if strings.HasPrefix(t.Name, "out/") {
		return nil
	}
	return c.Store.Settle(ctx, t, again)
}

// forgetful is a store that does not count how often a task is taken, which shows where one is taken again.
type forgetful struct{ store.Store }

func (f forgetful) Take(ctx context.Context, now, until time.Time, max int, except ...string) ([]store.Task, error) {
	tasks, err := f.Store.Take(ctx, now, until, max, except...)
	for i := range tasks {
		tasks[i].Tries = 1
	}
	return tasks, err
}

// jury hears of the faults that a test would fail for.
type jury struct {
	testing.TB
	faults strings.Builder
}

func (j *jury) Errorf(format string, args ...any) { fmt.Fprintf(&j.faults, format+"\n", args...) }

// TestFaulty says that faulty stores are found out, and others not.
func TestFaulty(t *testing.T) {

	try := func(want, worker string, check func(store.Store) store.Store) {
		t.Helper()
		checks := false
		o := options(worker + filepath.Join(t.TempDir(), "games"))
		o.Games, o.Phases, o.Processes, o.Kills, o.Hold = 1, 5, 1, 0, 5*time.Millisecond
		o.Open = func(address string) (store.Store, error) {
			s, err := open(address)
			if err == nil && checks {
				s = check(s)
			}
			return s, err
		}
		j := &jury{TB: t}
		c := crashtest.New(j, o)
		c.Play()
		checks = true
		r := c.Check(true)
		if got := j.faults.String(); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%v:\n%swant %q", r, got, want)
		}
	}
	same := func(s store.Store) store.Store { return s }
	try("", "", same)
	try("lost: g000", "", func(s store.Store) store.Store { return liar{s, 0} })
	try("twice: g000: out/1/1", "", func(s store.Store) store.Store { return liar{s, 2} })
	try("letters were sent once more", "careless:", same)
	try("twice: task taken: g000 ", "forgetful:", same)
}

// TestBolt has one process at a time, as the file belongs to one.
func TestBolt(t *testing.T) {

	o := options(filepath.Join(t.TempDir(), "games"))
	o.Processes, o.Lines = 1, 6
	play(t, o)
}

// TestPostgres kills the server, too, and starts it again.
func TestPostgres(t *testing.T) {

	s := postgrestest.Start(t, postgrestest.Options{Sync: sync()})
	o := options(s.DSN(t))
	for range 1 + *entries/5000 {
		o.Disturb = append(o.Disturb, func() { s.Kill(); s.Restart(t) })
	}
	play(t, o)
}

// TestStandby kills the server for good, and its standby takes over.
func TestStandby(t *testing.T) {

	s := postgrestest.Start(t, postgrestest.Options{Sync: sync(), Standby: true})
	o := options(s.DSN(t))
	o.Disturb = append(o.Disturb, func() { s.Promote(t) })
	play(t, o)
}
