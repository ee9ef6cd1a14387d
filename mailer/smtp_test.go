package mailer_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// A listener hears what the client says, each write by itself.
type listener struct {
	mu     sync.Mutex
	writes []string
}

func (l *listener) tap(p *proxy) {
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			if client {
				l.mu.Lock()
				l.writes = append(l.writes, string(b))
				l.mu.Unlock()
			}
			return b
		}
	})
}

func (l *listener) heard() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.writes)
}

func outgoing(n int) []mailer.Outgoing {
	mails := make([]mailer.Outgoing, n)
	for i := range mails {
		mails[i] = mailer.Outgoing{Return: fmt.Sprintf("gm+%d@post.test", i), Draft: toAnn()}
	}
	return mails
}

// sendAll gives the outcomes, which come once for each mail.
func sendAll(t *testing.T, s *mailer.Sender, mails []mailer.Outgoing) []error {
	t.Helper()
	errs, times := make([]error, len(mails)), make([]int, len(mails))
	s.SendAll(t.Context(), mails, func(i int, err error) { errs[i] = err; times[i]++ })
	for i, n := range times {
		if n != 1 {
			t.Errorf("told %d times of mail %d", n, i)
		}
	}
	return errs
}

func TestSendAll(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.SMTP())
	var l listener
	l.tap(p)
	s := sender(t, p.addr())
	s.Server.User = ""
	var got []string
	office.Delivered(func(from string, _ []string, raw []byte) { got = append(got, from) })
	mails := outgoing(120)
	mails[3].Draft.To = "nobody@post.test"
	mails[4].Draft.To = "nobody@post.test"
	mails[7].Draft.Subject = ""
	mails[119].Draft.To = "nobody@post.test"
	var want []string
	for i, err := range sendAll(t, s, mails) {
		switch i {
		case 3, 4, 119:
			outcome(t, err, mailer.SendError{Code: 550, Enhanced: "5.1.1"})
		case 7:
			outcome(t, err, mailer.SendError{})
		default:
			if err != nil {
				t.Errorf("mail %d: %v", i, err)
			}
			want = append(want, mails[i].Return)
		}
	}
	if !slices.Equal(got, want) || p.connections() != 12 {
		t.Errorf("over %d connections came %q", p.connections(), got)
	}
	resets := 0
	for _, w := range l.heard() {
		if strings.Contains(w, "MAIL FROM") && !strings.HasSuffix(w, "\r\nDATA\r\n") {
			t.Errorf("not in one piece: %q", w)
		}
		resets += strings.Count(w, "RSET\r\n")
	}
	if resets != 2 {
		t.Errorf("%d times RSET", resets)
	}
	before := len(l.heard())
	if err := s.Send(t.Context(), "", toAnn()); err != nil { // begins with RSET
		t.Error(err)
	}
	// what is written at once may be heard in pieces
	if heard := strings.Join(l.heard()[before:], ""); !strings.HasPrefix(heard, "RSET\r\nMAIL FROM:<>") {
		t.Errorf("after a refusal: %q", heard)
	}
}

// A connection that ends within a batch leaves no mail untold, and only that one
// in doubt whose answer is lost.
func TestSendAllBroken(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.SMTP())
	var answers atomic.Int32
	p.set(func(p *proxy) {
		p.said = func(client bool, b []byte) []byte {
			if !client && bytes.Contains(b, []byte("OK: queued")) {
				if answers.Add(1) == 3 {
					return nil
				}
			}
			return b
		}
	})
	delivered := 0
	office.Delivered(func(string, []string, []byte) { delivered++ })
	s := sender(t, p.addr())
	for i, err := range sendAll(t, s, outgoing(6)) {
		if i == 2 {
			outcome(t, err, mailer.SendError{Temporary: true, Unknown: true})
		} else if err != nil {
			t.Errorf("mail %d: %v", i, err)
		}
	}
	if delivered != 6 || p.connections() != 2 {
		t.Errorf("%d mails over %d connections", delivered, p.connections())
	}
}

