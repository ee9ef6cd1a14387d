package gm_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
)

// A sharedStore has what several machines' stores have, and notes how often all names are read, which takes its time.
type sharedStore struct {
	store.Store
	store.Revisions
	store.Remover
	store.Blobs
	slow   time.Duration
	listed int
}

func (s *sharedStore) Games(ctx context.Context, after string) iter.Seq2[string, error] {
	s.listed++
	time.Sleep(s.slow)
	return s.Store.Games(ctx, after)
}

// share has a master work on a store that others may change, too.
func share(t *testing.T, m *gm.Master) *sharedStore {
	t.Helper()
	known, ok := store.As[store.Revisions](m.Store)
	remover, can := store.As[store.Remover](m.Store)
	blobs, keeps := store.As[store.Blobs](m.Store)
	if !ok || !can || !keeps {
		t.Fatal("the store can do less than it could")
	}
	s := &sharedStore{Store: m.Store, Revisions: known, Remover: remover, Blobs: blobs}
	m.Store = s
	return s
}

// If it takes longer to make good an outage than the leases of tasks last, nothing is sent under a lease that has run
// out.
func TestProcessMakesGoodForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, a, _ := twoProcesses(t)
		defer g.m.Store.Close()
		if err := desk.At(a, gm.ActOptions{}).Press(t.Context(), noon, "h1", "ALL", "Hello."); err != nil {
			t.Fatal(err)
		}
		share(t, a).slow = 3 * time.Minute
		began, sent := time.Now(), 0
		send := func(context.Context, letter.Letter) error {
			sent++
			if held := time.Since(began); held > 90*time.Second {
				t.Errorf("a letter is sent %v after the moment from which it is held for two minutes", held)
			}
			return nil
		}
		if _, err := work.Due(t.Context(), a, noon.Add(50*time.Hour), send); err != nil {
			t.Fatal(err)
		}
		began = time.Now()
		if n, err := work.Due(t.Context(), a, noon.Add(50*time.Hour+3*time.Minute), send); err != nil || n == 0 || sent != n {
			t.Errorf("%d letters are sent of %d tasks; %v", sent, n, err)
		}
	})
}

// A letter that was cut short amid its sending may have arrived. It is not sent again and again for that.
func TestProcessCutsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, a, _ := twoProcesses(t)
		defer g.m.Store.Close()
		a.OutageThreshold = 0
		if err := desk.At(a, gm.ActOptions{}).Press(t.Context(), noon, "h1", "Ann", "Hello."); err != nil {
			t.Fatal(err)
		}
		var tried []time.Duration
		for at := time.Duration(0); at < time.Hour; at += 2 * time.Minute {
			_, err := work.Due(t.Context(), a, noon.Add(at), func(ctx context.Context, l letter.Letter) error {
				tried = append(tried, at)
				<-ctx.Done()
				return &outbox.DeliveryUnknown{Err: ctx.Err()}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(tried) == 0 || len(tried) > 4 {
			t.Errorf("sent at %v", tried)
		}
	})
}

// A game that another process has brought back from the archive, and given to others, is not taken for what it was.
func TestProcessSeesWhatWasBroughtBack(t *testing.T) {
	a := started(t)
	share(t, a)
	b := beside(a, "b")
	later := noon.Add(90 * time.Hour)
	deliver(t, a, noon.Add(73*time.Hour), func(letter.Letter) {})
	if err := desk.At(a, gm.ActOptions{}).End(t.Context(), later, "d1", false); err != nil {
		t.Fatal(err)
	}
	receive(t, a, later, letter.Letter{ID: "2@test", From: "france@example.org", Subject: "[d1]", Text: "STATUS"}) // so a knows the game
	deliver(t, a, later, func(letter.Letter) {})
	if _, err := site.Archive(t.Context(), b, later, "d1", false); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Unarchive(t.Context(), b, "d1"); err != nil {
		t.Fatal(err)
	}
	desk := desk.At(b, gm.ActOptions{})
	if err := errors.Join(desk.Reopen(t.Context(), later, "d1"), desk.Seat(t.Context(), later, "d1", "France", "new@example.org")); err != nil {
		t.Fatal(err)
	}
	receive(t, a, later, letter.Letter{ID: "3@test", From: "new@example.org", Subject: "[d1]", Text: "STATUS"})
	var sent []string
	deliver(t, a, later.Add(time.Minute), func(l letter.Letter) {
		if l.To == "new@example.org" && l.InReplyTo == "3@test" {
			sent = append(sent, l.Subject)
		}
	})
	if len(sent) != 1 {
		t.Errorf("who has the seat now got %q for his letter", sent)
	}
}

