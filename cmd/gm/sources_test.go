package main

import (
	"log/slog"
	"testing"
	"time"

	"deaddrop/gm/intake"
)

// While letters are taken in, a deadline waits for those that the mailbox's server had before it, and for no others.
func TestDeadlineWaitsForWhatCameBefore(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	deadline := sc.now()
	now := deadline.Add(-time.Minute)
	sc.service.now = func() time.Time { return now }
	sc.mailbox = newMailbox(nil, nil, ourSelf, "", sc.service.now, slog.New(slog.DiscardHandler))
	sc.looking()()
	expect := func(when string, over bool, heard time.Time) {
		t.Helper()
		if is := !sc.takenIn().Before(deadline); is != over || !sc.heard().Equal(heard) {
			t.Errorf("%s: the deadline is over: %v; letters were taken in up to %v, want %v, %v", when, is, sc.heard(), over, heard)
		}
	}
	expect("at first", false, now)
	now = deadline.Add(10 * time.Minute)
	looked := sc.looking()
	sc.progress(deadline.Add(-time.Second))
	expect("while one from before it waits", false, now)
	sc.progress(deadline.Add(2 * time.Hour))
	expect("by a server whose clock is wrong", false, now)
	sc.progress(deadline.Add(time.Second))
	expect("while it may be one from before it that waits, by another clock", false, now)
	sc.progress(deadline.Add(2 * time.Minute))
	expect("while those wait that came behind it", true, now)
	if at := sc.takenIn(); !at.Equal(deadline.Add(time.Minute)) {
		t.Errorf("taken in up to %v", at)
	}
	if looked(); !sc.takenIn().Equal(now) {
		t.Errorf("at the end all is taken in up to %v", sc.takenIn())
	}
}
