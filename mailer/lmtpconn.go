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

// listen opens the socket, and first removes one that a dead process left behind.
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
	if err := os.Chmod(l.Listen, 0o666); err != nil { // the mail server runs as another user
		return nil, errors.Join(err, on.Close())
	}
	return on, nil
}

// serve answers clients until ctx ends. Then it closes idle connections at once, and the others as soon as their mail
// is answered.
func (d *session) serve(ctx context.Context, on net.Listener) error {
	clients := &clients{Listener: netutil.LimitListener(on, cmp.Or(d.Conns, defaultConns)),
		open: make(map[*client]bool)}
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &delivery{session: d, envelope: envelope{hello: name(c.Hostname())}}, nil
	}))
	s.LMTP = true
	_, s.Domain = cutAddress(d.Addresses[0])
	s.MaxMessageBytes = maxLarge
	s.MaxLineLength = MaxMail // of the text too: some clients send it without line ends
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
	// Close the listener first, so that no clients are added while the library waits for the present ones.
	_ = clients.Close()
	<-done
	clients.end()
	if err := s.Shutdown(context.WithoutCancel(ctx)); err != nil && !errors.Is(err, net.ErrClosed) {
		d.log.Debug("ending", "error", err)
	}
	return nil
}

// clients are the open connections of a listener.
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

// end stops reading from all clients. Pending replies are still written.
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

// SetReadDeadline sets the deadline, unless reading was stopped.
func (c *client) SetReadDeadline(t time.Time) error {
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	if c.all.ending {
		t = longAgo
	}
	return c.Conn.SetReadDeadline(t)
}

// Write removes CHUNKING (RFC 3030) from the capabilities, as the library always announces it.
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

// name returns the client's name if it can safely be written into a header; otherwise a placeholder.
func name(hello string) string {
	if hello == "" || len(hello) > maxID || !helloBytes.holds(hello) {
		return "unknown"
	}
	return hello
}

// A delivery is one client's current mail. It implements the library's LMTP session.
type delivery struct {
	session *session
	envelope
}

var _ smtp.LMTPSession = (*delivery)(nil)

// Mail begins a mail, as the MAIL command asks.
func (s *delivery) Mail(from string, _ *smtp.MailOptions) error {
	if !isClean(from) {
		return errSyntax
	}
	s.from, s.to = from, nil
	return nil
}

// Rcpt accepts a recipient that is one of ours.
func (s *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !isClean(to) || !s.session.isOurs(to) {
		return errUnknown
	}
	s.to = append(s.to, to)
	return nil
}

// LMTPData receives the mail. Its reply is for all recipients.
func (s *delivery) LMTPData(r io.Reader, _ smtp.StatusCollector) error { return s.Data(r) }

// Data receives the mail. It rejects mail in chunks (BDAT), which the library reads in a goroutine that may outlive
// its transaction and interfere with the next one.
func (s *delivery) Data(r io.Reader) error {
	if _, chunks := r.(*io.PipeReader); chunks {
		return errChunks
	}
	e := envelope{s.hello, s.from, slices.Clone(s.to)}
	at, gone := s.session.arrive()
	defer gone()
	mail, err := readArrival(r)
	answer := (*smtp.SMTPError)(nil)
	switch {
	case errors.As(err, &answer):
		return answer
	case errors.Is(err, ErrTooLarge):
		return smtp.ErrDataTooLarge
	case err != nil || len(e.to) == 0:
		return errCut // never a 5xx, as the client still has the mail
	}
	return s.session.take(e, mail, at)
}

// Reset discards the mail that was begun.
func (s *delivery) Reset() {
	s.from, s.to = "", nil
}

// Logout does nothing.
func (s *delivery) Logout() error { return nil }

// isClean reports whether an address can safely be written into a header.
func isClean(address string) bool {
	unclean := func(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError }
	return len(address) <= 2*maxID && !strings.ContainsFunc(address, unclean)
}

// A libraryLog writes the library's messages to our log.
type libraryLog struct{ log *slog.Logger }

// Printf logs a message at debug level.
func (l libraryLog) Printf(format string, args ...any) { l.log.Debug(fmt.Sprintf(format, args...)) }

// Println is like Printf.
func (l libraryLog) Println(args ...any) { l.log.Debug(fmt.Sprintln(args...)) }
