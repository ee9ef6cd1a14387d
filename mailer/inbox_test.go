package mailer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// A watch is an Inbox that is being watched.
type watch struct {
	mu      sync.Mutex
	letters []mailer.Letter
	stop    func()
}

func start(t *testing.T, in *mailer.Inbox, handle func(mailer.Letter) error) *watch {
	t.Helper()
	w := &watch{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	if in.Log == nil {
		in.Log = logTo(t)
	}
	go func() {
		done <- in.Watch(ctx, func(_ context.Context, l mailer.Letter) error {
			w.mu.Lock()
			w.letters = append(w.letters, l)
			w.mu.Unlock()
			if handle == nil {
				return nil
			}
			return handle(l)
		})
	}()
	w.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("watch ended with %v", err)
			}
		case <-time.After(30 * time.Second):
			t.Error("watch does not end")
		}
	})
	t.Cleanup(w.stop)
	return w
}

func (w *watch) ids() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var ids []string
	for _, l := range w.letters {
		name, _, _ := strings.Cut(l.ID, "@")
		ids = append(ids, name)
	}
	return ids
}

func (w *watch) until(t *testing.T, ids ...string) {
	t.Helper()
	eventually(t, fmt.Sprintf("letters %v", ids), func() bool { return len(w.ids()) >= len(ids) })
	if got := w.ids(); !slices.Equal(got, ids) {
		t.Errorf("letters: got %v, want %v", got, ids)
	}
}

func quick(addr string) *mailer.Inbox {
	return &mailer.Inbox{Server: local(addr), Poll: time.Minute, Timeout: 20 * time.Second,
		Retry: 20 * time.Millisecond}
}

// post sends mails to gm, one for each ID, from the person named before the dash.
func post(t *testing.T, office *postoffice.Office, ids ...string) {
	t.Helper()
	s := &mailer.Sender{Server: mailer.Server{Addr: office.SMTP(), TLS: "none"}}
	defer func() { _ = s.Close() }()
	for _, id := range ids {
		who, _, _ := strings.Cut(id, "-")
		d := draft()
		d.ID, d.From, d.To = id+"@example.org", who+"@example.org", "gm+t1@post.test"
		if err := s.Send(t.Context(), d.From, d); err != nil {
			t.Fatal(err)
		}
	}
}

// onServer does something as another client of gm's mailboxes.
func onServer(t *testing.T, office *postoffice.Office, mailbox string, do func(*imapclient.Client)) {
	t.Helper()
	c, err := imapclient.DialInsecure(office.IMAP(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.Login("gm", "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	if mailbox != "" {
		if _, err := c.Select(mailbox, nil).Wait(); err != nil {
			t.Fatal(err)
		}
	}
	do(c)
}

// count gives the number of mails in a mailbox, and how many are marked deleted.
func count(t *testing.T, office *postoffice.Office, mailbox string) (all, deleted int) {
	t.Helper()
	onServer(t, office, mailbox, func(c *imapclient.Client) {
		for n, criteria := range map[*int]*imap.SearchCriteria{
			&all: {}, &deleted: {Flag: []imap.Flag{imap.FlagDeleted}},
		} {
			data, err := c.UIDSearch(criteria, nil).Wait()
			if err != nil {
				t.Fatal(err)
			}
			*n = len(data.AllUIDs())
		}
	})
	return all, deleted
}

func TestWatchIdle(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	var idle atomic.Bool
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			if client {
				idle.Store(bytes.Contains(b, []byte(" IDLE")))
			}
			return b
		}
	})
	in := quick(p.addr())
	in.Poll = time.Hour
	w := start(t, in, nil)
	post(t, office, "ann-1")
	w.until(t, "ann-1")
	eventually(t, "in IDLE", idle.Load)
	post(t, office, "ann-2")
	w.until(t, "ann-1", "ann-2")
	l := w.letters[1]
	if l.From != "ann@example.org" || l.Text != "A PAR - BUR\n" || l.Automatic != "" ||
		time.Since(l.Received) > time.Minute {
		t.Errorf("got %+v", l)
	}
	eventually(t, "both processed", func() bool { all, _ := count(t, office, "Processed"); return all == 2 })
	if all, _ := count(t, office, "INBOX"); all != 0 {
		t.Errorf("%d mails left", all)
	}
}