// Dots, and whatever looks like a command, arrive as they were written.
func TestSendDots(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	s := sender(t, office.SMTP())
	for _, text := range []string{".\n", "..\n.x\n\n.\nQUIT\n", "a\n.", strings.Repeat(".", 300) + "\n."} {
		d := toAnn()
		d.Text = text
		var got []byte
		office.Delivered(func(_ string, _ []string, raw []byte) { got = raw })
		if err := s.Send(t.Context(), "", d); err != nil || !bytes.Equal(got, mustBytes(t, d)) {
			t.Errorf("%q: %v, got %q", text, err, got)
		}
	}
}

func TestSendOldServer(t *testing.T) {
	for name, answers := range map[string]map[string]string{
		"HELO":       {"EHLO": "502 5.5.1 what"},
		"long":       {"EHLO": "250-" + strings.Repeat("x", 5000) + "\r\n250-PIPELINING\r\n250 OK"},
		"many lines": {"EHLO": strings.Repeat("250-X\r\n", 3000) + "250 OK"},
		"bare":       {"MAIL": "250", "RCPT": "250\r"},
	} {
		s := sender(t, script(t, answers))
		s.Server.User = ""
		for range 2 {
			if err := s.Send(t.Context(), "", toAnn()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	s := sender(t, script(t, map[string]string{"EHLO": strings.Repeat("250-X\r\n", 10_000) + "250 OK"}))
	s.Server.User = ""
	outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true})
}

// Extensions that a server offers are recognised in lower case, too.
func TestSendLowerCase(t *testing.T) {
	p := newProxy(t, script(t, map[string]string{"EHLO": "250-here\r\n250-size 1000000\r\n250 Pipelining"}))
	var l listener
	l.tap(p)
	s := sender(t, p.addr())
	s.Server.User = ""
	if err := s.Send(t.Context(), "gm@post.test", toAnn()); err != nil {
		t.Fatal(err)
	}
	if said := l.heard()[1]; !strings.HasPrefix(said, "MAIL FROM:<gm@post.test> SIZE=") ||
		!strings.HasSuffix(said, "\r\nRCPT TO:<ann@post.test>\r\nDATA\r\n") {
		t.Errorf("client said %q", said)
	}
}

// A server that can't be reached, or logged in to, is not asked again for each
// mail of a batch.
func TestSendAllNotConnected(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	p := newProxy(t, office.SMTP())
	s := sender(t, p.addr())
	s.Server.Password = "wrong"
	for _, err := range sendAll(t, s, outgoing(5)) {
		outcome(t, err, mailer.SendError{Temporary: true, Code: 535})
	}
	if p.connections() != 1 {
		t.Errorf("%d connections", p.connections())
	}
}

// A server that says more than it was asked for might say "250" to the next mail
// before it has seen it.
func TestSendTalkative(t *testing.T) {
	p := newProxy(t, script(t, map[string]string{".": "250 fine\r\n250 and the next one, too"}))
	s := sender(t, p.addr())
	s.Server.User = ""
	for range 3 {
		if err := s.Send(t.Context(), "", toAnn()); err != nil {
			t.Error(err)
		}
	}
	if p.connections() != 3 {
		t.Errorf("%d connections for three mails", p.connections())
	}
}

func TestSendErrorText(t *testing.T) {
	s := sender(t, script(t, map[string]string{
		"RCPT": "550-5.7.1 You are\x1b[31m listed\r\n550-5.7.1 at \xff\u202e" + strings.Repeat("ü", 1000) +
			"\r\n550 5.7.1 .",
	}))
	s.Server.User = ""
	var failed *mailer.SendError
	if err := s.Send(t.Context(), "", toAnn()); !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if !strings.HasPrefix(failed.Text, "You are[31m listed at üü") || utf8.RuneCountInString(failed.Text) > 300 ||
		!utf8.ValidString(failed.Text) {
		t.Errorf("got %q", failed.Text)
	}
}

func TestSendSigned(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	s := sender(t, office.SMTP())
	s.Sign = func(raw []byte) ([]byte, error) { return append([]byte("DKIM-Signature: x\r\n"), raw...), nil }
	var got []byte
	office.Delivered(func(_ string, _ []string, raw []byte) { got = raw })
	if err := s.Send(t.Context(), "", toAnn()); err != nil ||
		!bytes.HasPrefix(got, []byte("DKIM-Signature: x\r\nFrom: ")) {
		t.Errorf("%v, got %q", err, got)
	}
	s.Sign = func([]byte) ([]byte, error) { return nil, errors.New("no key") }
	outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true})
	s.Sign, s.Hello = nil, "x\r\nQUIT"
	outcome(t, s.Send(t.Context(), "", toAnn()), mailer.SendError{Temporary: true})
}

