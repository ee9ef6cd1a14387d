package mailer

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// If our own code panics on a mail, the letter is given up at once, as it would panic again; the program goes on.
func TestReadPanics(t *testing.T) {
	_, err := read(func([]byte, time.Time) (Letter, error) { panic("a mail that nobody thought of") }, nil, time.Time{})
	panicked := (*readPanic)(nil)
	if !errors.As(err, &panicked) || !strings.Contains(err.Error(), "nobody thought of") ||
		!strings.Contains(err.Error(), "goroutine") {
		t.Fatalf("got %v", err)
	}
	var why, id string
	in := (&Inbox{GaveUp: func(_ context.Context, l Letter, w string) error { id, why = l.ID, w; return nil }}).filled()
	r := &round{watcher: &watcher{in: in, epoch: 7}, held: make(map[string]bool)}
	p := &pending{attempt: &attempt{item: item{uid: 5}}, err: err, handled: true}
	if ended := r.settle(t.Context(), p); ended || p.to != "Failed" || id != "INBOX/7/5" || why != err.Error() {
		t.Errorf("ended: %v, goes to %q; told of %q: %s", ended, p.to, id, why)
	}
}
