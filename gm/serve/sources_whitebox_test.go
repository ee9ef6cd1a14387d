package serve

import (
	"log/slog"
	"testing"
	"time"
)

// While letters are being processed, a deadline waits for those that the mail server had before it, and for no
// others.
func TestDeadlineWaitsForWhatCameBefore(t *testing.T) {
	t.Parallel()
	s := &Service{log: slog.New(slog.DiscardHandler), wake: make(chan struct{}, 1)}
	deadline := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	now := deadline.Add(-time.Minute)
	s.now = func() time.Time { return now }
	s.mailbox = newMailbox(nil, nil, "gm@example.org", "", s.now, slog.New(slog.DiscardHandler))
	s.looking()()
	expect := func(when string, over bool, heard time.Time) {
		t.Helper()
		if is := !s.takenIn().Before(deadline); is != over || !s.heard().Equal(heard) {
			t.Errorf("%s: the deadline is over: %v; letters were taken in up to %v, want %v, %v", when, is, s.heard(),
				over, heard)
		}
	}
	expect("at first", false, now)
	now = deadline.Add(10 * time.Minute)
	looked := s.looking()
	s.progress(deadline.Add(-time.Second))
	expect("while one from before it waits", false, now)
	s.progress(deadline.Add(2 * time.Hour))
	expect("by a server whose clock is wrong", false, now)
	s.progress(deadline.Add(time.Second))
	expect("while it may be one from before it that waits, by another clock", false, now)
	s.progress(deadline.Add(2 * time.Minute))
	expect("while those wait that came behind it", true, now)
	if at := s.takenIn(); !at.Equal(deadline.Add(time.Minute)) {
		t.Errorf("taken in up to %v", at)
	}
	if looked(); !s.takenIn().Equal(now) {
		t.Errorf("at the end all is taken in up to %v", s.takenIn())
	}
}
