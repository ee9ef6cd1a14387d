package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// ErrKilled is returned if the worker was killed during the job, which may or may not have been done.
var ErrKilled = errors.New("load: the worker was killed")

// A Crew does jobs. It is safe for concurrent use.
type Crew interface {
	// Size returns the number of workers.
	Size() int

	// Do has a worker, counted from 0, do a job, and returns when it is done. take gets the letters that are sent,
	// before the worker records them as sent. The error is [ErrKilled] if the worker was killed meanwhile.
	Do(ctx context.Context, worker int, j Job, take func(Mail) error) (Report, error)

	// Close ends the workers, and returns the processor time that all of them have used; 0 if unknown.
	Close() (cpu time.Duration, err error)
}

// A Mortal is a crew whose workers can be killed and are then replaced.
type Mortal interface {
	// Kill kills a random process, and reports whether it did.
	Kill(luck *rand.Rand) bool
}

// Here returns a crew of goroutines in this process that share one Worker.
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
