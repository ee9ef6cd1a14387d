package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"sync"
	"time"
)

// Children is a Crew whose workers run in child processes, each of which calls [Serve].
type Children struct {
	workers int
	command func() *exec.Cmd
	hello   any

	mu        sync.Mutex
	processes []*process
	cpu       time.Duration // processor time of processes that have ended
}

// A process is one of the crew's processes.
type process struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	ended chan struct{} // closed when it has ended and its output was read

	write sync.Mutex
	to    *json.Encoder

	mu      sync.Mutex
	last    uint64
	pending map[uint64]*pending // jobs in progress, by number
	worked  int                 // number of jobs in which the process did something
	doomed  doom
	killed  bool
	why     error // why the process can't be used; nil if it can
}

// A doom says when a process is to be killed.
type doom int

const (
	someTime     doom = iota
	beforeLetter      // while it is sending a letter, which is lost
	afterLetter       // after it has sent a letter, before it gets the acknowledgement
)

type pending struct {
	take func(Mail) error
	done chan answer
}

// end sets the result of the job, unless it is set.
func (p *pending) end(a answer) {
	select {
	case p.done <- a:
	default:
	}
}

// An order is a line sent to a process: a job, or the acknowledgement of a letter.
type order struct {
	N     uint64 `json:",omitempty"`
	Job   *Job   `json:",omitempty"`
	Taken uint64 `json:",omitempty"` // number of the letter that is acknowledged
}

// An answer is a line from a process: a letter that it sends, or the result of a job.
type answer struct {
	N      uint64
	Letter uint64  `json:",omitempty"` // number of the letter
	Mail   *Mail   `json:",omitempty"`
	Report *Report `json:",omitempty"`
	Error  string  `json:",omitempty"`
}

// NewChildren starts a number of processes with a total number of workers. command returns the command for one; hello
// is the first line of its input, as JSON, for it to read before it calls Serve.
func NewChildren(processes, workers int, command func() *exec.Cmd, hello any) (*Children, error) {
	c := &Children{workers: max(processes, workers), command: command, hello: hello}
	for range processes {
		p, err := c.start()
		if err != nil {
			_, failed := c.Close()
			return nil, errors.Join(err, failed)
		}
		c.processes = append(c.processes, p)
	}
	return c, nil
}

// Size returns the number of workers.
func (c *Children) Size() int { return c.workers }

func (c *Children) start() (*process, error) {
	cmd := c.command()
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	err := errors.Join(err1, err2)
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	p := &process{cmd: cmd, stdin: in, to: json.NewEncoder(in), ended: make(chan struct{}),
		pending: map[uint64]*pending{}}
	go p.read(json.NewDecoder(out))
	p.send(c.hello)
	return p, nil
}

// send writes a line. Errors show up when the output is read.
func (p *process) send(v any) {
	p.write.Lock()
	defer p.write.Unlock()
	if err := p.to.Encode(v); err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.why = errors.Join(p.why, err)
	}
}

// read reads the process's output until it ends.
func (p *process) read(from *json.Decoder) {
	defer close(p.ended)
	for {
		var a answer
		if err := from.Decode(&a); err != nil {
			return
		}
		p.mu.Lock()
		job := p.pending[a.N]
		p.mu.Unlock()
		switch {
		case job == nil: // the job was abandoned
		case a.Mail != nil && p.dies(beforeLetter):
			return
		case a.Mail != nil:
			if err := job.take(*a.Mail); err != nil {
				job.end(answer{Error: err.Error()})
			}
			if p.dies(afterLetter) {
				return
			}
			p.send(order{Taken: a.Letter})
		default:
			if a.Report != nil && (a.Report.Tasks > 0 || len(a.Report.Seen.Games) > 0) {
				p.mu.Lock()
				p.worked++
				p.mu.Unlock()
			}
			job.end(a)
		}
	}
}

// leastJobs is the number of jobs in which a process must have done something before it may be killed. Otherwise,
// with slow starts, nothing might ever be done.
const leastJobs = 5

// ripe reports whether the process may be killed.
func (p *process) ripe() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.worked >= leastJobs
}

