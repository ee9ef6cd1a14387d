package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// ErrKilled is returned when the worker that had a job was killed: it may be done or not.
var ErrKilled = errors.New("load: the worker was killed")

// A Crew does jobs. Its methods may be called by several goroutines at once.
type Crew interface {
	// Size is how many workers there are.
	Size() int

	// Do has a worker, from 0 on, do a job, and returns when that is done. take gets the letters that are sent, before
	// the worker notes that they are. Its error is [ErrKilled] if the worker was killed over it.
	Do(ctx context.Context, worker int, j Job, take func(Mail) error) (Report, error)

	// Close ends the workers, and returns what all of them have used of processors; 0 if that is not known.
	Close() (cpu time.Duration, err error)
}

// A Mortal crew has workers that can be killed. Others take their places.
type Mortal interface {
	// Kill kills the process that luck chooses, and reports whether it did.
	Kill(luck *rand.Rand) bool
}

// Here is a crew of workers in this very process, so many goroutines with one Worker.
func Here(w *Worker, workers int) Crew { return here{w, workers} }

type here struct {
	worker *Worker
	size   int
}

func (c here) Size() int { return c.size }

func (c here) Do(ctx context.Context, _ int, j Job, take func(Mail) error) (Report, error) {
	return c.worker.Do(ctx, j, take)
}

func (c here) Close() (time.Duration, error) { return 0, c.worker.Close() }
