package mailer

import (
	"context"
	"strings"
	"sync"
)

// A SenderQueue makes the letters of one sender be handled one at a time, in order of arrival, while letters of
// different senders are handled in parallel. The zero value is ready for use. An Inbox and a Listener with the same
// handler should share one.
type SenderQueue struct {
	mu   sync.Mutex
	last map[string]chan struct{} // by sender, the end of the queue: closed when its owner leaves
}

// enter waits until all callers that entered before with the same name have left. It does not wait if name is "". The
// caller must call the returned function to leave.
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
		go func() { // later callers still have to wait for earlier ones
			<-before
			leave()
		}()
		return nil, ctx.Err()
	}
}

// senderKey returns the name of the letter's queue, or "" if it has none. It ignores case: servers that distinguish
// ann@example.org from Ann@example.org are rarer than people who write both.
func (l Letter) senderKey() string { return strings.ToLower(l.From) }
