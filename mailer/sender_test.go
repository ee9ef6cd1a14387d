package mailer_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func textLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func toAnn() mailer.Draft {
	d := draft()
	d.To = "ann@post.test"
	return d
}

func sender(t *testing.T, addr string) *mailer.Sender {
	s := &mailer.Sender{Server: local(addr), Timeout: 20 * time.Second}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// outcome checks what became of a mail.
func outcome(t *testing.T, err error, want mailer.SendError) {
	t.Helper()
	var got *mailer.SendError
	if !errors.As(err, &got) {
		t.Errorf("got error %v", err)
		return
	}
	if want.Enhanced != "" && got.Enhanced != want.Enhanced || got.Temporary != want.Temporary ||
		got.Unknown != want.Unknown || got.Code != want.Code || mailer.Temporary(err) != want.Temporary {
		t.Errorf("got %+v (%v), want %+v", *got, err, want)
	}
}

func TestSendReuses(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.SMTP())
	s := sender(t, p.addr())
	var got []string
	office.Delivered(func(from string, to []string, raw []byte) {
		got = append(got, from+" "+strings.Join(to, ","))
	})
	for range 55 {
		if err := s.Send(t.Context(), "gm+b1@post.test", toAnn()); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 55 || got[0] != "gm+b1@post.test ann@post.test" || p.connections() != 6 {
		t.Errorf("%d mails over %d connections, %q", len(got), p.connections(), got[0])
	}
	p.cut() // what is kept is dead now
	if err := s.Send(t.Context(), "", toAnn()); err != nil || len(got) != 56 {
		t.Errorf("%v, %d mails", err, len(got))
	}
}

func TestSendAtOnce(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	s := sender(t, office.SMTP())
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			for range 10 {
				if err := s.Send(t.Context(), "", toAnn()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestSendRefused(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	s := sender(t, office.SMTP())
	d := toAnn()
	d.To = "nobody@post.test"
	outcome(t, s.Send(t.Context(), "", d), mailer.SendError{Code: 550})
	outcome(t, s.Send(t.Context(), "a@b> SIZE=1", toAnn()), mailer.SendError{})
	outcome(t, s.Send(t.Context(), "", mailer.Draft{}), mailer.SendError{})
	if err := s.Send(t.Context(), "", toAnn()); err != nil {
		t.Error(err)
	}
	s.Server.Password = "wrong"
	_ = s.Close()
	outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true, Code: 535})
}

func TestSendLogin(t *testing.T) {
	office := openOffice(t, postoffice.Options{Without: []string{"PLAIN"}})
	if err := sender(t, office.SMTP()).Send(t.Context(), "", toAnn()); err != nil {
		t.Error(err)
	}
	s := sender(t, office.SMTP())
	s.Server.Password = "wrong"
	outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true, Code: 535})
}

// script returns an SMTP server that gives set answers to commands, or none.
func script(t *testing.T, answers map[string]string) string {
	t.Helper()
	return serveEach(t, func(conn net.Conn) { recite(conn, answers, t.Context().Done()) })
}

func recite(conn net.Conn, answers map[string]string, end <-chan struct{}) {
	say := func(command, usual string) bool {
		answer, there := answers[command]
		if !there {
			answer = usual
		}
		if answer == "cut" {
			return false
		}
		if answer == "hang" {
			_, _ = io.Copy(io.Discard, conn)
			return false
		}
		if answer == "deaf" {
			<-end
			return false
		}
		_, err := io.WriteString(conn, answer+"\r\n")
		return err == nil
	}
	if !say("hello", "220 here") {
		return
	}
	offers := answers["offers"]
	if answers["text"] != "" {
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
	}
	lines := bufio.NewScanner(conn)
	for text := false; lines.Scan(); {
		command, usual := strings.ToUpper(lines.Text()), "250 fine"
		command, _, _ = strings.Cut(command, " ")
		if command == "EHLO" && offers != "" {
			usual = offers
		}
		if text {
			if command != "." {
				continue
			}
			text = false
		} else if command == "DATA" {
			usual = "354 go on"
			text = answers["DATA"] == ""
			if answers["text"] != "" && say("DATA", usual) {
				say("text", "")
				return
			}
		}
		if !say(command, usual) {
			return
		}
	}
}

