package doctor

import (
	"context"
	"os"
	"time"

	"deaddrop/gm/amount"
)

// Time limits, not counting the wait for the doctor's letters.
const (
	wholeTime = 26 * time.Second
	partTime  = 10 * time.Second // limit for one part of the examination
	leastTime = time.Second      // limit for a part if no time is left
	exchange  = 8 * time.Second  // limit for an exchange with a mail server
	afterTime = time.Second      // time after its limit in which a part can itself report that it took too long
	// askTime is the time limit for a service that is asked for its findings.
	askTime = 15 * time.Second
	// readSpeed is the assumed minimum speed at which a file with games is read, in bytes per second.
	readSpeed = 20 << 20
)

// part runs a part of the examination with a time limit. If the part hangs, that is reported and the part abandoned:
// its later findings are ignored, and it can't change d.
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
			d.fault("Something that it needs does not answer, such as a network disk, the DNS, or a program that "+
				"prints a password. Fix that, and run gm doctor again.",
				"%s could not be checked within %s.", what, amount.Time(limit))
			return
		}
	}
}

// reading returns the time limit for reading the file with the games, which happens if no service has it open.
func (d *Doctor) reading() time.Duration {
	info, err := os.Stat(d.c.Data)
	if err != nil || d.c.Shared() {
		return 0
	}
	return time.Duration(info.Size()/readSpeed) * time.Second
}
