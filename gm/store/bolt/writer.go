package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"syscall"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// A step is a write that shares a transaction with others (group commit). It must own all memory that it uses, as its
// caller may have returned.
type step interface {
	// judge decides whether the step can be made, and only reads. It may be called again in a new transaction. Its
	// error is the result of this step, which is then not written; other steps are not affected.
	judge(*bbolt.Tx) error

	// write is called after judge has returned nil, in the same transaction. Its error rolls the transaction back.
	write(*bbolt.Tx) error
}

// job is a step that waits for its result.
type job struct {
	step   step
	answer error
	done   chan struct{} // closed when answer is set
}

// writer is the only goroutine that writes. It executes all waiting jobs in one transaction, and more jobs gather
// while that is being flushed (group commit). So no job waits for others to arrive, and jobs share flushes whenever
// they can.
//
// The results of the jobs in a transaction:
//   - a job that judge rejects (a conflict, a duplicate) gets that error; the others are written;
//   - if a job cannot be written, or meets a damaged page, the transaction is rolled back, that job gets the error,
//     and the others are tried again without it;
//   - if the commit meets a damaged page, the transaction is rolled back, and each job is tried again in a
//     transaction of its own;
//   - if the commit fails otherwise, all jobs get the error, even those that judge rejected, as it may have done so
//     because of the others. Unless the disk is merely full, the writer then refuses all further jobs: after a failed
//     flush the state of the disk is unknown, so the file must be opened again.
type writer struct {
	update func(func(*bbolt.Tx) error) error
	letGo  func(*bbolt.Tx) error // called after letGoAfter steps or letGoRounds transactions
	steps  int                   // steps since then
	rounds int                   // transactions since then
	queue  chan *job
	idle   chan struct{} // closed when the goroutine has ended
	broken error         // if set, why nothing is written any more

	mu     sync.RWMutex // held for reading while a job is queued
	closed bool
}

// most is the largest number of jobs in a transaction.
const most = 256

// Number of steps, or of transactions, after which the file's pages are released from memory. Otherwise a
// long-running process would have touched its whole file, and all of it would count as its memory: reading a page
// also loads its neighbours, and the keys of letters are spread over the file. The system keeps released pages cached
// if it can. Reading them again takes time, though, so it is done less often when many steps share a transaction.
const (
	letGoAfter  = 1024
	letGoRounds = 128
)

func newWriter(update func(func(*bbolt.Tx) error) error, letGo func(*bbolt.Tx) error) *writer {
	w := &writer{update: update, letGo: letGo, queue: make(chan *job, most), idle: make(chan struct{})}
	go w.loop()
	return w
}

// do executes s and returns its result: nil when it is durable. If ctx is cancelled first, do returns the context's
// error, and s may still be executed.
func (w *writer) do(ctx context.Context, s step) error {
	j := &job{step: s, done: make(chan struct{})}
	if err := w.enqueue(ctx, j); err != nil {
		return err
	}
	select {
	case <-j.done:
		return j.answer
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) enqueue(ctx context.Context, j *job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return store.ErrClosed
	}
	select {
	case w.queue <- j:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close refuses new jobs and returns when all queued jobs have their results.
func (w *writer) close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.queue)
	}
	w.mu.Unlock()
	<-w.idle
}

func (w *writer) loop() {
	defer close(w.idle)
	for first := range w.queue {
		// let other goroutines queue their jobs first: on a busy machine that saves flushes
		runtime.Gosched()
		jobs := w.gather(first)
		w.write(jobs)
	}
}

// gather returns first and all jobs that are queued now.
func (w *writer) gather(first *job) []*job {
	jobs := []*job{first}
	for len(jobs) < most {
		select {
		case j, ok := <-w.queue:
			if !ok {
				return jobs
			}
			jobs = append(jobs, j)
		default:
			return jobs
		}
	}
	return jobs
}

// write executes all jobs, in as many transactions as necessary.
func (w *writer) write(jobs []*job) {
	for len(jobs) > 0 {
		culprit, err := w.attempt(jobs)
		switch {
		case culprit < 0 && len(jobs) > 1 && errors.Is(err, ErrDamaged):
			for _, j := range jobs { // it is unknown which job met the page
				w.write([]*job{j})
			}
			return
		case culprit < 0:
			w.finish(jobs, err)
			return
		}
		jobs[culprit].settle(fmt.Errorf("writing to the store: %w", err))
		jobs = slices.Delete(jobs, culprit, culprit+1)
	}
}

// attempt executes the jobs in one transaction. If one of them made it roll back, culprit is its index; otherwise it
// is -1, and err is the error of the commit.
func (w *writer) attempt(jobs []*job) (culprit int, err error) {
	if w.broken != nil {
		return -1, w.broken
	}
	culprit = -1
	w.rounds++
	err = w.update(func(tx *bbolt.Tx) error {
		var j *job
		for culprit, j = range jobs { // culprit is also right when a job panics on a damaged page
			if w.steps++; w.steps >= letGoAfter || w.rounds >= letGoRounds {
				_ = w.letGo(tx) // failure only costs memory
				w.steps, w.rounds = 0, 0
			}
			if j.answer = j.step.judge(tx); j.answer != nil {
				continue
			}
			if err := j.step.write(tx); err != nil {
				return err
			}
		}
		culprit = -1
		return nil
	})
	return culprit, err
}

// finish delivers the results of the jobs in a transaction that was committed, or failed with err.
func (w *writer) finish(jobs []*job, err error) {
	passing := err == nil || errors.Is(err, syscall.ENOSPC) || errors.Is(err, ErrDamaged)
	if !passing && w.broken == nil {
		w.broken = fmt.Errorf("the store must be opened again: an earlier write failed: %w", err)
	}
	for _, j := range jobs {
		if err != nil {
			j.answer = fmt.Errorf("writing to the store: %w", err)
		}
		j.settle(j.answer)
	}
}

func (j *job) settle(answer error) {
	j.answer = answer
	close(j.done)
}