func TestWatchOrder(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	var ids []string
	for i := range 150 {
		ids = append(ids, fmt.Sprintf("ann-%d", i))
	}
	post(t, office, ids[:120]...)
	w := start(t, quick(office.IMAP()), nil)
	post(t, office, ids[120:]...)
	w.until(t, ids...)
}

// Without IDLE, the server is asked again and again.
func TestWatchPoll(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			if client && bytes.Contains(b, []byte(" IDLE")) {
				t.Error("client sent IDLE")
			}
			return bytes.ReplaceAll(b, []byte(" IDLE"), nil)
		}
	})
	in := quick(p.addr())
	in.Poll = 50 * time.Millisecond
	w := start(t, in, nil)
	post(t, office, "ann-1")
	w.until(t, "ann-1")
	time.Sleep(100 * time.Millisecond)
	post(t, office, "ann-2")
	w.until(t, "ann-1", "ann-2")
}

func TestWatchReconnects(t *testing.T) {
	t.Parallel()
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	w := start(t, quick(p.addr()), nil)
	var ids []string
	for i := range 30 {
		ids = append(ids, fmt.Sprintf("ann-%d", i))
		post(t, office, ids[i])
		if i%6 == 0 {
			eventually(t, "another connection", func() bool { return p.connections() > i/6 })
		}
		if i%3 == 0 {
			time.Sleep(time.Duration(i) * time.Millisecond) // now in this state, now in that
			p.cut()
		}
		if i == 15 {
			p.set(func(p *proxy) { p.refuse = true })
			time.Sleep(100 * time.Millisecond)
			p.set(func(p *proxy) { p.refuse = false })
		}
	}
	eventually(t, "all processed", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
	// One may be handed over twice; and one that was fetched alone when the line broke may be to blame, and comes last.
	got := w.ids()
	slices.Sort(got)
	slices.Sort(ids)
	if got = slices.Compact(got); !slices.Equal(got, ids) {
		t.Errorf("letters: got %v, want %v", got, ids)
	}
}

// A connection that ends whenever a letter was moved takes all of them in all the same, and does not wait longer
// each time: the pauses would add up to hours.
func TestWatchMovesOn(t *testing.T) {
	t.Parallel()
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	var ids []string
	for i := range 20 {
		ids = append(ids, fmt.Sprintf("p%d-1", i))
		post(t, office, ids[i])
	}
	var mu sync.Mutex
	fetching, cut, moved := false, false, false
	cuts := 0 // after a letter was moved
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case client && moved:
				moved = false
				cuts++
				return nil
			case client && bytes.Contains(b, []byte("BODY.PEEK")):
				fetching = true
			case !client && bytes.Contains(b, []byte("EXPUNGE")):
				moved = true
			case !client && fetching && !cut: // so that they are taken one at a time from then on
				cut = true
				return nil
			}
			return b
		}
	})
	w := start(t, quick(p.addr()), nil)
	eventually(t, "all processed", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
	got := w.ids()
	slices.Sort(got)
	if slices.Sort(ids); !slices.Equal(slices.Compact(got), ids) {
		t.Errorf("letters: got %v, want %v", got, ids)
	}
	// Nearly as many as letters: those that were to blame for an end are taken together once a round has come to
	// its own.
	mu.Lock()
	defer mu.Unlock()
	if cuts < len(ids)/2 {
		t.Errorf("only %d connections ended after a move: what is tried?", cuts)
	}
}

func TestWatchWarnsOnce(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	p.set(func(p *proxy) { p.refuse = true })
	in := quick(p.addr())
	var log lockedBuffer
	in.Log = textLog(&log)
	w := start(t, in, nil)
	eventually(t, "three attempts", func() bool { return p.connections() >= 3 })
	p.set(func(p *proxy) { p.refuse = false })
	post(t, office, "ann-1")
	w.until(t, "ann-1")
	said := func(times int) {
		t.Helper()
		eventually(t, "good news", func() bool { return strings.Count(log.String(), "watched again") == times })
		if got := log.String(); strings.Count(got, "level=WARN") != times {
			t.Errorf("log:\n%s", got)
		}
	}
	said(1)
	p.cut() // a second outage, with a warning of its own
	post(t, office, "ann-2")
	w.until(t, "ann-1", "ann-2")
	said(2)
	post(t, office, "ann-3")
	w.until(t, "ann-1", "ann-2", "ann-3")
	w.stop()
	said(2)
}

