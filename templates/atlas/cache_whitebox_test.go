package atlas

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// A picture that many ask for at once is drawn once; one that failed may succeed later.
func TestCacheDrawsOnce(t *testing.T) {
	c := newCache(100)
	var drawn atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			out, err := c.get("key", func() ([]byte, error) {
				drawn.Add(1)
				return []byte("picture"), nil
			})
			if err != nil || string(out) != "picture" {
				t.Errorf("%q, %v", out, err)
			}
		})
	}
	wg.Wait()
	if drawn.Load() != 1 || c.room != 93 {
		t.Errorf("drawn %d times, and there is room for %d", drawn.Load(), c.room)
	}
	for _, want := range []error{errors.New("no ink"), nil} {
		if _, err := c.get("other", func() ([]byte, error) { return nil, want }); err != want {
			t.Errorf("%v instead of %v", err, want)
		}
	}
}

// The cache forgets what was asked for longest ago, and has no more than its room.
func TestCacheForgets(t *testing.T) {
	c := newCache(100)
	draws := map[string]int{}
	ask := func(key string) {
		if _, err := c.get(key, func() ([]byte, error) {
			draws[key]++
			return make([]byte, 30), nil
		}); err != nil {
			t.Fatal(err)
		}
		kept := 0
		for e := c.order.Front(); e != nil; e = e.Next() {
			kept += e.Value.(*drawn).size
		}
		if kept > 100 || len(c.items) != c.order.Len() || kept+c.room != 100 {
			t.Fatalf("%d bytes are kept, with room for %d", kept, c.room)
		}
	}
	for _, key := range []string{"a", "b", "c", "a", "d", "a", "c", "b"} {
		ask(key)
	}
	if got := fmt.Sprint(draws); got != "map[a:1 b:2 c:1 d:1]" {
		t.Errorf("drawn: %s", got)
	}
	if _, err := c.get("large", func() ([]byte, error) { return make([]byte, 1000), nil }); err != nil || c.room != 100 {
		t.Errorf("what is larger than the cache: %v, room for %d", err, c.room)
	}
}
