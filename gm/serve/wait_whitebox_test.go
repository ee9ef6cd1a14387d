package serve

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A loop runs after each interval, or also at once, until its context ends or it is left.
func TestEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var began time.Time
		for name, c := range map[string]struct {
			loop func(context.Context, time.Duration) func(func() bool)
			want []time.Duration
		}{
			"every":         {every, []time.Duration{10, 20, 30}},
			"now and every": {nowAndEvery, []time.Duration{0, 10, 20, 30}},
		} {
			began = time.Now()
			ctx, end := context.WithTimeout(t.Context(), 35)
			defer end()
			n := 0
			for range c.loop(ctx, 10) {
				if n >= len(c.want) || time.Since(began) != c.want[n] {
					t.Fatalf("%s: run %d is after %d", name, n, time.Since(began))
				}
				n++
			}
			if n != len(c.want) || time.Since(began) != 35 {
				t.Errorf("%s: %d runs, until %d", name, n, time.Since(began))
			}
			for range c.loop(t.Context(), 10) {
				break
			}
		}
	})
}