// A letter that fails stays in the inbox and is tried again. Later letters of its sender wait for it; those of others
// do not.
func TestWatchKeepsWhatFails(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	post(t, office, "ann-1", "ann-2", "bob-1")
	failures := 0
	in := quick(office.IMAP())
	in.Parallel = 1
	w := start(t, in, func(l mailer.Letter) error {
		if strings.HasPrefix(l.ID, "ann-1@") && failures < 4 {
			failures++
			return errors.New("the store is out")
		}
		return nil
	})
	w.until(t, "ann-1", "bob-1", "ann-1", "ann-1", "ann-1", "ann-1", "ann-2")
	eventually(t, "all processed", func() bool { all, _ := count(t, office, "Processed"); return all == 3 })
}

func TestWatchFailed(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	post(t, office, "ann-1", "bob-1")
	in := quick(office.IMAP())
	in.Parallel = 1
	w := start(t, in, func(l mailer.Letter) error {
		if l.From == "ann@example.org" {
			return fmt.Errorf("handling: %w", mailer.Permanent(errors.New("poison")))
		}
		return nil
	})
	w.until(t, "ann-1", "bob-1", "ann-1", "ann-1")
	eventually(t, "set aside", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
	if all, _ := count(t, office, "Failed"); all != 1 {
		t.Errorf("%d in Failed", all)
	}
	if all, _ := count(t, office, "Processed"); all != 1 {
		t.Errorf("%d in Processed", all)
	}
}

func TestWatchMoves(t *testing.T) {
	for _, c := range []struct {
		without []string
		left    int // of two mails that are handled and one that somebody else has marked
	}{
		{nil, 1},
		{[]string{"MOVE"}, 1},
		{[]string{"MOVE", "UIDPLUS"}, 3},
	} {
		t.Run(strings.Join(c.without, "+"), func(t *testing.T) {
			office := openOffice(t, postoffice.Options{Without: c.without})
			post(t, office, "bob-1", "ann-1", "ann-2")
			onServer(t, office, "INBOX", func(c *imapclient.Client) {
				flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}
				if err := c.Store(imap.UIDSetNum(1), flags, nil).Close(); err != nil {
					t.Fatal(err)
				}
			})
			w := start(t, quick(office.IMAP()), nil)
			w.until(t, "ann-1", "ann-2")
			eventually(t, "both marked or gone", func() bool {
				all, deleted := count(t, office, "INBOX")
				return all == c.left && deleted == c.left
			})
			if all, deleted := count(t, office, "Processed"); all != 2 || deleted != 0 {
				t.Errorf("Processed: %d mails, %d marked", all, deleted)
			}
			post(t, office, "ann-3")
			w.until(t, "ann-1", "ann-2", "ann-3")
		})
	}
}

