package mailer

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// step runs one exchange with a server. If it takes longer than limit, or ctx ends, step closes the connection and
// returns without waiting for f, since the library has no timeouts and does not always notice a closed connection.
// Therefore f must not touch anything that others use.
func step[T any](ctx context.Context, conn io.Closer, limit time.Duration, what string,
	f func() (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return r.value, fmt.Errorf("%s: %w", what, r.err)
		}
		return r.value, nil
	case <-ctx.Done():
		_ = conn.Close()
		var none T
		return none, fmt.Errorf("%s: %w", what, ctx.Err())
	}
}

// A backoff gives growing pauses: first, then twice as long each time, up to a minute. Each is shortened at random by
// up to a fifth, so that many clients do not come back at once.
type backoff struct {
	first time.Duration
	n     int
}

const longestPause = time.Minute

func (b *backoff) next() time.Duration {
	pause := longestPause
	if b.n < 16 {
		pause = min(b.first<<b.n, longestPause)
	}
	b.n++
	var random [2]byte
	_, _ = rand.Read(random[:]) // never fails
	return pause - pause*time.Duration(binary.BigEndian.Uint16(random[:]))/(5<<16)
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
