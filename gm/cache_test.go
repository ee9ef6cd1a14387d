package gm_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/store"
)

// A stubborn store lets another change come before every third one that it is given.
type stubborn struct {
	store.Store
	n atomic.Int64
}

func (s *stubborn) Enqueue(ctx context.Context, game string, c store.Change) (func() error, error) {
	if n := s.n.Add(1); n%3 == 0 {
		s.other(ctx, game)
	}
	return s.Store.(store.Queue).Enqueue(ctx, game, c)
}

// other makes a step of a game that changes nothing.
func (s *stubborn) other(ctx context.Context, game string) {
	for {
		g, err := s.Load(ctx, game)
		if err != nil || g.Rev == 0 {
			return
		}
		if _, err := s.Commit(ctx, game, store.Change{Rev: g.Rev}); err == nil {
			return
		}
	}
}

// pour hands letters in, eight at a time: each with an order, a word of press to Italy and a wish for the history.
func pour(t *testing.T, letters int, to ...*gm.Master) {
	t.Helper()
	orders := openings(t)
	var all sync.WaitGroup
	for lane := range 8 {
		all.Go(func() {
			for i := lane; i < letters; i += 8 {
				who := powers[i%len(powers)]
				l := letter.Letter{ID: fmt.Sprintf("n%d@test", i), From: strings.ToLower(who) + "@example.org", Subject: "[d1]", Proof: letter.Proved,
					Text: orders[who][i/len(powers)%2] + fmt.Sprintf("\nPRESS TO Italy\nword-%d.\nENDPRESS\nHISTORY", i)}
				for range 2 { // the mailbox may hand it in twice
					if err := reception.Receive(t.Context(), to[i%len(to)], noon, l); err != nil {
						t.Errorf("letter %d: %v", i, err)
					}
				}
			}
		})
	}
	all.Wait()
}

var powers = []string{"Austria", "England", "France", "Germany", "Russia", "Turkey"}

// poured says what became of letters that were poured into masters: each is answered once, and its press arrives once.
func poured(t *testing.T, m *gm.Master, letters int) {
	t.Helper()
	got := map[string]int{}
	deliver(t, m, noon, func(l letter.Letter) {
		if l.Answer {
			got[l.InReplyTo]++
		}
		for word := range strings.FieldsSeq(l.Text) {
			if l.To == "italy@example.org" && strings.HasPrefix(word, "word-") {
				got[word]++
			}
		}
	})
	for i := range letters {
		for _, what := range []string{fmt.Sprintf("n%d@test", i), fmt.Sprintf("word-%d.", i)} {
			if got[what] != 1 {
				t.Errorf("%s came %d times", what, got[what])
			}
		}
	}
	o, err := inspect.OverviewOf(t.Context(), m, "d1")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range o.Seats {
		if s.Name != "Italy" && len(strings.Split(s.Orders, "\n")) < 3 {
			t.Errorf("on file for %s is %q", s.Name, s.Orders)
		}
	}
}

// Many letters to one game, decided one upon the other before they are in the store, each take effect once: also when
// changes come between, of this master or of another one on the same store.
func TestLettersUponLetters(t *testing.T) {
	const letters = 90
	t.Run("alone", func(t *testing.T) {
		m := started(t)
		pour(t, letters, m)
		poured(t, m, letters)
	})
	t.Run("beside other changes", func(t *testing.T) {
		m := started(t)
		m.Store = &stubborn{Store: m.Store}
		pour(t, letters, m)
		poured(t, m, letters)
	})
	t.Run("two masters", func(t *testing.T) {
		m := started(t)
		other := &gm.Master{Store: m.Store, Rules: m.Rules, Words: m.Words, Log: m.Log, Address: m.Address, Name: m.Name, Key: m.Key}
		pour(t, letters, m, other)
		poured(t, other, letters)
	})
	t.Run("without a queue", func(t *testing.T) {
		m := started(t)
		m.Store = &commits{Store: m.Store}
		pour(t, letters, m)
		poured(t, m, letters)
	})
}

