// Package crashtest kills the processes that use a store, and the store itself, and examines what is left. It is in
// charge of an artificial game with many letters, of the processes that play it, of killing them, and of the proof
// that nothing was lost and nothing happened twice. It does not know the engine: a test provides a way to open it and
// ways to disturb it.
//
// The processes are further instances of the test's own program, so a test that uses this package must call [Worker]
// at the beginning of its TestMain. Workers report what the store acknowledged through a pipe, so that the test knows
// it even after they are dead.
package crashtest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/gm/store"
)

// Options say what is played, with which store, and what goes wrong meanwhile.
type Options struct {
	Open    func(address string) (store.Store, error) // empty at first; it should check itself on Close
	Address string                                    // passed to Open, here and in the workers
	Now     func() time.Time                          // the clock; the workers use that of Worker

	Games, Phases int
	Processes     int           // running at once; 1 for a store that only one process can open
	Lines         int           // goroutines in each process, each doing one thing at a time
	Hold          time.Duration // the lease of a task: how long the unfinished work of a dead worker waits

	Kills   int      // number of processes to kill during the games
	Disturb []func() // called one by one, evenly spread; if there are any, the store may return errors
	Seed    uint64   // decides which process is killed, and when
}

// Expected returns the number of entries in all logs when all games have ended.
func (o Options) Expected() int { return o.Games * (1 + o.Phases*(2*seats+1)) }

// Report is the result of a run.
type Report struct {
	Entries      int // entries in all logs
	Acknowledged int // entries that were acknowledged to workers
	Kills        int // workers that were killed
	Disturbed    int // calls of functions in Disturb
	Lost         int // entries that were acknowledged, or should exist, but are missing
	Doubled      int // entries, effects and takes that happened twice
	Sent         int // letters that should be sent and were
	Copies       int // letters sent a second time
	Late         int // letters sent by a worker whose lease had ended meanwhile
	Troubles     int // errors that the store returned to workers
	Standstill   time.Duration
}

func (r Report) String() string {
	return fmt.Sprintf("%d entries, %d acknowledged; %d kills, %d disturbances: %d lost, %d doubled; %d letters "+
		"sent, %d twice (%d holds were over); %d errors, longest standstill %v",
		r.Entries, r.Acknowledged, r.Kills, r.Disturbed, r.Lost, r.Doubled, r.Sent, r.Copies, r.Late, r.Troubles,
		r.Standstill.Round(time.Millisecond))
}

// Crash is one run.
type Crash struct {
	t    testing.TB
	o    Options
	rand *rand.Rand
	job  job

	workers []*exec.Cmd
	readers sync.WaitGroup // goroutines that read the workers' reports
	report  Report
	sent    map[string]int // number of times each letter was sent
	seen    int64          // bytes already read of the file of sent letters

	mu       sync.Mutex
	acked    map[string][]ack // acknowledged changes, by game
	takes    map[string]int   // number of times that a take was reported with the same values
	late     int
	troubles []string
	began    bool
	last     time.Time // time of the latest acknowledgement
}

// ack is an entry that was acknowledged to a worker.
type ack struct {
	seq uint64
	key string
}

// variable is the environment variable that holds a worker's job.
const variable = "STORETEST_CRASH_JOB"

// job is the configuration of a worker.
type job struct {
	Address string
	Sent    string // the file that stands for the outside world: a letter is sent when its line is in it
	Phases  int
	Lines   int
	Hold    time.Duration
}

