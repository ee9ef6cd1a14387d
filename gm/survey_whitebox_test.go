package gm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// gather keeps the order of the values although some are worked on at once; its error is that of the first value that
// has one.
func TestGather(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		values := make([]int, 100)
		for i := range values {
			values[i] = i
		}
		var begun, now, most atomic.Int64
		work := func(fails int) ([]string, error) {
			begun.Store(0)
			return Gather(Each(t.Context(), values), func(i int) (string, error) {
				begun.Add(1)
				most.Store(max(most.Load(), now.Add(1)))
				time.Sleep(time.Duration(100-i) * time.Millisecond) // later ones overtake
				now.Add(-1)
				if i >= fails {
					return "", fmt.Errorf("of %d", i)
				}
				return fmt.Sprint(i), nil
			})
		}
		out, err := work(len(values))
		var want []string
		for i := range values {
			want = append(want, fmt.Sprint(i))
		}
		if err != nil || !slices.Equal(out, want) {
			t.Errorf("made %q; %v", out, err)
		}
		if most.Load() != atOnce {
			t.Errorf("%d at once", most.Load())
		}
		if out, err := work(40); out != nil || err == nil || err.Error() != "of 40" || begun.Load() >= 40+2*atOnce {
			t.Errorf("of %d that were begun: %q, %v", begun.Load(), out, err)
		}
		stack, err := Guarded(func() error {
			divide := func(i int) (int, error) { return values[i] / (i - 3), nil }
			_, err := Gather(Each(t.Context(), values), divide)
			return err
		})
		if err != nil || !strings.Contains(stack, "divide by zero") || !strings.Contains(stack, "TestGather") {
			t.Errorf("a panic is %q, %v", stack, err)
		}
		gone := errors.New("gone")
		breaks := func(yield func(int, error) bool) { _ = yield(1, nil) && yield(0, gone) }
		if out, err := Gather(breaks, func(int) (int, error) { return 1, nil }); out != nil || !errors.Is(err, gone) {
			t.Errorf("when the list breaks off: %v, %v", out, err)
		}
	})
}
