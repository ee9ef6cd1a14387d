package serve

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// elsewhere returns another site with the mailbox of a town; with a copy of its games, if that is wanted.
func elsewhere(t *testing.T, w *towntest.Town, copied bool) *towntest.Town {
	t.Helper()
	other := *w
	other.Config = filepath.Join(t.TempDir(), "deaddrop.toml")
	names := []string{"deaddrop.toml", "password"}
	if copied {
		names = append(names, "deaddrop.db")
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(w.Config), name))
		if err == nil {
			err = os.WriteFile(filepath.Join(filepath.Dir(other.Config), name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !copied {
		other.Begin(t)
	}
	return &other
}

// A mailbox is one site's, and of its services that of the one that began last. Whoever takes the note away gives it to
// whoever comes next.
func TestClaims(t *testing.T) {
	t.Parallel()
	now := new(atomic.Int64)
	now.Store(time.Now().UnixNano())
	w := towntest.New(t)
	first := idle(t, w, now)
	begin := func(s *Service, want error) {
		t.Helper()
		if err := s.claim.try(t.Context()); !errors.Is(err, want) || s.claim.laid != (want == nil) {
			t.Errorf("it begins with %v, want %v", err, want)
		}
	}
	look := func(s *Service, want error) {
		t.Helper()
		if err := s.claim.once(t.Context(), false); !errors.Is(err, want) {
			t.Errorf("it sees %v, want %v", err, want)
		}
	}
	begin(first, nil)
	look(first, nil)
	begin(first, nil) // when it starts again
	look(first, nil)
	other := idle(t, elsewhere(t, w, false), now)
	begin(other, ErrClaimed)
	look(first, nil)

	copied := idle(t, elsewhere(t, w, true), now)
	begin(copied, nil)
	look(copied, nil)
	look(first, ErrClaimed)

	p, err := mailer.ProbeInbox(t.Context(), first.claim.inbox)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	notes, err := p.Notes(t.Context(), gm.SiteField)
	if err != nil || len(notes) != 1 {
		t.Fatalf("there are %d notes: %v", len(notes), err)
	}
	if err := p.Note(t.Context(), []byte("Subject: none\r\n\r\n"), notes); err != nil {
		t.Fatal(err)
	}
	look(copied, nil) // somebody has tidied up
	begin(other, nil)
	look(first, ErrClaimed)
}

// Services of one site that share the work have one claim.
func TestSharedClaim(t *testing.T) {
	t.Parallel()
	now := new(atomic.Int64)
	now.Store(time.Now().UnixNano())
	w := towntest.New(t)
	var all []*Service
	for range 2 {
		s := idle(t, w, now)
		s.claim.run = "" // as newClaim has it where the store is shared
		if err := s.claim.try(t.Context()); err != nil || !s.claim.laid {
			t.Fatal(err)
		}
		if err := s.master.Store.Close(); err != nil { // a file is one process's
			t.Fatal(err)
		}
		all = append(all, s)
	}
	for _, s := range all {
		if err := s.claim.once(t.Context(), false); err != nil {
			t.Error(err)
		}
	}
	if c := newClaim(&Service{config: config.Config{Store: "postgres://x/y"}, master: &gm.Master{}}, &mailer.Inbox{}); c.run != "" {
		t.Error("machines that share the work lay claims of their own")
	}
}
