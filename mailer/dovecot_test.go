package mailer_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
)

// hand has Dovecot take in letters for gm, one for each ID, from the person named before the dash.
func hand(t *testing.T, d *peertest.Dovecot, ids ...string) {
	t.Helper()
	for _, id := range ids {
		who, _, _ := strings.Cut(id, "-")
		d.Deliver(t, who+"@example.org", "gm+t1@post.test",
			fmt.Sprintf("From: %s@example.org\r\nTo: gm@post.test\r\nSubject: orders\r\nMessage-ID: <%s@example.org>\r\n\r\nA PAR - BUR\r\n", who, id))
	}
}

// done waits until so many letters lie in Processed, and none in the INBOX.
func done(t *testing.T, d *peertest.Dovecot, n int) {
	t.Helper()
	eventually(t, "letters are put away",
		func() bool { return d.Count("gm", "Processed") == n && d.Count("gm", "") == 0 })
}

// Dovecot announces what comes in, a server with no Processed gets one, and the address with what stands behind its
// plus is in the letter.
func TestDovecotWakesUs(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{})
	w := start(t, quick(d.IMAP), nil)
	hand(t, d, "ann-1")
	w.until(t, "ann-1")
	done(t, d, 1)
	hand(t, d, "ann-2", "bob-3") // while it is idle
	eventually(t, "three letters", func() bool { return len(w.ids()) == 3 })
	done(t, d, 3)
}

// Without MOVE, the letters are copied and then removed, and no others.
func TestDovecotWithoutMove(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Capabilities: "IMAP4rev1 LITERAL+ IDLE UIDPLUS"})
	w := start(t, quick(d.IMAP), nil)
	hand(t, d, "ann-1", "bob-2")
	eventually(t, "two letters", func() bool { return len(w.ids()) == 2 })
	done(t, d, 2)
}

// Without UIDPLUS nothing is removed that somebody else may have marked: the letters stay behind, marked as
// deleted, and are not read again.
func TestDovecotWithoutUIDPLUS(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Capabilities: "IMAP4rev1 LITERAL+ IDLE"})
	w := start(t, quick(d.IMAP), nil)
	hand(t, d, "ann-1")
	eventually(t, "a copy is put away", func() bool { return d.Count("gm", "Processed") == 1 })
	hand(t, d, "ann-2")
	eventually(t, "another is put away", func() bool { return d.Count("gm", "Processed") == 2 })
	w.until(t, "ann-1", "ann-2")
	if n := d.Count("gm", ""); n != 2 {
		t.Errorf("%d letters are left in the INBOX, want both", n)
	}
}

func TestDovecotLogin(t *testing.T) {
	for _, mechanism := range []string{"plain", "login"} {
		d := peertest.StartDovecot(t, peertest.DovecotOptions{Mechanisms: mechanism})
		for _, s := range []mailer.Server{
			{Addr: d.IMAP, TLS: "none"},
			{Addr: d.IMAP, TLS: "starttls", TLSConfig: d.Certificate.Client},
			{Addr: d.IMAPS, TLSConfig: d.Certificate.Client},
		} {
			t.Run(mechanism+" "+s.TLS, func(t *testing.T) {
				in := quick(s.Addr)
				s.User, s.Password = in.Server.User, in.Server.Password
				in.Server = s
				before := d.Count("gm", "Processed")
				w := start(t, in, nil)
				hand(t, d, "ann-1")
				w.until(t, "ann-1")
				done(t, d, before+1)
			})
		}
	}
}

// A server that only claims to be Dovecot gets no password.
func TestDovecotOfAStranger(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{})
	for _, s := range []mailer.Server{{Addr: d.IMAP, TLS: "starttls"}, {Addr: d.IMAPS}} {
		looked := false
		in := quick(s.Addr)
		s.User, s.Password, s.TLSConfig = in.Server.User, in.Server.Password, &tls.Config{}
		in.Server, in.Looking = s, func() func() { looked = true; return func() {} }
		w := start(t, in, nil)
		time.Sleep(300 * time.Millisecond)
		w.stop()
		if looked {
			t.Errorf("%q: logged in to a server with a certificate that nobody vouches for", s.TLS)
		}
	}
}

// A Dovecot that goes away and comes back is watched again.
func TestDovecotRestarts(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{})
	w := start(t, quick(d.IMAP), nil)
	hand(t, d, "ann-1")
	w.until(t, "ann-1")
	done(t, d, 1)
	for i := range 2 {
		d.Stop(t)
		d.Start(t)
		hand(t, d, fmt.Sprintf("ann-%d", i+2))
		done(t, d, i+2)
	}
	w.until(t, "ann-1", "ann-2", "ann-3")
}

// When the mails get new numbers, unfinished ones are finished under those, and no others are mistaken for them.
func TestDovecotNumbersAnew(t *testing.T) {
	d := peertest.StartDovecot(t, peertest.DovecotOptions{})
	again := make(chan struct{})
	w := start(t, quick(d.IMAP), func(l mailer.Letter) error {
		select {
		case <-again:
			return nil
		default:
		}
		if strings.HasPrefix(l.ID, "bob") {
			return errors.New("not now")
		}
		return nil
	})
	hand(t, d, "ann-1", "ann-2", "bob-3")
	eventually(t, "two letters are put away", func() bool { return d.Count("gm", "Processed") == 2 })
	eventually(t, "the third is refused", func() bool { return slices.Contains(w.ids(), "bob-3") })
	d.Stop(t)
	d.Forget(t, "gm")
	close(again)
	d.Start(t)
	hand(t, d, "ann-4")
	done(t, d, 4)
	counts := map[string]int{}
	for _, id := range w.ids() {
		counts[id]++
	}
	if counts["ann-1"] != 1 || counts["ann-2"] != 1 || counts["ann-4"] != 1 || counts["bob-3"] < 2 {
		t.Errorf("letters were handed over so often: %v", counts)
	}
}