// Somebody in between takes the offer of STARTTLS away, or puts words behind the
// answer to it, to be taken for encrypted ones. Nothing is said to them.
func TestTLSStripped(t *testing.T) {
	theirs, ours := certificate(t)
	office := openOffice(t, postoffice.Options{TLS: theirs})
	for name, said := range map[string]func([]byte) []byte{
		"strip": func(b []byte) []byte { return bytes.Replace(b, []byte("STARTTLS"), []byte("XXXXXXXX"), 1) },
		"inject": func(b []byte) []byte {
			return bytes.Replace(b, []byte("220 2.0.0"), []byte("220 2.0.0 go\r\n250 2.0.0"), 1)
		},
		"refuse": func(b []byte) []byte { return bytes.Replace(b, []byte("220 2.0.0"), []byte("454 4.7.0"), 1) },
	} {
		p := newProxy(t, office.SMTP())
		var l listener
		p.set(func(p *proxy) {
			p.said = func(client bool, b []byte) []byte {
				if client {
					l.mu.Lock()
					l.writes = append(l.writes, string(b))
					l.mu.Unlock()
					return b
				}
				return said(b)
			}
		})
		s := sender(t, p.addr())
		s.Server.TLS, s.Server.TLSConfig = "starttls", ours
		err := s.Send(t.Context(), "", toAnn())
		var failed *mailer.SendError
		if !errors.As(err, &failed) || !failed.Temporary || failed.Unknown {
			t.Errorf("%s: %v", name, err)
		}
		for _, w := range l.heard() {
			if w != "EHLO localhost\r\n" && w != "STARTTLS\r\n" {
				t.Errorf("%s: client said %q", name, w)
			}
		}
		if name == "strip" && !strings.Contains(err.Error(), "does not offer STARTTLS") || name == "inject" &&
			!strings.Contains(err.Error(), "somebody") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzReply(f *testing.F) {
	for _, s := range []string{
		"250 OK\r\n", "250-a\r\n250-b\r\n250 c\r\n", "250\n", "250-\n250 \n", "451 4.7.1 Greylisted\r\n",
		"550-5.1.1 a\r\n550 5.1.1 b\r\n",
		"550 5.1.1\r\n", "250 4.7.1 x\r\n", "199 x\r\n", "600 x\r\n", "25x y\r\n", "250x\r\n", "\r\n", "",
		"250 no end", "250-a\r\n",
		"354 go\r\nmore", "\x00\xff\r\n", "500 5.1234.1 \x1b[0m\u202e\r\n", strings.Repeat("250-x\r\n", 20_000),
		"250 " + strings.Repeat("y", 100_000) + "\r\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := &counter{Reader: strings.NewReader(s)}
		code, enhanced, text, shown, err := mailer.ReadReply(r)
		if r.n > 64<<10+3*4096 {
			t.Errorf("read %d bytes", r.n)
		}
		if err == nil && (code < 200 || code > 599 || !strings.Contains(s, fmt.Sprint(code))) {
			t.Errorf("code %d", code)
		}
		if enhanced != "" && (enhanced[0] != byte('0'+code/100) || strings.Count(enhanced, ".") != 2 ||
			!strings.Contains(s, enhanced)) {
			t.Errorf("enhanced code %q of %d", enhanced, code)
		}
		for _, out := range []string{text, shown} {
			if utf8.RuneCountInString(out) > 320 || !utf8.ValidString(out) ||
				strings.ContainsFunc(out, unicode.IsControl) || strings.Contains(out, "\u202e") {
				t.Errorf("shown as %q", out)
			}
		}
	})
}

type counter struct {
	*strings.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

// The clock of those tests that need one.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
