package gm_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/work"
)

// A player who writes while reports with maps are sent gets the answer before the rest of the maps are drawn.
func TestAnswersPassPictures(t *testing.T) {
	g := newMapped(t)
	g.Parallel = 64
	g.now = g.now.Add(25 * time.Hour)
	wakes := make(chan struct{}, 1)
	g.Waits = func() (time.Time, bool) {
		select {
		case <-wakes:
			return g.now.Add(time.Minute), true
		default:
			return time.Time{}, false
		}
	}
	var mu sync.Mutex // held while a letter is sent, so that no other goes out before the player has written
	drawn, before := 0, -1
	send := func(ctx context.Context, l letter.Letter) error {
		mu.Lock()
		defer mu.Unlock()
		if l.Answer {
			before = drawn
		}
		if l.Picture == nil {
			return nil
		}
		if drawn++; drawn > 1 {
			return nil
		}
		order := letter.Letter{ID: "1@x", From: "france@example.org", Subject: "[d1]", Text: "A Par-Bur", Proof: letter.Proved}
		if err := reception.Receive(ctx, g.Master, g.now.Add(time.Minute), order); err != nil {
			t.Error(err)
		}
		wakes <- struct{}{}
		return nil
	}
	for n := 1; n > 0; {
		var err error
		if n, err = work.Due(t.Context(), g.Master, g.now, send); err != nil {
			t.Fatal(err)
		}
	}
	if few := drawn < len(deadman.Rules.Seats); few || before < 1 || before > 3 {
		t.Errorf("the answer goes after %d of %d letters with maps; three may have been begun before it is written", before, drawn)
	}
}