// Do has a worker do a job.
func (c *Children) Do(ctx context.Context, worker int, j Job, take func(Mail) error) (Report, error) {
	c.mu.Lock()
	p := c.processes[worker%len(c.processes)]
	c.mu.Unlock()
	job := &pending{take: take, done: make(chan answer, 1)}
	p.mu.Lock()
	p.last++
	n := p.last
	p.pending[n] = job
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.pending, n)
		p.mu.Unlock()
	}()
	p.send(order{N: n, Job: &j})
	select {
	case <-ctx.Done():
		return Report{}, ctx.Err()
	case a := <-job.done:
		return a.report()
	case <-p.ended:
	}
	select {
	case a := <-job.done: // the job had just finished
		return a.report()
	default:
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return Report{}, ErrKilled
	}
	return Report{}, errors.Join(errors.New("a worker has ended by itself"), p.why)
}

func (a answer) report() (Report, error) {
	if a.Error != "" {
		return Report{}, errors.New(a.Error)
	}
	return *a.Report, nil
}

// Kill kills a process at a random moment and replaces it, unless it has done next to nothing. One process in three
// is killed just before a letter gets out, and one in three just after.
func (c *Children) Kill(luck *rand.Rand) bool {
	i, when := luck.IntN(len(c.processes)), doom(luck.IntN(3))
	c.mu.Lock()
	p := c.processes[i]
	c.mu.Unlock()
	if !p.ripe() {
		return false
	}
	p.mu.Lock()
	p.doomed = when
	p.mu.Unlock()
	if when != someTime {
		select {
		case <-p.ended:
		case <-time.After(letterWait):
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p.mu.Lock()
	p.killed = true
	p.mu.Unlock()
	_ = p.cmd.Process.Kill() // fails if the process has ended
	c.bury(p)
	next, err := c.start()
	if err != nil {
		next = p
		p.mu.Lock()
		p.killed, p.why = false, err
		p.mu.Unlock()
	}
	c.processes[i] = next
	return true
}

// letterWait is how long to wait for the letter on which a process is to be killed.
const letterWait = 200 * time.Millisecond

// dies kills the process if doom is the moment chosen for it.
func (p *process) dies(when doom) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.doomed != when {
		return false
	}
	p.killed = true
	_ = p.cmd.Process.Kill() // fails if the process has ended
	return true
}

// bury waits for the end of a process, and adds its processor time.
func (c *Children) bury(p *process) {
	<-p.ended
	_ = p.cmd.Wait() // the way it ended is as expected
	if s := p.cmd.ProcessState; s != nil {
		c.cpu += s.UserTime() + s.SystemTime()
	}
}

// Close ends the processes, and returns the processor time of all processes so far.
func (c *Children) Close() (time.Duration, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	for _, p := range c.processes {
		err = errors.Join(err, p.stdin.Close())
	}
	for _, p := range c.processes {
		c.bury(p)
	}
	c.processes = nil
	return c.cpu, err
}

// Serve reads jobs from one stream, does several at a time with a worker, and writes answers to the other, until the
// input or ctx ends.
func Serve(ctx context.Context, from *json.Decoder, to io.Writer, w *Worker) error {
	s := &server{worker: w, to: json.NewEncoder(to), letters: map[uint64]chan struct{}{}}
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for {
		var o order
		if err := from.Decode(&o); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a job: %w", err)
		}
		if o.Job == nil {
			s.taken(o.Taken)
			continue
		}
		all.Go(func() { s.do(ctx, o) })
	}
}

// A server is the state of Serve.
type server struct {
	worker  *Worker
	mu      sync.Mutex
	to      *json.Encoder
	last    uint64
	letters map[uint64]chan struct{} // letters that are not acknowledged yet
}

func (s *server) taken(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.letters[n])
	delete(s.letters, n)
}

func (s *server) do(ctx context.Context, o order) {
	r, err := s.worker.Do(ctx, *o.Job, func(m Mail) error {
		s.mu.Lock()
		s.last++
		taken := make(chan struct{})
		s.letters[s.last] = taken
		err := s.to.Encode(answer{N: o.N, Letter: s.last, Mail: &m})
		s.mu.Unlock()
		if err != nil {
			return err
		}
		select {
		case <-taken:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	a := answer{N: o.N, Report: &r}
	if err != nil {
		a.Error = err.Error()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.to.Encode(a) // if this fails, the parent has ended
}