// A letter that anybody can write does not cause all games' names to be read, except the first of a week, when those
// of old weeks are forgotten.
func TestStrangersHaveNothingListed(t *testing.T) {
	m := finished(t)
	receive(t, m, noon, letter.Letter{ID: "first@test", From: "eve@example.org", Text: "Yes."})
	s := share(t, m)
	for i, l := range []letter.Letter{
		{From: "eve@example.org", Text: "Yes.", References: []string{"o.nosuch.1.1.1.x@deaddrop.example", "t.nosuch.1.1.1.x@deaddrop.example"}},
		{From: "eve@example.org", Machine: "auto-replied", Away: true, InReplyTo: "t.nosuch.1.1.1.x@deaddrop.example"},
		{From: "eve@example.org", Machine: "a DSN", Report: &letter.Report{Failed: true, Status: "5.1.1", OriginalID: "t.nosuch.1.1.1.x@deaddrop.example"}},
		{From: "france@example.org", Subject: "[nosuch]", Text: "A Par-Bur"},
	} {
		for _, kind := range []string{"o", "r", "t", "c", "w", "j", "b"} {
			l := l
			l.ID = kind + string(rune('0'+i)) + "@test"
			l.References = slices.Clone(l.References)
			for j := range l.References {
				l.References[j] = kind + strings.TrimLeft(l.References[j], "ot")
			}
			if l.InReplyTo != "" {
				l.InReplyTo = kind + strings.TrimPrefix(l.InReplyTo, "t")
			}
			receive(t, m, noon, l)
		}
	}
	if s.listed > 0 {
		t.Errorf("all names were read %d times", s.listed)
	}
}

// A letter that is given up when its game is gone does not make a game of that name.
func TestGivenUpWhenTheGameIsGone(t *testing.T) {
	m := finished(t)
	if err := desk.At(m, gm.ActOptions{}).Press(t.Context(), noon.Add(90*time.Hour), "d2", "ALL", "Hello."); err != nil {
		t.Fatal(err)
	}
	remover, _ := store.As[store.Remover](m.Store)
	_, err := work.Due(t.Context(), m, noon.Add(90*time.Hour), func(ctx context.Context, l letter.Letter) error {
		if g, err := m.Store.Load(ctx, "d2"); err != nil || g.Rev > 0 && remover.Remove(ctx, "d2", g.Rev) != nil {
			t.Error("it is still there", err)
		}
		return &outbox.Undeliverable{Err: errors.New("no such user")}
	})
	if err != nil {
		t.Fatal(err)
	}
	if g, err := m.Store.Load(t.Context(), "d2"); err != nil || g.Rev > 0 {
		t.Errorf("there is a game at revision %d; %v", g.Rev, err)
	}
}

// An onceStore does something when the tasks of a game have been read for the first time.
type onceStore struct {
	*sharedStore
	do func()
}

func (s *onceStore) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	return func(yield func(store.Task, error) bool) {
		s.sharedStore.Tasks(ctx, game)(yield)
		if do := s.do; do != nil {
			s.do = nil
			do()
		}
	}
}

// A game that goes on while it is being archived stays where it is.
func TestArchiveWhileItIsReopened(t *testing.T) {
	a := started(t)
	shared := share(t, a)
	b := beside(a, "b")
	later := noon.Add(90 * time.Hour)
	deliver(t, a, noon.Add(73*time.Hour), func(letter.Letter) {})
	if err := desk.At(a, gm.ActOptions{}).End(t.Context(), later, "d1", false); err != nil {
		t.Fatal(err)
	}
	deliver(t, a, later, func(letter.Letter) {})
	a.Store = &onceStore{shared, func() {
		if err := desk.At(b, gm.ActOptions{}).Reopen(t.Context(), later, "d1"); err != nil {
			t.Error(err)
		}
		deliver(t, b, later, func(letter.Letter) {})
	}}
	refused := (*refusal.Error)(nil)
	if _, err := site.Archive(t.Context(), a, later, "d1", false); !errors.As(err, &refused) {
		t.Errorf("it is archived, or not for what it should be: %v", err)
	}
	if o, err := inspect.OverviewOf(t.Context(), b, "d1"); err != nil || o.State != "running" {
		t.Errorf("it is %s; %v", o.State, err)
	}
}

// When the clock has gone back and the game master has told one process that it is right, the others believe it, too.
func TestProcessesBelieveTheClock(t *testing.T) {
	_, a, b := twoProcesses(t)
	for at := time.Duration(0); at <= 10*time.Hour; at += 10 * time.Minute {
		both(t, noon.Add(at), a, b)
	}
	back := noon.Add(5 * time.Hour)
	both(t, back, a, b)
	if site.ClockAccepted(a) && site.ClockAccepted(b) {
		t.Fatal("a clock that has gone back by five hours is believed")
	}
	if err := site.AcceptClock(t.Context(), beside(a, ""), back); err != nil { // at the command line
		t.Fatal(err)
	}
	for at := time.Duration(0); at < time.Minute; at += 3 * time.Second {
		both(t, back.Add(at), a, b)
	}
	if !site.ClockAccepted(a) || !site.ClockAccepted(b) {
		t.Error("it is not believed again")
	}
}
