// Package crashtest kills the processes that use a store, and the store, and looks at what is left. It is in charge of
// a made-up game of many letters, of the processes that play it, of their deaths, and of the proof that nothing was
// lost and nothing has happened twice. It knows no engine: a test hands one in, with a way to open it and ways to
// disturb it.
//
// The processes are the test's own program, started again. So a test that uses this package calls [Worker] at the
// beginning of its TestMain. What a worker is told by the store it tells the test through a pipe, so the test knows
// what was acknowledged also of workers that are dead.
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

// Options are what is to be played, where, and what is to go wrong meanwhile.
type Options struct {
	Open    func(address string) (store.Store, error) // an empty store at first; it should check itself on Close
	Address string                                    // for Open, here and in the workers
	Now     func() time.Time                          // the clock; the workers have that of Worker

	Games, Phases int
	Processes     int           // at once; 1 for a store that belongs to one process
	Lines         int           // of work in each process, which do one thing at a time each
	Hold          time.Duration // of tasks: how long what a dead worker had begun lies about

	Kills   int      // of processes, while the games go on
	Disturb []func() // called one by one, at even distances; errors of the store are in order if there are any
	Seed    uint64   // of when and who is killed
}

// Expected is how many entries the logs will have when all games have ended.
func (o Options) Expected() int { return o.Games * (1 + o.Phases*(2*seats+1)) }

// Report is how a run went.
type Report struct {
	Entries      int // in all logs
	Acknowledged int // of them, that workers were told of
	Kills        int // of workers
	Disturbed    int // times that Disturb was called
	Lost         int // entries that were acknowledged, or should be there, and are not
	Doubled      int // entries, effects and takes that are there twice
	Sent         int // letters that were to be sent, and were
	Copies       int // of them, that were sent once more
	Late         int // letters of which a worker found that another was sending them, too, as their hold was over
	Troubles     int // errors that the store gave to workers
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
	readers sync.WaitGroup // of what the workers say
	report  Report
	sent    map[string]int // letters, and how often
	seen    int64          // bytes of the file of sent letters that were looked at

	mu       sync.Mutex
	acked    map[string][]ack // by game
	takes    map[string]int   // how often one was told the same of a take
	late     int
	troubles []string
	began    bool
	last     time.Time // when something was last acknowledged
}

// ack is an entry that a worker was told of.
type ack struct {
	seq uint64
	key string
}

// variable of the environment has a worker's job.
const variable = "STORETEST_CRASH_JOB"

// job is what a worker is told.
type job struct {
	Address string
	Sent    string // the file that stands for the world: a letter is sent when its line is there
	Phases  int
	Lines   int
	Hold    time.Duration
}

// New makes the games. All processes end with the test.
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
	_, err = worker.StdinPipe() // which ends with this process, and the worker with it
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

// KillAll kills all workers, and returns when all that they said was read.
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

// listen reads what a worker says until it is dead.
func (c *Crash) listen(out io.ReadCloser) {
	defer func() { _ = out.Close() }()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		c.hear(lines.Text())
	}
}

// The words of workers.
const (
	saidCommit  = "committed" // GAME SEQ KEY...: entries from that number on were acknowledged
	saidTake    = "took"      // GAME TASK TRIES
	saidLate    = "late"      // a letter was sent, but the hold was over
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

// Acknowledged is how many entries the workers were told of so far.
func (c *Crash) Acknowledged() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, acked := range c.acked {
		n += len(acked)
	}
	return n
}

// Play starts the workers and kills them, until all games have ended and all letters are sent. Where this process has
// no time for a while, as on a busy machine, workers may come to the end meanwhile: then what was to disturb them does
// so at the end.
func (c *Crash) Play() {
	c.t.Helper()
	letters := c.o.Games * c.o.Phases * seats
	var kills []int // at how many letters
	for range c.o.Kills {
		kills = append(kills, c.rand.IntN(letters*9/10+1)) // while there is work left to be killed at
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

// look reads what was sent since it last looked, and returns how many letters were.
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
		if strings.HasSuffix(line, "\n") { // else it is being written
			c.seen += int64(len(line))
			c.sent[strings.TrimSpace(line)]++
		}
	}
	return len(c.sent)
}
