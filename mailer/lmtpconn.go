package mailer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"
)

// listen opens the socket. One that a dead program has left behind is removed.
func (l *Listener) listen() (net.Listener, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	if !strings.Contains(l.Listen, "/") {
		return net.Listen("tcp", l.Listen)
	}
	if at, err := os.Lstat(l.Listen); err == nil && at.Mode()&os.ModeSocket != 0 {
		if conn, err := net.Dial("unix", l.Listen); err == nil {
			_ = conn.Close()
			return nil, fmt.Errorf("somebody listens on %s already", l.Listen)
		}
		if err := os.Remove(l.Listen); err != nil {
			return nil, err
		}
	}
	on, err := net.Listen("unix", l.Listen)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(l.Listen, 0o666); err != nil { // the mail server is another user
		return nil, errors.Join(err, on.Close())
	}
	return on, nil
}

// serve answers clients until ctx ends, and ends then what is idle, and the rest
// as soon as it is.
func (d *session) serve(ctx context.Context, on net.Listener) error {
	clients := &clients{Listener: netutil.LimitListener(on, cmp.Or(d.Conns, defaultConns)),
		open: make(map[*client]bool)}
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &delivery{session: d, envelope: envelope{hello: name(c.Hostname())}}, nil
	}))
	s.LMTP = true
	_, s.Domain = cutAddress(d.Addresses[0])
	s.MaxMessageBytes = MaxMail
	s.MaxLineLength = MaxMail // of the text too, and some write no line ends
	s.MaxRecipients = maxRecipients
	s.ReadTimeout = cmp.Or(d.Timeout, defaultSilence)
	s.WriteTimeout = s.ReadTimeout
	s.EnableSMTPUTF8 = true
	s.ErrorLog = libraryLog{d.log}
	done := make(chan error, 1)
	go func() { done <- s.Serve(clients) }()
	select {
	case err := <-done:
		return fmt.Errorf("listening for letters: %w", errors.Join(err, on.Close()))
	case <-ctx.Done():
	}
	// First, so that nobody comes in any more: the library must not count clients while it waits for them.
	_ = clients.Close()
	<-done
	clients.end()
	if err := s.Shutdown(context.WithoutCancel(ctx)); err != nil && !errors.Is(err, net.ErrClosed) {
		d.log.Debug("ending", "error", err)
	}
	return nil
}

// clients are the open connections.
type clients struct {
	net.Listener
	mu     sync.Mutex
	open   map[*client]bool
	ending bool
}

// Accept waits for the next client.
func (s *clients) Accept() (net.Conn, error) {
	conn, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &client{Conn: conn, all: s}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[c] = true
	return c, nil
}

// end has all clients hear that nothing more is read. What they are still owed
// is written.
func (s *clients) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending = true
	for c := range s.open {
		_ = c.Conn.SetReadDeadline(longAgo)
	}
}

var longAgo = time.Unix(1, 0)

// A client is one connection.
type client struct {
	net.Conn
	all *clients
}

// SetReadDeadline sets it, unless nothing more is to be read.
func (c *client) SetReadDeadline(t time.Time) error {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	if c.all.ending {
		t = longAgo
	}
	return c.Conn.SetReadDeadline(t)
}

// Write keeps back the offer of CHUNKING (RFC 3030), which the library makes
// always.
func (c *client) Write(p []byte) (int, error) {
	if bytes.Equal(p, []byte("250-CHUNKING\r\n")) {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// Close closes the connection.
func (c *client) Close() error {
	c.all.mu.Lock()
	delete(c.all.open, c)
	c.all.mu.Unlock()
	return c.Conn.Close()
}

// name is what a client calls itself, if that can be written into a mail.
func name(hello string) string {
	if hello == "" || len(hello) > maxID || !helloBytes.holds(hello) {
		return "unknown"
	}
	return hello
}

// A delivery is one client's mail.
type delivery struct {
	session *session
	envelope
}

var _ smtp.LMTPSession = (*delivery)(nil)

// Mail begins a mail.
func (s *delivery) Mail(from string, _ *smtp.MailOptions) error {
	if !isClean(from) {
		return errSyntax
	}
	s.from, s.to = from, nil
	return nil
}

// Rcpt takes a recipient, if it is ours.
func (s *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !isClean(to) || !s.session.isOurs(to) {
		return errUnknown
	}
	s.to = append(s.to, to)
	return nil
}

// LMTPData takes the mail. Its answer counts for all recipients.
func (s *delivery) LMTPData(r io.Reader, _ smtp.StatusCollector) error { return s.Data(r) }

// Data takes the mail, unless it comes in chunks: the library reads those in a
// goroutine that may outlive its transaction, and speak for the next one.
func (s *delivery) Data(r io.Reader) error {
	if _, chunks := r.(*io.PipeReader); chunks {
		return errChunks
	}
	e := envelope{s.hello, s.from, slices.Clone(s.to)}
	at, gone := s.session.arrive()
	defer gone()
	raw, err := io.ReadAll(r)
	answer := (*smtp.SMTPError)(nil)
	switch {
	case errors.As(err, &answer):
		return answer
	case err != nil || len(e.to) == 0:
		return errCut // never a 5xx: the client still has the mail
	}
	return s.session.take(e, raw, at)
}

// Reset forgets the mail that was begun.
func (s *delivery) Reset() {
	s.from, s.to = "", nil
}

// Logout has nothing to do.
func (s *delivery) Logout() error { return nil }

// isClean says whether an address can stand in a line of a header.
func isClean(address string) bool {
	unclean := func(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError }
	return len(address) <= 2*maxID && !strings.ContainsFunc(address, unclean)
}

// A libraryLog lets the library write to our log.
type libraryLog struct{ log *slog.Logger }

// Printf writes a line that may be of interest when something else is wrong.
func (l libraryLog) Printf(format string, args ...any) { l.log.Debug(fmt.Sprintf(format, args...)) }

// Println is like Printf.
func (l libraryLog) Println(args ...any) { l.log.Debug(fmt.Sprintln(args...)) }