// New creates the games. All processes end with the test.
func New(t testing.TB, o Options) *Crash {
	t.Helper()
	c := &Crash{t: t, o: o, rand: rand.New(rand.NewPCG(o.Seed, 1)), sent: map[string]int{}, acked: map[string][]ack{},
		takes: map[string]int{}}
	c.job = job{o.Address, filepath.Join(t.TempDir(), "sent"), o.Phases, o.Lines, o.Hold}
	if err := os.WriteFile(c.job.Sent, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := c.open()
	var all sync.WaitGroup
	for i := range o.Games {
		all.Go(func() {
			if err := begin(context.Background(), s, gameName(i), o.Now()); err != nil {
				t.Errorf("game %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.KillAll)
	return c
}

func (c *Crash) open() store.Store {
	c.t.Helper()
	s, err := c.o.Open(c.o.Address)
	if err != nil {
		c.t.Fatalf("opening the store: %v", err)
	}
	return s
}

// Start starts a worker.
func (c *Crash) Start() {
	c.t.Helper()
	text, err := json.Marshal(c.job)
	if err != nil {
		c.t.Fatal(err)
	}
	worker := exec.Command(os.Args[0])
	worker.Env = append(os.Environ(), variable+"="+string(text))
	worker.Stderr = os.Stderr
	_, err = worker.StdinPipe() // it closes when this process ends, which ends the worker
	var out io.ReadCloser
	if err == nil {
		out, err = worker.StdoutPipe()
	}
	if err == nil {
		err = worker.Start()
	}
	if err != nil {
		c.t.Fatalf("starting a worker: %v", err)
	}
	c.workers = append(c.workers, worker)
	c.readers.Go(func() { c.listen(out) })
}

// KillAll kills all workers, and returns when all of their reports have been read.
func (c *Crash) KillAll() {
	for len(c.workers) > 0 {
		c.kill(len(c.workers) - 1)
	}
	c.readers.Wait()
}

// kill kills a worker.
func (c *Crash) kill(i int) {
	worker := c.workers[i]
	c.workers = slices.Delete(c.workers, i, i+1)
	_ = worker.Process.Kill()
	// not Cmd.Wait, which throws away what is unread
	if state, err := worker.Process.Wait(); err != nil || state.Exited() {
		c.trouble(fmt.Sprintf("a worker was not killed but ended: %v, %v", state, err))
	}
}

func (c *Crash) trouble(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.troubles = append(c.troubles, what)
}

// listen reads the reports of a worker until the worker has exited.
func (c *Crash) listen(out io.ReadCloser) {
	defer func() { _ = out.Close() }()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		c.hear(lines.Text())
	}
}

// The reports of workers, with their arguments.
const (
	saidCommit  = "committed" // GAME SEQ KEY...: entries from that number on were acknowledged
	saidTake    = "took"      // GAME TASK TRIES
	saidLate    = "late"      // a letter was sent, but the lease had ended
	saidTrouble = "trouble"   // an error
)

func (c *Crash) hear(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	words := strings.Fields(line)
	switch {
	case len(words) > 3 && words[0] == saidCommit:
		var seq uint64
		if _, err := fmt.Sscan(words[2], &seq); err != nil {
			return
		}
		for i, key := range words[3:] {
			c.acked[words[1]] = append(c.acked[words[1]], ack{seq + uint64(i), key})
		}
		now := c.o.Now()
		if c.began {
			c.report.Standstill = max(c.report.Standstill, now.Sub(c.last))
		}
		c.began, c.last = true, now
	case len(words) == 4 && words[0] == saidTake:
		c.takes[strings.Join(words[1:], " ")]++
	case len(words) > 0 && words[0] == saidLate:
		c.late++
	case len(words) > 0 && words[0] == saidTrouble:
		c.troubles = append(c.troubles, line)
	}
}

// Acknowledged returns the number of entries that were acknowledged to workers so far.
func (c *Crash) Acknowledged() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, acked := range c.acked {
		n += len(acked)
	}
	return n
}

// Play starts the workers and kills them, until all games have ended and all letters are sent. If this process is
// delayed on a busy machine, the workers may finish first; then the remaining disturbances happen at the end.
func (c *Crash) Play() {
	c.t.Helper()
	letters := c.o.Games * c.o.Phases * seats
	var kills []int // numbers of letters at which a process is killed
	for range c.o.Kills {
		kills = append(kills, c.rand.IntN(letters*9/10+1)) // while there is still work left
	}
	slices.Sort(kills)
	for range c.o.Processes {
		c.Start()
	}
	patience := time.Minute + time.Duration(c.o.Expected())*10*time.Millisecond
	for end := c.o.Now().Add(patience); c.look() < letters || len(kills) > 0 || c.report.Disturbed < len(c.o.Disturb); {
		if c.o.Now().After(end) {
			c.t.Errorf("after %v, %d of %d letters are sent", patience, len(c.sent), letters)
			break
		}
		if len(kills) > 0 && len(c.sent) >= kills[0] {
			kills = kills[1:]
			c.kill(c.rand.IntN(len(c.workers)))
			c.report.Kills++
			c.Start()
		}
		if d := c.report.Disturbed; d < len(c.o.Disturb) && len(c.sent) > letters*(d+1)/(len(c.o.Disturb)+1) {
			c.o.Disturb[d]()
			c.report.Disturbed++
		}
		time.Sleep(2 * time.Millisecond)
	}
	c.KillAll()
}

// look reads the letters sent since its last call, and returns their number.
func (c *Crash) look() int {
	c.t.Helper()
	f, err := os.Open(c.job.Sent)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.NewSectionReader(f, c.seen, 1<<30))
	if err != nil {
		c.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasSuffix(line, "\n") { // otherwise the line is still being written
			c.seen += int64(len(line))
			c.sent[strings.TrimSpace(line)]++
		}
	}
	return len(c.sent)
}
