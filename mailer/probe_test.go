package mailer_test

import (
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// babble returns a server that answers each line with the next of its own texts, and says no more then.
func babble(t *testing.T, texts ...string) string {
	t.Helper()
	return serveEach(t, func(conn net.Conn) {
		buf := make([]byte, 1000)
		for _, text := range texts {
			if _, err := io.WriteString(conn, text); err != nil {
				return
			}
			if _, err := conn.Read(buf); err != nil {
				return
			}
		}
	})
}

// limited makes a probe that should end at a stage, with all the time that it may want. One of a server that is
// silent is ended by its limit, which on a busy machine may strike before that stage: then it is given more.
func limited(silent bool, stage mailer.Stage, probe func(limit time.Duration) error) error {
	if !silent {
		return probe(time.Minute)
	}
	for limit := 100 * time.Millisecond; ; limit *= 10 {
		failed, err := (*mailer.ProbeError)(nil), probe(limit)
		if !errors.As(err, &failed) || failed.Stage == stage || limit >= 10*time.Second {
			return err
		}
	}
}

// Whatever a server does, a probe ends and says how far it came.
func TestProbeStages(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100<<10)
	many := strings.Repeat("* more\r\n", 1000)
	for _, c := range []struct {
		name, addr, tls, smtp string // smtp is another address for that; none when "-"
		stage                 mailer.Stage
		answer                string
	}{
		{"no port", "example.org", "none", "", mailer.StageSettings, ""},
		{"no such tls", "127.0.0.1:1", "ssl", "", mailer.StageSettings, ""},
		{"not here", "192.0.2.1:143", "none", "", mailer.StageSettings, ""},
		{"no name", "nosuch.invalid:143", "starttls", "", mailer.StageResolve, ""},
		{"no server", "127.0.0.1:1", "none", "", mailer.StageConnect, ""},
		{"silence", blackHole(t), "none", "", mailer.StageGreeting, ""},
		{"silence below tls", blackHole(t), "tls", "", mailer.StageSecure, ""},
		{"no tls", babble(t, "* OK x\r\n"), "tls", babble(t, "220 x\r\n"), mailer.StageSecure, ""},
		{"endless line", babble(t, long), "starttls", "", mailer.StageGreeting, ""},
		{"unwelcome", babble(t, "* BYE go \x1b[2Jaway\r\n"), "none", babble(t, "554 * BYE go \x1b[2Jaway\r\n"),
			mailer.StageGreeting, "* BYE go [2Jaway"},
		{"nothing", babble(t, "\r\n"), "none", "", mailer.StageGreeting, ""},
		{"endless capabilities", babble(t, "* OK x\r\n", many), "starttls",
			babble(t, "220 x\r\n", strings.ReplaceAll(many, "* more", "250-more")), mailer.StageGreeting, ""},
		{"no starttls", babble(t, "* OK x\r\n", "* CAPABILITY IMAP4rev1\r\na OK\r\n"), "starttls",
			babble(t, "220 x\r\n", "250 x\r\n"), mailer.StageUpgrade, ""},
		{"starttls refused", babble(t, "* OK x\r\n", "* CAPABILITY STARTTLS\r\na OK\r\n", "b NO\r\n"), "starttls",
			babble(t, "220-x\r\n220 x\r\n", "250-x\r\n250 STARTTLS\r\n", "454 no\r\n"), mailer.StageUpgrade, ""},
		{"starttls without tls", babble(t, "* OK x\r\n", "* CAPABILITY STARTTLS\r\na OK\r\n", "b OK\r\n",
			"no TLS at all\r\n"), "starttls", babble(t, "220 x\r\n", "250-x\r\n250 starttls\r\n", "220 go on\r\n",
			"no TLS at all\r\n"), mailer.StageSecure, ""},
		{"capabilities that never end in the library", babble(t, "* OK [CAPABILITY IMAP4rev1(] x\r\n"), "none", "-",
			mailer.StageLogin, ""},
	} {
		check := func(protocol string, err error) {
			t.Helper()
			var failed *mailer.ProbeError
			if !errors.As(err, &failed) || failed.Stage != c.stage || !strings.HasSuffix(failed.Answer, c.answer) {
				t.Errorf("%s, %s: %v", c.name, protocol, err)
			}
			if c.name == "endless capabilities" &&
				!strings.Contains(err.Error(), "has no end") { // it is not the time that ends it
				t.Errorf("%s, %s: %v", c.name, protocol, err)
			}
		}
		silent := strings.HasPrefix(c.name, "silence")
		check("IMAP", limited(silent, c.stage, func(limit time.Duration) error {
			_, err := mailer.ProbeInbox(t.Context(),
				&mailer.Inbox{Server: mailer.Server{Addr: c.addr, TLS: c.tls, User: "gm"}, Timeout: limit})
			return err
		}))
		if c.smtp == "-" {
			continue
		}
		if c.smtp == "" {
			c.smtp = c.addr
		}
		check("SMTP", limited(silent, c.stage, func(limit time.Duration) error {
			_, err := mailer.ProbeSender(t.Context(), &mailer.Sender{Server: mailer.Server{Addr: c.smtp, TLS: c.tls},
				Timeout: limit})
			return err
		}))
	}
}

