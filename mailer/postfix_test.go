package mailer_test

import (
	"context"
	"crypto/tls"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
)

// mailServer returns Postfix with Dovecot behind it, where gm and ann have mailboxes.
func mailServer(t *testing.T) (*peertest.Postfix, *peertest.Dovecot) {
	t.Helper()
	d := peertest.StartDovecot(t, peertest.DovecotOptions{Users: []string{"ann"}})
	return peertest.StartPostfix(t, peertest.PostfixOptions{Domain: "post.test", Next: d.LMTP, Auth: d.Auth}), d
}

func TestPostfix(t *testing.T) {
	p, d := mailServer(t)
	for name, server := range map[string]mailer.Server{
		"MX":           {Addr: p.MX, TLS: "none"},
		"MX, STARTTLS": {Addr: p.MX, TLS: "starttls", TLSConfig: p.Certificate.Client},
		"submission": {Addr: p.Submission, TLS: "starttls", TLSConfig: p.Certificate.Client, User: "gm",
			Password: "secret"},
		"wrong password": {Addr: p.Submission, TLS: "starttls", TLSConfig: p.Certificate.Client, User: "gm",
			Password: "wrong"},
		"stranger": {Addr: p.Submission, TLS: "starttls", TLSConfig: &tls.Config{}, User: "gm",
			Password: "secret"},
		"no login": {Addr: p.Submission, TLS: "starttls", TLSConfig: p.Certificate.Client},
	} {
		t.Run(name, func(t *testing.T) {
			s := &mailer.Sender{Server: server, Log: logTo(t)}
			defer func() { _ = s.Close() }()
			before := d.Count("ann", "")
			sent := 0
			for range 3 { // over one connection
				d := draft()
				d.To = "ann@post.test"
				if err := s.Send(t.Context(), "gm@post.test", d); err == nil {
					sent++
				} else if failed := (*mailer.SendError)(nil); !errors.As(err, &failed) {
					t.Errorf("the error is none of sending: %v", err)
				}
			}
			want := 3
			if name == "wrong password" || name == "stranger" || name == "no login" {
				want = 0
			}
			if sent != want {
				t.Errorf("%d mails were taken, want %d", sent, want)
			}
			eventually(t, "the mails are there", func() bool { return d.Count("ann", "") >= before+want })
		})
	}
}

// Postfix takes a mail for an address that is nobody's, and sends a DSN to the envelope's sender later.
func TestPostfixReturnsMail(t *testing.T) {
	p, d := mailServer(t)
	s := &mailer.Sender{Server: mailer.Server{Addr: p.MX, TLS: "none"}, Log: logTo(t)}
	defer func() { _ = s.Close() }()
	for _, to := range []string{"nobody@post.test", "eve@elsewhere.invalid"} {
		out := draft()
		out.To = to
		if err := s.Send(t.Context(), "gm+b.g1.7@post.test", out); err != nil {
			t.Fatal(err)
		}
	}
	w := start(t, quick(d.IMAP), nil)
	eventually(t, "two DSNs", func() bool { return len(w.ids()) == 2 })
	var failed []string
	for _, l := range w.letters {
		if l.Report == nil || !l.Report.Failed || l.Sender != "<>" || l.DeliveredTo != "gm+b.g1.7@post.test" {
			t.Errorf("a DSN is read as %+v to %q from %q:\n%s", l.Report, l.DeliveredTo, l.Sender, l.Raw)
			continue
		}
		failed = append(failed, l.Report.Status+" "+l.Report.OriginalID)
		if l.Automatic == "" {
			t.Errorf("a DSN is taken for a person's letter:\n%s", l.Raw)
		}
	}
	slices.Sort(failed)
	if want := []string{"5.1.1 " + draft().ID, "5.4.4 " + draft().ID}; !slices.Equal(failed, want) {
		t.Errorf("the DSNs say %q, want %q", failed, want)
	}
}

// Postfix hands letters to us by LMTP, and keeps those that we can't take now.
func TestPostfixHandsLettersIn(t *testing.T) {
	at := peertest.FreeAddr(t)
	p := peertest.StartPostfix(t, peertest.PostfixOptions{Domain: "post.test", Next: at})
	ctx, stop := context.WithCancel(t.Context())
	letters := make(chan mailer.Letter, 10)
	done := make(chan error, 1)
	tries := 0
	l := &mailer.Listener{Listen: at, Addresses: []string{"gm@post.test"}, Now: time.Now, Log: logTo(t)}
	go func() {
		done <- l.Watch(ctx, func(_ context.Context, l mailer.Letter) error {
			if tries++; tries == 1 {
				return errors.New("not now")
			}
			letters <- l
			return nil
		})
	}()
	s := &mailer.Sender{Server: mailer.Server{Addr: p.MX, TLS: "none"}, Log: logTo(t)}
	defer func() { _ = s.Close() }()
	d := draft()
	d.To = "gm+r.g1.7@post.test"
	if err := s.Send(t.Context(), "ann@post.test", d); err != nil {
		t.Fatal(err)
	}
	select {
	case l := <-letters:
		if l.ID != d.ID || l.DeliveredTo != d.To || l.Sender != "ann@post.test" ||
			!strings.Contains(l.Text, strings.TrimSpace(d.Text)) {
			t.Errorf("the letter is %q to %q from %q: %q", l.ID, l.DeliveredTo, l.Sender, l.Text)
		}
	case <-time.After(30 * time.Second):
		t.Error("the letter never comes again")
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