func TestSendOutcomes(t *testing.T) {
	t.Parallel()
	temporary := mailer.SendError{Temporary: true}
	unknown := mailer.SendError{Temporary: true, Unknown: true}
	for _, c := range []struct {
		command, answer string
		want            mailer.SendError
	}{
		{"hello", "554 no", mailer.SendError{Temporary: true, Code: 554}},
		{"hello", "cut", temporary},
		{"hello", "hang", temporary},
		{"hello", "HTTP/1.1 400 Bad Request", temporary},
		{"EHLO", "421 later", mailer.SendError{Temporary: true, Code: 421}},
		{"EHLO", "cut", temporary},
		{"MAIL", "550 no", mailer.SendError{Code: 550}},
		{"MAIL", "530 who are you", mailer.SendError{Temporary: true, Code: 530}},
		{"MAIL", "451 later", mailer.SendError{Temporary: true, Code: 451}},
		{"MAIL", "421 later", mailer.SendError{Temporary: true, Code: 421}},
		{"MAIL", "354 what", mailer.SendError{Temporary: true, Code: 354}},
		{"MAIL", "cut", temporary},
		{"RCPT", "450-4.7.1 grey\r\n450 4.7.1 and old",
			mailer.SendError{Temporary: true, Code: 450, Enhanced: "4.7.1"}},
		{"RCPT", "550 5.1.1 who", mailer.SendError{Code: 550, Enhanced: "5.1.1"}},
		{"RCPT", "421 5.1.1 who", mailer.SendError{Temporary: true, Code: 421}},
		{"RCPT", "hang", temporary},
		{"DATA", "554 no", mailer.SendError{Code: 554}},
		{"DATA", "250 what", mailer.SendError{Temporary: true, Code: 250}},
		{"DATA", "cut", temporary},
		{"text", "deaf", temporary},
		{".", "554 spam", mailer.SendError{Code: 554}},
		{".", "452 full", mailer.SendError{Temporary: true, Code: 452}},
		{".", "354 what", mailer.SendError{Temporary: true, Unknown: true, Code: 354}},
		{".", "sure", unknown},
		{".", "cut", unknown},
		{".", "hang", unknown},
	} {
		for name, offers := range map[string]string{"": "250 here",
			", pipelined": "250-here\r\n250-SIZE\r\n250 PIPELINING"} {
			t.Run(c.command+" "+c.answer+name, func(t *testing.T) {
				t.Parallel()
				s := sender(t, script(t, map[string]string{c.command: c.answer, "offers": offers}))
				s.Server.User, s.Timeout = "", 20*time.Second
				switch {
				case c.answer == "hang" && c.command == ".": // it is to come so far before its time is over
					s.Timeout = 5 * time.Second
				case c.answer == "hang", c.answer == "deaf":
					s.Timeout = time.Second
				}
				d := toAnn()
				if c.command == "text" {
					d.Text = strings.Repeat("A PAR - BUR\n", 500_000) // more than the sockets hold
				}
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				outcome(t, s.Send(ctx, "gm@post.test", d), c.want)
				if ctx.Err() != nil {
					t.Error("it was not its own Timeout that ended it")
				}
			})
		}
	}
}

func TestSendEndsWithContext(t *testing.T) {
	s := sender(t, blackHole(t))
	s.Timeout = time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	err := s.Send(ctx, "", toAnn())
	outcome(t, err, mailer.SendError{Temporary: true})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestTemporary(t *testing.T) {
	odd := errors.New("odd")
	if mailer.Temporary(nil) || !mailer.Temporary(odd) || mailer.Temporary(mailer.Permanent(odd)) ||
		!errors.Is(mailer.Permanent(odd), odd) || mailer.Permanent(nil) != nil {
		t.Error("permanent and temporary are mixed up")
	}
}

// certificate makes one for 127.0.0.1.
func certificate(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	known, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(known)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}},
		&tls.Config{RootCAs: pool}
}

func TestTLS(t *testing.T) {
	theirs, ours := certificate(t)
	office := openOffice(t, postoffice.Options{TLS: theirs})
	secure := func(addr, kind string, config *tls.Config) mailer.Server {
		s := local(addr)
		s.TLS, s.TLSConfig = kind, config
		return s
	}
	wrap := func(target string) string { // a server that is encrypted from the start
		p := &proxy{target: target, end: t.Context().Done()}
		return serveEach(t, func(conn net.Conn) { p.serve(tls.Server(conn, theirs)) })
	}
	smtps, imaps := wrap(office.SMTP()), wrap(office.IMAP())
	for _, c := range []struct {
		kind, smtp, imap string
	}{{"starttls", office.SMTP(), office.IMAP()}, {"tls", smtps, imaps}, {"", smtps, imaps}} {
		s := sender(t, "")
		s.Server = secure(c.smtp, c.kind, ours)
		d := toAnn()
		d.To = "gm@post.test"
		if err := s.Send(t.Context(), "", d); err != nil {
			t.Errorf("%s: %v", c.kind, err)
		}
		in := quick("")
		in.Server = secure(c.imap, c.kind, ours)
		w := start(t, in, nil)
		w.until(t, "o1.a")
		w.stop()
		s = sender(t, "")
		s.Server = secure(c.smtp, c.kind, nil) // nobody vouches for it
		outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true})
	}
}

// A server that does not offer STARTTLS is not spoken to.
func TestTLSMissing(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	for _, addr := range []string{office.SMTP(), office.IMAP()} {
		p := newProxy(t, addr)
		p.set(func(p *proxy) {
			p.said = func(client bool, b []byte) []byte {
				if client && (bytes.Contains(b, []byte("LOGIN")) || bytes.Contains(b, []byte("AUTH")) ||
					bytes.Contains(b, []byte("MAIL"))) {
					t.Errorf("client said %q", b)
				}
				return b
			}
		})
		server := local(p.addr())
		server.TLS = "starttls"
		s := sender(t, "")
		s.Server = server
		if addr == office.SMTP() {
			outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true})
			continue
		}
		in := quick("")
		in.Server = server
		w := start(t, in, nil)
		eventually(t, "three attempts", func() bool { return p.connections() >= 3 })
		w.stop()
	}
}
