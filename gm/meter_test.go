package gm_test

import (
	"context"
	"errors"
	"maps"
	"sync"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// A tallier is a Meter that counts.
type tallier struct {
	mu     sync.Mutex
	counts map[string]int
}

func (c *tallier) add(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[what]++
}

func (c *tallier) Received(way string, f letter.Fate) { c.add(way + " " + string(f)) }
func (c *tallier) Tried(o gm.Outcome)                 { c.add("out " + string(o)) }

func (c *tallier) Turn(rules string) (resolved func()) {
	c.add("begun " + rules)
	return func() { c.add("turn " + rules) }
}

// The meter is told what became of each letter and each turn, once.
func TestMeter(t *testing.T) {
	m := started(t)
	c := &tallier{counts: map[string]int{}}
	m.Meter = c
	take := func(l letter.Letter) {
		t.Helper()
		l.Way, l.ID = "imap", l.From+l.Text
		if l.From == "" {
			l.From = "france@example.org"
		}
		if err := reception.Receive(t.Context(), m, noon, l); err != nil {
			t.Fatal(err)
		}
	}
	take(letter.Letter{Subject: "[d1.1]", Text: "A Par-Bur"})
	take(letter.Letter{Subject: "[d1.1]", Text: "A Par-Bur"})
	take(letter.Letter{Subject: "hello", Text: "hello", From: "eve@example.org"})
	take(letter.Letter{Subject: "away", Text: "I am away", Machine: "auto-replied", Away: true})
	take(letter.Letter{Subject: "[d1.1]", Text: "F Bre-Eng", Proof: letter.Disowned})
	if err := reception.GiveUp(t.Context(), m, noon, letter.Letter{ID: "9", Way: "imap"}, "it failed", "in Failed"); err != nil {
		t.Fatal(err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := reception.Receive(ended, m, noon, letter.Letter{ID: "8", From: "italy@example.org", Subject: "[d1.1]", Text: "A Ven H", Way: "lmtp"}); err == nil {
		t.Error("a letter is taken with a context that has ended")
	}
	at := desk.At(m, gm.ActOptions{Dry: true})
	if err := at.Resolve(t.Context(), noon, "d1", ""); err != nil {
		t.Fatal(err)
	}
	if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
		t.Fatal(err)
	}
	fates := map[string]error{
		"austria@example.org": &outbox.Undeliverable{Err: errors.New("550")},
		"england@example.org": &outbox.DeliveryUnknown{Err: errors.New("cut off")},
		"france@example.org":  errors.New("451"),
		"germany@example.org": &outbox.Postponed{After: time.Hour, Err: errors.New("busy")},
	}
	first := map[string]bool{}
	deliver := func(_ context.Context, l letter.Letter) error {
		if first[l.To] {
			return nil
		}
		first[l.To] = true
		return fates[l.To]
	}
	for n := 1; n > 0; {
		var err error
		if n, err = work.Due(t.Context(), m, noon, deliver); err != nil {
			t.Fatal(err)
		}
	}
	sent := c.counts["out sent"]
	delete(c.counts, "out sent")
	want := map[string]int{"imap taken": 1, "imap twice": 1, "imap aside": 2, "imap machine": 1, "imap given_up": 1, "lmtp error": 1,
		"begun deadman": 1, "turn deadman": 1, "out given_up": 1, "out unknown": 1, "out failed": 1, "out postponed": 1}
	if !maps.Equal(c.counts, want) || sent < 10 {
		t.Errorf("counted\n%v and %d letters sent\nwant\n%v", c.counts, sent, want)
	}
}

// A tally in pieces is that of all games, and a game that can't be read does not end it.
func TestTally(t *testing.T) {
	m := started(t)
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1", From: "eve@example.org", Subject: "hello", Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Store.Commit(t.Context(), "d9", store.Change{Head: []byte("{")}); err != nil {
		t.Fatal(err)
	}
	var tally site.Tally
	pieces := 0
	for after, more := "", true; more; more = after != "" {
		var err error
		if after, err = site.AddTally(t.Context(), m, after, 1, &tally); err != nil {
			t.Fatal(err)
		}
		pieces++
	}
	if want := map[string]int{"running": 1, "broken": 1}; !maps.Equal(tally.Games, want) || tally.Waits != 1 || pieces != 3 {
		t.Errorf("in %d pieces: %+v, want %v and 1 that waits", pieces, tally, want)
	}
}
