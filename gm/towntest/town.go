// Package towntest provides towns for tests. A town is a post office with mailboxes for a game master and players,
// and a configuration for a service that uses them. The package starts no service, and knows nothing of games.
package towntest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"deaddrop/gm/store/bolt"
	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// A Town is a post office with mailboxes for a game master and players, and a configuration for it.
type Town struct {
	Held   time.Duration // how long letters may be delayed that a machine was sending when it was killed
	Office *postoffice.Office
	Config string // path of the configuration
}

// Domain is the domain of all addresses in a town.
const Domain = "town.invalid"

// New opens a town with mailboxes for the game master, the games and some players. It is closed when the test ends.
func New(t testing.TB, players ...string) *Town {
	t.Helper()
	return NewOf(t, postoffice.Options{}, players...)
}

// NewOf is like New, with other options for the post office.
func NewOf(t testing.TB, o postoffice.Options, players ...string) *Town {
	t.Helper()
	o.Domain = Domain
	office, err := postoffice.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { office.Close() })
	for _, name := range append([]string{"gm", "desk"}, players...) {
		if err := office.Add(name, "secret"); err != nil {
			t.Fatal(err)
		}
	}
	w := &Town{Office: office, Config: filepath.Join(t.TempDir(), "deaddrop.toml")}
	text := fmt.Sprintf("address = %[1]q\ngm = \"desk@%[2]s\"\npoll = \"5s\"\n[imap]\naddr = %[3]q\ntls = "+
		"\"none\"\nuser = %[1]q\npassword_file = \"password\"\n[smtp]\naddr = %[4]q\ntls = \"none\"\nuser = "+
		"%[1]q\npassword = \"secret\"\n",
		"gm@"+Domain, Domain, office.IMAP(), office.SMTP())
	for name, text := range map[string]string{w.Config: text,
		filepath.Join(filepath.Dir(w.Config), "password"): "secret\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.Begin(t)
	return w
}

// Unbegin deletes the town's games, so that it is a site before its initialization.
func (w *Town) Unbegin(t testing.TB) {
	t.Helper()
	if err := os.Remove(filepath.Join(filepath.Dir(w.Config), "deaddrop.db")); err != nil {
		t.Fatal(err)
	}
}

// Begin creates the file with the town's games, as gm init does.
func (w *Town) Begin(t testing.TB) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(filepath.Dir(w.Config), "deaddrop.db"), bolt.Options{})
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Write sends a letter from a player to the game master.
func (w *Town) Write(ctx context.Context, from, id, subject, text string) error {
	s := &mailer.Sender{Server: mailer.Server{Addr: w.Office.SMTP(), TLS: "none", User: from + "@" + Domain,
		Password: "secret"}}
	defer s.Close()
	return s.Send(ctx, from+"@"+Domain,
		mailer.Draft{ID: id, From: from + "@" + Domain, To: "gm@" + Domain, Subject: subject, Text: text,
			Date: time.Now()})
}

// Watch calls f with every letter in a mailbox until the test ends.
func (w *Town) Watch(t testing.TB, name string, f func(mailer.Letter)) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	in := &mailer.Inbox{Server: mailer.Server{Addr: w.Office.IMAP(), TLS: "none", User: name + "@" + Domain,
		Password: "secret"}, Log: slog.New(slog.DiscardHandler)}
	go func() {
		defer close(done)
		if err := in.Watch(ctx, func(_ context.Context, l mailer.Letter) error { f(l); return nil }); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { stop(); <-done })
}

// Emptied waits until a player's inbox is empty.
func (w *Town) Emptied(t testing.TB, name string) {
	t.Helper()
	in, err := mailer.ProbeInbox(t.Context(),
		&mailer.Inbox{Server: mailer.Server{Addr: w.Office.IMAP(), TLS: "none", User: name, Password: "secret"}})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	left := 1
	for i := 0; i < 6000 && left > 0; i++ {
		if left, _, err = in.Waiting(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left > 0 {
		t.Errorf("%d letters are left in INBOX", left)
	}
}
