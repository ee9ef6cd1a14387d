package atlas

import (
	"container/list"
	"sync"
)

// A cache keeps the most recently used pictures by key, up to a total size. Concurrent requests for a picture wait
// for the first, so that nothing is drawn twice.
type cache struct {
	mu    sync.Mutex
	room  int // largest total size, in bytes
	items map[string]*list.Element
	order list.List // list of *drawn, most recently used first
}

// A drawn is a cached picture, drawn by the first request.
type drawn struct {
	key  string
	once func() ([]byte, error)
	size int // size in bytes; 0 until it is drawn
}

func newCache(room int) *cache { return &cache{room: room, items: map[string]*list.Element{}} }

// get returns what draw returned for the key, now or before. Errors are not cached.
func (c *cache) get(key string, draw func() ([]byte, error)) ([]byte, error) {
	c.mu.Lock()
	e, ok := c.items[key]
	if ok {
		c.order.MoveToFront(e)
	} else {
		e = c.order.PushFront(&drawn{key: key, once: sync.OnceValues(draw)})
		c.items[key] = e
	}
	c.mu.Unlock()
	d := e.Value.(*drawn)
	out, err := d.once()
	c.settle(e, d, len(out), err)
	return out, err
}

// settle records the size of a picture that was drawn, and evicts the least recently used pictures if the cache is
// too large.
func (c *cache) settle(e *list.Element, d *drawn, size int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d.size > 0 || c.items[d.key] != e {
		return
	}
	if err != nil {
		c.drop(e)
		return
	}
	d.size = max(size, 1)
	c.room -= d.size
	for last := c.order.Back(); c.room < 0 && last != nil; {
		before := last.Prev()
		if last.Value.(*drawn).size > 0 {
			c.drop(last)
		}
		last = before
	}
}

func (c *cache) drop(e *list.Element) {
	d := e.Value.(*drawn)
	c.room += d.size
	c.order.Remove(e)
	delete(c.items, d.key)
}