// Changes by another process are seen at once, whatever this one has cached.
func TestOtherMastersAct(t *testing.T) {
	m := started(t)
	other := &gm.Master{Store: m.Store, Rules: m.Rules, Words: m.Words, Log: m.Log, Address: m.Address, Name: m.Name, Key: m.Key}
	receive := func(id, from, text string) {
		t.Helper()
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: id, From: from + "@example.org", Subject: "[d1]", Text: text, Proof: letter.Proved}); err != nil {
			t.Fatal(err)
		}
	}
	receive("1", "france", "A Par-Bur")
	if err := desk.At(other, gm.ActOptions{}).Seat(t.Context(), noon, "d1", "Turkey", "hal@example.org"); err != nil {
		t.Fatal(err)
	}
	receive("2", "hal", "A Con-Bul")
	if err := desk.At(other, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
		t.Fatal(err)
	}
	receive("3", "france", "A Bur-Mun")
	o, err := inspect.OverviewOf(t.Context(), m, "d1")
	if err != nil || o.Phase != "Fall 1901" || o.Seats[2].Orders != "A Bur-Mun" {
		t.Errorf("it is %s, and on file for France is %q (%v)", o.Phase, o.Seats[2].Orders, err)
	}
	plan := desk.Plan{Name: "d2", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: "france@example.org"})
	}
	if err := desk.At(other, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "4", From: "france@example.org", Subject: "[d2] Italy", Text: "AS Italy\nA Ven-Tyr", Proof: letter.Proved}); err != nil {
		t.Fatal(err)
	}
	if o, err := inspect.OverviewOf(t.Context(), m, "d2"); err != nil || o.Seats[4].Orders != "A Ven-Tyr" {
		t.Errorf("on file for Italy of a new game is %q (%v)", o.Seats[4].Orders, err)
	}
	text, _, err := inspect.As(t.Context(), m, noon, "d1", "Turkey")
	if err != nil || !strings.Contains(text, "A Bul") {
		t.Errorf("Turkey knows (%v):\n%s", err, text)
	}
}

// A slow store keeps a change that it is given for a while, or until it is given the next one.
type slow struct {
	store.Store
	mu    sync.Mutex
	last  func() // has the last change written
	given chan struct{}
}

func (s *slow) Enqueue(ctx context.Context, game string, c store.Change) (func() error, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil {
		s.last()
	}
	var wait func() error
	var err error
	written := make(chan struct{})
	s.last = sync.OnceFunc(func() {
		wait, err = s.Store.(store.Queue).Enqueue(ctx, game, c)
		close(written)
	})
	time.AfterFunc(200*time.Millisecond, s.last)
	select {
	case s.given <- struct{}{}:
	default:
	}
	return func() error {
		if <-written; err != nil {
			return err
		}
		return wait()
	}, nil
}

// HISTORY includes the turn that has just been played, even if it is not on the disk yet.
func TestHistoryOfWhatIsNotWrittenYet(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	t.Cleanup(func() { _ = m.Store.Close() })
	plan := desk.Plan{Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Ends: calendar.WhenIn}}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	workOff(t, m, noon)
	receive := func(who, text string) {
		l := letter.Letter{ID: who + text, From: strings.ToLower(who) + "@example.org", Subject: "[d1]", Text: text, Proof: letter.Proved}
		if err := reception.Receive(t.Context(), m, noon, l); err != nil {
			t.Errorf("%s: %v", who, err)
		}
	}
	for _, who := range append(powers[1:], "Italy") {
		receive(who, "READY")
	}
	s := &slow{Store: m.Store, given: make(chan struct{}, 1)}
	m.Store = s
	var last sync.WaitGroup
	last.Go(func() { receive("Austria", "READY") })
	<-s.given
	receive("Italy", "HISTORY")
	last.Wait()
	told := ""
	deliver(t, m, noon, func(l letter.Letter) {
		if l.InReplyTo == "ItalyHISTORY" {
			told = l.Text
		}
	})
	if phase(t, m) != "Fall 1901" || strings.Contains(told, "Nothing has happened yet") || !strings.Contains(told, "A Ven H") {
		t.Errorf("in %s Italy is told:\n%s", phase(t, m), told)
	}
}
