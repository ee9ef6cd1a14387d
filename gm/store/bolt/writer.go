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

// A step is a write that shares its transaction with others. It must own all the
// memory that it uses, as its caller may have gone.
type step interface {
	// judge decides and only reads; it may be asked again, in a new transaction. Its
	// error is the answer to this step, which is then not written, and harms
	// no other.
	judge(*bbolt.Tx) error

	// write follows a judge without error, in the same transaction. Its error
	// undoes the transaction.
	write(*bbolt.Tx) error
}

// job is a step that waits for its answer.
type job struct {
	step   step
	answer error
	done   chan struct{} // closed when answer is there
}

// writer is the one goroutine that writes. It takes all that waits into one
// transaction; while that is being flushed, more gathers. So nobody waits for
// company but for what is being computed, and nobody flushes alone who could share.
//
// How the jobs of one transaction fare:
//   - one that is judged against (a conflict, a duplicate) gets its error, the
//     others are written;
//   - if one cannot be written, or meets a damaged page, all is undone, that one gets the error, and the
//     others are judged and written anew, without it;
//   - if the transaction meets a damaged page as it is committed, it is undone, and each is judged and written alone;
//   - if the transaction cannot be committed, all get the error, also those that
//     were judged against, since they may have been so because of others. Unless
//     the disk is merely full, the writer then refuses all further jobs: after a
//     failed flush nobody knows what the disk has, so the file must be opened anew.
type writer struct {
	update func(func(*bbolt.Tx) error) error
	letGo  func(*bbolt.Tx) error // see letGoAfter
	steps  int                   // since that was called
	rounds int                   // transactions since then
	queue  chan *job
	idle   chan struct{} // closed when the goroutine has ended
	broken error         // why nothing is written any more

	mu     sync.RWMutex // held for reading while a job is put into the queue
	closed bool
}

// most is how many jobs share a transaction at most.
const most = 256

// After so many steps, or transactions, the pages of the file that were touched are let go. A process that has run for
// long has touched its whole file, and all of it would count as that process's memory: each page that is read brings
// its neighbours with it, and the keys of letters lie all over. The system keeps them as long as it has room. To get
// them back takes time, though, so the more steps share a transaction, the rarer it is.
const (
	letGoAfter  = 1024
	letGoRounds = 128
)

func newWriter(update func(func(*bbolt.Tx) error) error, letGo func(*bbolt.Tx) error) *writer {
	w := &writer{update: update, letGo: letGo, queue: make(chan *job, most), idle: make(chan struct{})}
	go w.loop()
	return w
}

// do has s written and returns the answer: nil when it is durable. If ctx is
// cancelled while it waits, do returns the context's error, and s may still be
// written.
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

// close refuses new jobs and returns when those in the queue have their answers.
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
		// who is about to ask for a write does so now: while the processors are busy, that spares flushes
		runtime.Gosched()
		jobs := w.gather(first)
		w.write(jobs)
	}
}

// gather returns first and what else waits by now.
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

// write answers all jobs, in as many transactions as it takes.
func (w *writer) write(jobs []*job) {
	for len(jobs) > 0 {
		culprit, err := w.attempt(jobs)
		switch {
		case culprit < 0 && len(jobs) > 1 && errors.Is(err, ErrDamaged):
			for _, j := range jobs { // as nobody knows whose page it was
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

// attempt runs the jobs in one transaction. If one of them undid it, attempt says
// which; else that is -1, and the error is the commit's.
func (w *writer) attempt(jobs []*job) (culprit int, err error) {
	if w.broken != nil {
		return -1, w.broken
	}
	culprit = -1
	w.rounds++
	err = w.update(func(tx *bbolt.Tx) error {
		var j *job
		for culprit, j = range jobs { // also if it meets what is damaged
			if w.steps++; w.steps >= letGoAfter || w.rounds >= letGoRounds {
				_ = w.letGo(tx) // it spares memory and does nothing else
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

// finish gives the jobs of a transaction that was committed, or failed with err,
// their answers.
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
