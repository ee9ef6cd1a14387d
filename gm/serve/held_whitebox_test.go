package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/meter"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/transfer"
	"deaddrop/gm/towntest"
	"deaddrop/gm/work"
	"deaddrop/mailer"
)

// A mail server that says nothing does not keep letters beyond the time for which they are held.
func TestCarriersKeepToTheHold(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	s := &Service{parcels: make(chan *outgoing),
		sender: &mailer.Sender{Server: mailer.Server{Addr: silent.Addr().String(), TLS: "none"}, Timeout: time.Hour}}
	serving, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.carry(serving) }()
	held, done := context.WithTimeout(serving, 200*time.Millisecond)
	defer done()
	began := time.Now()
	if err := s.send(held, toFrance(1)); err == nil || time.Since(began) > time.Minute {
		t.Errorf("it is in hand for %v: %v", time.Since(began), err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A failing store keeps nothing.
type failing struct {
	store.Store
	fails bool
}

func (f *failing) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if f.fails {
		return 0, errors.New("the database was taken over by another server")
	}
	return f.Store.Commit(ctx, game, c)
}

// Deadlines wait for a letter that lay in the mailbox in time and that the store did not keep at first; not for ever,
// if it never does.
func TestUntakenLetterKeepsDeadlines(t *testing.T) {
	m, err := setup.Open(config.Config{Data: filepath.Join(t.TempDir(), "games.db"), Address: "gm@" + towntest.Domain},
		nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Store.Close()
	db := &failing{Store: m.Store, fails: true}
	m.Store = db
	now := time.Date(1901, 4, 1, 12, 0, 0, 0, time.UTC)
	s := &Service{master: m, now: func() time.Time { return now }, log: m.Log, wake: make(chan struct{}, 1)}
	s.door = &Doorkeeper{Master: m, Now: s.now}
	s.mailbox = newMailbox(nil, nil, "gm@"+towntest.Domain, "", s.now, m.Log)
	s.looking()()
	first := now
	look := func(letters ...mailer.Letter) {
		t.Helper()
		now = now.Add(30 * time.Second)
		looked := s.looking()
		for _, l := range letters {
			if err := s.take(t.Context(), meter.IMAP, l); (err != nil) != db.fails {
				t.Error(err)
			}
		}
		looked()
	}
	l := mailer.Letter{ID: "1@test.invalid", From: "eve@" + towntest.Domain, Subject: "Hello",
		Text: "Is anybody there?"}
	look(l)
	look() // that passes over it for a moment
	if at := s.mailbox.lookedAt(); !at.Equal(first) {
		t.Errorf("all that came until %v is said to be taken in", at)
	}
	db.fails = false
	look(l)
	if at := s.mailbox.lookedAt(); !at.Equal(now) {
		t.Errorf("when it was taken, %v is said to be the last look, want %v", at, now)
	}
	db.fails = true
	was := now
	for i := range 30 {
		l.ID = string(rune('a'+i)) + "@test.invalid"
		look(l)
	}
	if behind := now.Sub(s.mailbox.lookedAt()); behind > untakenMost || s.mailbox.lookedAt().Equal(was) {
		t.Errorf("deadlines are kept for %v", behind)
	}
}

// A process that was stopped while its games were moved to another place takes nothing in and sends nothing when it
// goes on.
func TestStoppedWhileGamesAreMoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stores []store.Store
		for range 2 {
			db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			stores = append(stores, db)
		}
		m := &gm.Master{Store: stores[0], Log: slog.New(slog.DiscardHandler), Process: "a",
			Address: "gm@" + towntest.Domain}
		s := &Service{config: config.Config{Store: "postgres://db/games"}, master: m, now: time.Now, log: m.Log,
			wake: make(chan struct{}, 1)}
		s.moveChecked.Store(time.Now().UnixNano())
		task := store.Change{Head: []byte("x"), Set: []store.Task{{Name: "poll", Due: time.Now()}}}
		if _, err := stores[0].Commit(t.Context(), work.Mailboxes+"x", task); err != nil {
			t.Fatal(err)
		}
		if n, err := s.round(t.Context()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if _, err := transfer.Move(t.Context(), stores[0], stores[1],
			transfer.Options{From: "here", To: "there", ID: "x", Now: time.Now}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Minute)
		away := (*transfer.Away)(nil)
		if n, err := s.round(t.Context()); n != 0 || !errors.As(err, &away) {
			t.Errorf("it does %d things; %v", n, err)
		}
		if err := s.take(t.Context(), meter.LMTP,
			mailer.Letter{ID: "1@test.invalid", From: "eve@" + towntest.Domain, Text: "Hello."}); !errors.As(err,
			&away) {
			t.Errorf("it takes a letter in: %v", err)
		}
	})
}