// A mail that was handled but cannot be moved is not handled again, nor lost.
func TestWatchCannotMove(t *testing.T) {
	for _, without := range [][]string{nil, {"MOVE"}} {
		office := openOffice(t, postoffice.Options{Without: without})
		p := newProxy(t, office.IMAP())
		var forbidden sync.Map
		forbidden.Store("on", true)
		p.set(func(p *proxy) {
			p.said = func(client bool, b []byte) []byte {
				if _, on := forbidden.Load("on"); client && on {
					return regexp.MustCompile(`(MOVE|COPY|CREATE) (.*) ?"?Processed"?`).ReplaceAll(b,
						[]byte(`$1 $2 INBOX`))
				}
				return b
			}
		})
		w := start(t, quick(p.addr()), nil)
		post(t, office, "ann-1")
		w.until(t, "ann-1")
		time.Sleep(100 * time.Millisecond)
		if all, deleted := count(t, office, "INBOX"); all != 1 || deleted != 0 {
			t.Errorf("INBOX: %d mails, %d marked", all, deleted)
		}
		forbidden.Delete("on")
		p.cut()
		eventually(t, "moved in the end", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
		w.until(t, "ann-1")
	}
}

func TestWatchBlackHole(t *testing.T) {
	in := quick(blackHole(t))
	in.Timeout = 50 * time.Millisecond
	var log lockedBuffer
	in.Log = textLog(&log)
	w := start(t, in, nil)
	eventually(t, "three timeouts", func() bool { return strings.Count(log.String(), "deadline exceeded") >= 3 })
	w.stop()
}

// The server goes dumb while we wait in IDLE, with the connection still open.
func TestWatchStall(t *testing.T) {
	t.Parallel()
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	in := quick(p.addr())
	in.Timeout, in.Poll = 500*time.Millisecond, 200*time.Millisecond
	w := start(t, in, nil)
	post(t, office, "ann-1")
	w.until(t, "ann-1")
	time.Sleep(50 * time.Millisecond)
	p.flow(false)
	post(t, office, "ann-2")
	eventually(t, "another connection", func() bool { return p.connections() >= 2 })
	p.set(func(p *proxy) { p.stall = nil }) // old connections stay dumb for ever
	w.until(t, "ann-1", "ann-2")
}

// When the mailbox is created anew, its UIDs start again and mean other mails.
func TestWatchNewUIDs(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	block := make(chan struct{})
	var once sync.Once
	w := start(t, quick(p.addr()), func(l mailer.Letter) error {
		if strings.HasPrefix(l.ID, "ann-1@") {
			once.Do(func() { <-block })
		}
		return nil
	})
	post(t, office, "ann-1")
	w.until(t, "ann-1")
	p.set(func(p *proxy) { p.refuse = true })
	p.cut()      // ann-1 is handled, UID 1 is to be moved
	close(block) // but that is no more possible
	onServer(t, office, "", func(c *imapclient.Client) {
		for _, cmd := range []*imapclient.Command{c.Delete("INBOX"), c.Create("INBOX", nil)} {
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
		}
	})
	post(t, office, "ann-2")
	p.set(func(p *proxy) { p.refuse = false })
	w.until(t, "ann-1", "ann-2")
}

func TestWatchTooLarge(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.IMAP())
	w := start(t, quick(p.addr()), nil)
	large := draft()
	large.ID, large.From, large.To = "ann-1@example.org", "ann@example.org", "gm@post.test"
	large.Text = strings.Repeat("A PAR - BUR\n", 120_000)
	s := &mailer.Sender{Server: mailer.Server{Addr: office.SMTP(), TLS: "none"}}
	defer func() { _ = s.Close() }()
	send := func() {
		if err := s.Send(t.Context(), "", large); err != nil {
			t.Fatal(err)
		}
	}
	send()
	w.until(t, "ann-1")
	// Now the server says that the mail is small, and sends a large one.
	p.set(func(p *proxy) {
		size := regexp.MustCompile(`RFC822\.SIZE \d+`)
		p.said = func(_ bool, b []byte) []byte { return size.ReplaceAll(b, []byte("RFC822.SIZE 10")) }
	})
	before := p.connections()
	send()
	w.until(t, "ann-1", "ann-1")
	w.stop()
	if p.connections() == before {
		t.Error("a server that lies about sizes was not cut off")
	}
	for _, l := range w.letters {
		if !l.TooLarge || l.Text != "" || l.From != "ann@example.org" || l.Subject != large.Subject ||
			len(l.Raw) > mailer.MaxHeader || l.Defect == "" {
			t.Errorf("got %q, %d bytes, %q", l.From, len(l.Raw), l.Defect)
		}
	}
}

func TestWatchSetUpWrongly(t *testing.T) {
	for _, s := range []mailer.Server{
		{Addr: "mail.example.org:143", TLS: "none", User: "gm"},
		{Addr: "192.0.2.1:143", TLS: "none", User: "gm"},
		{Addr: "127.0.0.1:143", TLS: "ssl", User: "gm"},
		{Addr: "127.0.0.1", TLS: "none", User: "gm"},
		{Addr: "127.0.0.1:143", TLS: "none"},
	} {
		in := &mailer.Inbox{Server: s}
		if err := in.Watch(t.Context(), nil); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
}
