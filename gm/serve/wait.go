package serve

import (
	"context"
	"time"
)

// wait waits for a duration, or until ctx ends.
func wait(ctx context.Context, long time.Duration) {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// every is a loop whose body runs after each interval until ctx ends.
func every(ctx context.Context, interval time.Duration) func(body func() bool) {
	return func(body func() bool) {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for ticks(ctx, ticker) && body() {
		}
	}
}

// nowAndEvery is a loop whose body runs at once, and then after each interval until ctx ends.
func nowAndEvery(ctx context.Context, interval time.Duration) func(body func() bool) {
	return func(body func() bool) {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for body() && ticks(ctx, ticker) {
		}
	}
}

// ticks waits for the next tick, and reports whether it came before ctx ended.
func ticks(ctx context.Context, ticker *time.Ticker) bool {
	select {
	case <-ctx.Done():
		return false
	case <-ticker.C:
		return true
	}
}
