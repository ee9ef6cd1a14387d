package serve

import (
	"context"
	"math"
	"runtime/debug"
	"testing"
)

// While a service runs, its garbage is limited unless the heap is large; an operator's own limit stays.
func TestStayLean(t *testing.T) {
	for live, want := range map[uint64]int64{10 << 20: leanSize, 144 << 20: 162 << 20, 200 << 20: math.MaxInt64} {
		if got := leanLimit(live); got != want {
			t.Errorf("with %d bytes in use the limit is %d", live, got)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := stayLean(ctx); err != nil || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		t.Errorf("a service that has ended leaves a limit: %v, %d", err, debug.SetMemoryLimit(-1))
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	if err := stayLean(ctx); err != nil || debug.SetMemoryLimit(-1) != 1<<30 {
		t.Errorf("the operator's limit is changed: %v, %d", err, debug.SetMemoryLimit(-1))
	}
}
