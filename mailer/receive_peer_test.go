package mailer_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/peertest"

	"github.com/emersion/go-smtp"
)

// inOrder checks that all letters came, each sender's in order. One may come
// twice running, where a server went away.
func inOrder(t *testing.T, got, want []string) {
	t.Helper()
	sort := func(ids []string) map[string][]string {
		lines := make(map[string][]string)
		for _, id := range ids {
			who, _, _ := strings.Cut(id, "-")
			lines[who] = append(lines[who], id)
		}
		return lines
	}
	lines := sort(got)
	for who, ids := range sort(want) {
		if !slices.Equal(slices.Compact(lines[who]), ids) {
			t.Errorf("letters of %s: %v, want %v", who, lines[who], ids)
		}
	}
}

// A real server: batches, moves with and without MOVE, a restart, and UIDs that
// begin again.
func TestDovecotInbox(t *testing.T) {
	for _, capabilities := range []string{"", "IMAP4rev1 IDLE UIDPLUS", "IMAP4rev1"} {
		t.Run(capabilities, func(t *testing.T) {
			d := peertest.StartDovecot(t, peertest.DovecotOptions{Capabilities: capabilities})
			var ids []string
			deliver := func(n int) {
				for range n {
					ids = append(ids, fmt.Sprintf("p%d-%d", len(ids)%7, len(ids)))
					d.Deliver(t, "x@peer.test", "gm+t1@peer.test", letter(ids[len(ids)-1])+"\r\n")
				}
			}
			deliver(130)
			in := quick(d.IMAP)
			in.Poll = 100 * time.Millisecond
			book := &notebook{path: filepath.Join(t.TempDir(), "journal")}
			in.Journal = book
			w := start(t, in, nil)
			marks := capabilities == "IMAP4rev1" // letters stay in INBOX, marked, which is what is forgotten
			// No letter is being processed then. A letter that arrived twice counts once; without MOVE, there may be
			// two copies of it.
			all := func() bool {
				got := w.ids()
				slices.Sort(got)
				return len(slices.Compact(got)) == len(ids) && d.Count("gm", "Processed") >= len(ids) &&
					(marks || d.Count("gm", "") == 0)
			}
			eventually(t, "a backlog", all)
			deliver(3)
			eventually(t, "letters one by one", all)
			d.Stop(t)
			d.Start(t)
			deliver(3)
			eventually(t, "letters after a restart", all)
			if !marks {
				d.Stop(t)
				d.Forget(t, "gm")
				d.Start(t)
				deliver(3)
				eventually(t, "letters after the UIDs began again", all)
			}
			w.stop()
			inOrder(t, w.ids(), ids)
			if left := book.read(); len(left) > 0 {
				t.Errorf("the journal still has %v", left)
			}
		})
	}
}

// A real mail server hands letters in by LMTP, keeps those that are not taken,
// and comes again.
func TestPostfixListener(t *testing.T) {
	on := peertest.FreeAddr(t)
	p := peertest.StartPostfix(t, peertest.PostfixOptions{Next: on})
	var mu sync.Mutex
	var got []string
	tried := make(map[string]int)
	var told gaveUp
	l := &mailer.Listener{
		Listen: on, Addresses: []string{"gm@peer.test"}, Now: time.Now, Log: logTo(t),
		Journal: &notebook{path: filepath.Join(t.TempDir(), "journal")}, GaveUp: told.tell,
		Keep: func(context.Context, []byte) error { return nil },
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- l.Watch(ctx, func(_ context.Context, l mailer.Letter) error {
			mu.Lock()
			defer mu.Unlock()
			id, _, _ := strings.Cut(l.ID, "@")
			tried[id]++
			switch {
			case l.From == "bad@example.org":
				return mailer.Permanent(errors.New("cannot be kept"))
			case l.From == "late@example.org" && tried[id] == 1:
				return errors.New("the store is out")
			}
			if l.Header.Get("delivered-to") != "gm+t1@peer.test" {
				t.Errorf("delivered to %q", l.Header.Get("delivered-to"))
			}
			got = append(got, id)
			return nil
		})
	}()
	c, err := smtp.Dial(p.MX)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	var want []string
	for i := range 60 {
		id := fmt.Sprintf("p%d-%d", i%5, i)
		switch i {
		case 10:
			id = "bad-1"
		case 20:
			id = "late-1"
		}
		if id != "bad-1" {
			want = append(want, id)
		}
		if err := c.SendMail("x@peer.test", []string{"gm+t1@peer.test"},
			strings.NewReader(letter(id)+"\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	for range 60 {
		if eventual(func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(got) == len(want) &&
				len(told.all()) == 1
		}) {
			break
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	slices.Sort(got) // Postfix promises no order
	slices.Sort(want)
	if !slices.Equal(got, want) || tried["bad-1"] != 3 || len(told.ids) != 1 {
		t.Errorf("got %v, want %v; tried %v, gave up %v", got, want, tried, told.ids)
	}
}

// eventual waits for a while, and says whether it came true.
func eventual(f func() bool) bool {
	for range 200 {
		if f() {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}
