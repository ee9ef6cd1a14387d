package mailer

import (
	"context"
	"testing"
)

// A waiter that goes away does not block those behind it, nor let any of them pass those in front.
func TestOrderGoneAway(t *testing.T) {
	var o SenderQueue
	leave, err := o.enter(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.enter(impatient, "ann"); err == nil {
		t.Error("he got in before the first had left")
	}
	in := make(chan error, 1)
	go func() {
		leave, err := o.enter(t.Context(), "ann")
		if err == nil {
			leave()
		}
		in <- err
	}()
	select {
	case <-in:
		t.Error("the third got in before the first had left")
	default:
	}
	leave()
	if err := <-in; err != nil {
		t.Error(err)
	}
	if len(o.last) > 0 {
		t.Errorf("%d lines are left", len(o.last))
	}
}
