package mailer

import (
	"context"
	"strings"
	"sync"
)

// A SenderQueue has the letters of one sender handled one at a time, in the order in which they came. Letters of others
// do not wait for them. The zero value is ready for use. An Inbox and a Listener that hand letters to the same reader
// should share one.
type SenderQueue struct {
	mu   sync.Mutex
	last map[string]chan struct{} // by sender, the last one in the queue: closed when they leave
}

// enter waits until all those have left that entered the queue of that sender before. There is no queue for a sender
// without a name. Whoever has entered leaves by calling what is returned.
func (o *SenderQueue) enter(ctx context.Context, name string) (func(), error) {
	if name == "" {
		return func() {}, nil
	}
	own := make(chan struct{})
	o.mu.Lock()
	if o.last == nil {
		o.last = make(map[string]chan struct{})
	}
	before := o.last[name]
	o.last[name] = own
	o.mu.Unlock()
	leave := func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.last[name] == own {
			delete(o.last, name)
		}
		close(own)
	}
	if before == nil {
		return leave, nil
	}
	select {
	case <-before:
		return leave, nil
	case <-ctx.Done():
		go func() { // whoever stands behind still has to wait for those in front
			<-before
			leave()
		}()
		return nil, ctx.Err()
	}
}

// line names the line of a letter's sender, "" for none: servers that tell
// ann@example.org from Ann@example.org are rarer than people who write both.
func (l Letter) line() string { return strings.ToLower(l.From) }