// A probe leaves mails as they are, and those that it moves stay whole.
func TestProbeInbox(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p, err := mailer.ProbeInbox(t.Context(), &mailer.Inbox{Server: local(office.IMAP())})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	next, err := p.Next(t.Context(), "INBOX")
	if err != nil {
		t.Fatal(err)
	}
	s, err := mailer.ProbeSender(t.Context(), &mailer.Sender{Server: local(office.SMTP())})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, to := range []string{"gm@post.test", "nobody@post.test",
		"ann@post.test"} { // the second one is refused, and the third goes on
		err := s.Send(t.Context(), "gm@post.test", to, []byte("Subject: to "+to+"\r\n\r\n.text\r\n"))
		if (err != nil) != (to == "nobody@post.test") || err != nil && mailer.Refusal(err) != "No such mailbox here" {
			t.Errorf("%s: %v", to, err)
		}
	}
	if _, err := p.Make(t.Context(), p.Done()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"INBOX", "Processed", "Processed"} {
		var mails []mailer.Seen
		for _, box := range []string{"INBOX", "Processed"} {
			found, err := p.Newest(t.Context(), box, next, 10)
			if err != nil {
				t.Fatal(err)
			}
			mails = append(mails, found...)
		}
		if len(mails) != 1 || mails[0].Mailbox != want || mails[0].Header.Get("subject") != "to gm@post.test" ||
			mails[0].Received.IsZero() {
			t.Fatalf("mails %+v, want one in %s", mails, want)
		}
		if want == "INBOX" {
			if err := p.PutAway(t.Context(), mails[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if mails, err := p.Newest(t.Context(), "INBOX", next+1, 10); len(mails) > 0 || err != nil {
		t.Errorf("mails that are older: %+v, %v", mails, err)
	}
	if n, _, err := p.Waiting(t.Context()); n != 0 || err != nil {
		t.Errorf("%d mails are left, %v", n, err)
	}
	refused := (*mailer.RefusedError)(nil)
	if _, err := p.Newest(t.Context(), "Nowhere", 0, 10); !errors.As(err, &refused) {
		t.Errorf("a mailbox that is not there: %v", err)
	}
}

// A probe sees where a mail was delivered as a letter would.
func TestProbeDeliveredTo(t *testing.T) {
	office := openOffice(t, postoffice.Options{Faults: postoffice.Faults{HidePlus: true}})
	s, err := mailer.ProbeSender(t.Context(), &mailer.Sender{Server: local(office.SMTP())})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Send(t.Context(), "ann@post.test", "gm+d1@post.test",
		[]byte("X-Original-To: gm+d1@post.test\r\nSubject: x\r\n\r\ntext\r\n")); err != nil {
		t.Fatal(err)
	}
	p, err := mailer.ProbeInbox(t.Context(), &mailer.Inbox{Server: local(office.IMAP())})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	mails, err := p.Newest(t.Context(), "INBOX", 0, 10)
	if err != nil || len(mails) != 1 || mails[0].DeliveredTo != "gm+d1@post.test" {
		t.Errorf("%+v, %v", mails, err)
	}
}

// A listener is known by what it says.
func TestProbeListener(t *testing.T) {
	many := strings.Repeat("250-more\r\n", 1000)
	for _, c := range []struct {
		name, listen string
		stage        mailer.Stage // none when ""
		answer       string
	}{
		{"off this machine", "192.0.2.1:24", mailer.StageSettings, ""},
		{"no port", "127.0.0.1", mailer.StageSettings, ""},
		{"nobody", "127.0.0.1:1", mailer.StageConnect, ""},
		{"no socket", "/nowhere/lmtp.sock", mailer.StageConnect, ""},
		{"silence", blackHole(t), mailer.StageGreeting, ""},
		{"lmtp", babble(t, "220-a\r\n220 b\r\n", "250-a\r\n250 b\r\n", "221 c\r\n"), "", ""},
		{"smtp", babble(t, "220 a\r\n", "500 go \x1b[2Jaway\r\n", "221 c\r\n"), mailer.StageGreeting, "500 go [2Jaway"},
		{"endless", babble(t, "220 a\r\n", many), mailer.StageGreeting, ""},
	} {
		err := limited(c.name == "silence", c.stage, func(limit time.Duration) error {
			return mailer.ProbeListener(t.Context(),
				&mailer.Listener{Listen: c.listen, Addresses: []string{"gm@post.test"}, Now: time.Now}, limit)
		})
		failed := (*mailer.ProbeError)(nil)
		switch {
		case c.stage == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.stage != "" && (!errors.As(err, &failed) || failed.Stage != c.stage || failed.Answer != c.answer):
			t.Errorf("%s: %v, %+v", c.name, err, failed)
		}
	}
}

// A mail that a probe could not send is not taken for sent.
func TestProbeGone(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.SMTP())
	probe, err := mailer.ProbeSender(t.Context(), &mailer.Sender{Server: local(p.addr())})
	if err != nil {
		t.Fatal(err)
	}
	defer probe.Close()
	send := func() error {
		return probe.Send(t.Context(), "gm@post.test", "ann@post.test", []byte("Subject: x\r\n\r\ntext\r\n"))
	}
	if err := send(); err != nil {
		t.Fatal(err)
	}
	p.cut()
	if send() == nil {
		t.Error("sent over a connection that is cut")
	}
}
