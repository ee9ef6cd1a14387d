package serve

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// leanSize is the memory, in bytes, up to which the garbage collector may let the service grow to twice of what is in use.
	leanSize = 78 << 20
	// largeSize is how much is in use, in bytes, in a service so large that speed matters more.
	largeSize = 160 << 20
)

// stayLean keeps a service small while it draws maps for many letters at once: beyond leanSize, garbage may take only an
// eighth of what is in use. Whoever sets GOMEMLIMIT has decided that themselves.
func stayLean(ctx context.Context) error {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return nil
	}
	defer debug.SetMemoryLimit(math.MaxInt64)
	was := int64(0)
	for range nowAndEvery(ctx, tick) {
		if limit := leanLimit(liveMemory()); limit != was {
			debug.SetMemoryLimit(limit)
			was = limit
		}
	}
	return nil
}

// leanLimit returns the limit for a service of which so many bytes are in use.
func leanLimit(live uint64) int64 {
	if live > largeSize {
		return math.MaxInt64
	}
	return max(leanSize, int64(live)*9/8)
}

// liveMemory returns how many bytes were in use at the last garbage collection.
func liveMemory() uint64 {
	in := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(in)
	return in[0].Value.Uint64()
}
