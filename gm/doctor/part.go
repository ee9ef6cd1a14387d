package doctor

import (
	"context"
	"os"
	"time"

	"deaddrop/gm/amount"
)

// How long the doctor may take, the wait for its letters apart.
const (
	wholeTime = 26 * time.Second
	partTime  = 10 * time.Second // of which one part of the examination may take so much,
	leastTime = time.Second      // and this where nothing is left
	exchange  = 8 * time.Second  // with a mail server
	afterTime = time.Second      // in which a part says by itself that it took too long
	// askTime is what a service has that is asked for its findings.
	askTime = 15 * time.Second
	// readSpeed is how many bytes of a file with games are read in a second at least.
	readSpeed = 20 << 20
)

// part has a part of the examination done within a time. Of one that hangs it says so and leaves it behind: what it
// would find later is not told, and it changes nothing in d.
func (d *Doctor) part(ctx context.Context, limit time.Duration, what string, examine func(context.Context, *Doctor)) {
	limit = min(limit, max(d.left, leastTime))
	began := d.now()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	found, done, left := make(chan Finding), make(chan struct{}), make(chan struct{})
	defer close(left)
	inner := *d
	inner.Report = func(f Finding) {
		select {
		case found <- f:
		case <-left:
		}
	}
	go func() {
		defer close(done)
		examine(ctx, &inner)
	}()
	over := time.After(limit + afterTime)
	for {
		select {
		case f := <-found:
			d.Report(f)
		case <-done:
			inner.Report, inner.left = d.Report, d.left-d.now().Sub(began)
			*d = inner
			return
		case <-over:
			d.left -= d.now().Sub(began)
			d.fault("Something that is asked for it does not answer: a disk of another machine, say, the DNS, or a "+
				"program that prints a password. Mend that, and run gm doctor again.",
				"%s could not be looked at within %s.", what, amount.Time(limit))
			return
		}
	}
}

// reading is how long it may take to read the file with the games, which is done when no service has it open.
func (d *Doctor) reading() time.Duration {
	info, err := os.Stat(d.c.Data)
	if err != nil || d.c.Shared() {
		return 0
	}
	return time.Duration(info.Size()/readSpeed) * time.Second
}
