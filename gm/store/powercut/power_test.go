//go:build linux

package powercut_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/gm/store/storetest/crashtest"
)

var (
	rounds = flag.Int("powercut.rounds", 2, "how often the power is cut; at every other time, some of what was not flushed is kept")
	lasts  = flag.Duration("powercut.lasts", 400*time.Millisecond, "for how long there is power, each time, once some work was done")
)

func TestMain(m *testing.M) {
	crashtest.Worker(open, time.Now)
	beDisk()
	beCompact()
	os.Exit(runInside(m))
}

// careless before a path is a store that does not wait for the disk.
const careless = "careless:"

func open(address string) (store.Store, error) {
	if strings.HasPrefix(address, "postgres:") {
		return postgres.Open(context.Background(), address, postgres.Options{Check: true})
	}
	path, careless := strings.CutPrefix(address, careless)
	return bolt.Open(path, bolt.Options{NoSync: careless, Check: true})
}

func options(address string, processes, lines int) crashtest.Options {
	return crashtest.Options{
		Open: open, Address: address, Now: time.Now,
		Games: 20, Phases: 1000, Processes: processes, Lines: lines, Hold: time.Second,
	}
}

// seed returns the seed of a round's chance.
func seed(round int) uint64 { return uint64(round%2) * uint64(round) }

// enough is how many entries must be acknowledged before the power is cut, or a round says little.
const enough = 10

// play plays until the power is cut.
func (m *machine) play(c *crashtest.Crash, o crashtest.Options, round int) {
	m.t.Helper()
	for range o.Processes {
		c.Start()
	}
	for range 60_000 { // on a busy machine it takes a while until they work
		if c.Acknowledged() >= enough {
			break
		}
		time.Sleep(time.Millisecond)
	}
	time.Sleep(*lasts)
	lost, kept := m.cut(seed(round))
	m.t.Logf("%d sectors lost, %d kept of what was not flushed", lost, kept)
	c.KillAll()
}

// whole says that all is there that was acknowledged, and that this was not little.
func whole(t *testing.T, c *crashtest.Crash) {
	t.Helper()
	r := c.Check(false)
	t.Log(r)
	if r.Acknowledged < enough {
		t.Errorf("only %d entries were acknowledged", r.Acknowledged)
	}
}

func eachRound(t *testing.T, rounds int, test func(t *testing.T, round int)) {
	for round := range rounds {
		t.Run(fmt.Sprint(round), func(t *testing.T) { test(t, round) })
	}
}

func TestBolt(t *testing.T) {
	eachRound(t, *rounds, func(t *testing.T, round int) {
		m := newMachine(t)
		m.boot()
		o := options(filepath.Join(m.mnt, "games"), 1, 8)
		c := crashtest.New(t, o)
		m.play(c, o, round)
		m.reboot()
		whole(t, c)
	})
}

// jury hears of the faults that a test would fail for.
type jury struct {
	testing.TB
	faults strings.Builder
}

func (j *jury) Errorf(format string, args ...any) { fmt.Fprintf(&j.faults, format+"\n", args...) }

func (j *jury) Fatalf(format string, args ...any) {
	j.Errorf(format, args...)
	runtime.Goexit()
}

// TestCareless says that a store that does not wait for the disk does lose something, which these tests would find, and so
// does one on a file system that does not.
func TestCareless(t *testing.T) {
	t.Run("store", func(t *testing.T) {
		m := newMachine(t)
		m.boot()
		m.loses(careless + filepath.Join(m.mnt, "games"))
	})
	t.Run("files", func(t *testing.T) {
		m := newMachine(t)
		m.boot("barrier=0")
		m.loses(filepath.Join(m.mnt, "games"))
	})
}

// loses plays with a store that must lose something.
func (m *machine) loses(address string) {
	m.t.Helper()
	o := options(address, 1, 8)
	j := &jury{TB: m.t}
	c := crashtest.New(j, o)
	m.play(c, o, 0)
	m.reboot()
	done := make(chan crashtest.Report, 1)
	go func() {
		defer close(done)
		defer func() {
			if p := recover(); p != nil { // as bbolt does if its pages are damaged
				j.Errorf("lost: %v", p)
			}
		}()
		debug.SetPanicOnFault(true)
		done <- c.Check(false)
	}()
	r, ended := <-done
	if faults := j.faults.String(); ended && !strings.Contains(faults, "lost") {
		m.t.Errorf("nothing was lost, so that these tests prove nothing: %v\n%s", r, faults)
	}
	first, _, _ := strings.Cut(j.faults.String(), "\n")
	m.t.Logf("as it should be: %v; first %s", r, first)
}

// TestPostgres has the database on the machine. It has half the rounds, as they take longer.
func TestPostgres(t *testing.T) {
	eachRound(t, (*rounds+1)/2, func(t *testing.T, round int) {
		m := newMachine(t)
		t.Setenv("TMPDIR", m.mnt)
		s := postgrestest.Start(t, postgrestest.Options{Sync: true})
		o := options(s.DSN(t), 2, 4)
		c := crashtest.New(t, o)
		s.Kill()
		m.boot()
		s.Restart(t)
		m.play(c, o, round)
		s.Kill()
		m.reboot()
		s.Restart(t)
		whole(t, c)
	})
}

// compactPath is the variable of the environment that makes the test binary a process that compacts the file of that name.
const compactPath = "POWERCUT_COMPACT"

func beCompact() {
	path := os.Getenv(compactPath)
	if path == "" {
		return
	}
	for {
		if _, _, err := bolt.Compact(context.Background(), path); err != nil {
			os.Exit(1) // the power is cut
		}
	}
}

// TestCompact cuts the power while a store is compacted, again and again.
func TestCompact(t *testing.T) {
	eachRound(t, *rounds, func(t *testing.T, round int) {
		m := newMachine(t)
		m.boot()
		path := filepath.Join(m.mnt, "games")
		const games = 300
		each := func(do func(db *bolt.DB, game string) error) {
			t.Helper()
			db, err := bolt.Open(path, bolt.Options{Check: true})
			for i := 0; err == nil && i < games; i++ {
				err = do(db, fmt.Sprint("g", i))
			}
			if err == nil {
				err = db.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		each(func(db *bolt.DB, game string) error {
			_, err := db.Commit(t.Context(), game, store.Change{Log: []store.Entry{{Body: make([]byte, 10_000)}}})
			return err
		})
		compact := exec.Command("/proc/self/exe")
		compact.Env = append(os.Environ(), compactPath+"="+path)
		if err := compact.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(*lasts + time.Duration(round*7)*time.Millisecond)
		m.cut(seed(round))
		_ = compact.Process.Kill()
		_ = compact.Wait()
		m.reboot()
		each(func(db *bolt.DB, game string) error {
			g, err := db.Load(t.Context(), game)
			if err == nil && g.Rev != 1 {
				err = fmt.Errorf("%s is at revision %d", game, g.Rev)
			}
			return err
		})
	})
}
