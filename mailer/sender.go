package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	mailsPerLine  = 50
	linesKept     = 4
	idleLine      = time.Minute
	defaultSend   = 5 * time.Minute
	defaultHello  = "localhost"
	unavailable   = 421 // the server closes the connection
	authFailed    = 535
	authRequired  = 530
	authTooWeak   = 534
	authEncrypted = 538
)

// A Sender hands mails to an SMTP server, usually the submission server of
// whoever runs the game. It keeps connections open for a minute to use them
// again. Several goroutines may use it.
type Sender struct {
	Server Server
	Hello  string // the name we give ourselves; "localhost" when empty
	// Timeout is how long sending one mail may take; five minutes when zero.
	Timeout time.Duration
	Log     *slog.Logger // silent when nil

	mu   sync.Mutex
	free []*line
}

// Send sends one mail to its one recipient, d.To. The envelope's sender is where
// a returned mail goes; it may be empty. The error is always a *SendError. Send
// tries once: when to try again is the caller's business, except where a kept
// connection turns out to be dead before the mail was begun.
func (s *Sender) Send(ctx context.Context, envelopeFrom string, d Draft) error {
	raw, err := d.Bytes()
	if err == nil && envelopeFrom != "" {
		err = checkAddress(envelopeFrom)
	}
	if err != nil {
		return &SendError{Err: err}
	}
	if err := s.Server.check(); err != nil {
		return &SendError{Temporary: true, Err: err}
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.Timeout, defaultSend))
	defer cancel()
	for {
		l, err := s.line(ctx)
		if err != nil {
			return failure(ctx, err, false)
		}
		dead, err := l.send(ctx, envelopeFrom, d.To, raw)
		if err == nil {
			s.keep(l)
			s.log().DebugContext(ctx, "mail sent", "id", d.ID, "server", s.Server.Addr)
			return nil
		}
		l.close()
		if !dead || l.sent == 0 || ctx.Err() != nil {
			return err
		}
	}
}

// Close closes the connections that are kept. The Sender can still be used.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.free {
		l.timer.Stop()
		l.close()
	}
	s.free = nil
	return nil
}

func (s *Sender) log() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}

// line takes a connection that is kept, or makes one.
func (s *Sender) line(ctx context.Context) (*line, error) {
	if l := s.take(); l != nil {
		return l, nil
	}
	return s.connect(ctx)
}

func (s *Sender) take() *line {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.free)
	if n == 0 {
		return nil
	}
	l := s.free[n-1]
	s.free = s.free[:n-1]
	l.timer.Stop()
	return l
}

// keep puts a connection back, unless it has done enough.
func (s *Sender) keep(l *line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.sent >= mailsPerLine || len(s.free) >= linesKept {
		go l.quit()
		return
	}
	l.timer = time.AfterFunc(idleLine, func() { s.drop(l) })
	s.free = append(s.free, l)
}

// drop closes a connection that was not used for a while.
func (s *Sender) drop(l *line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.free {
		if s.free[i] == l {
			s.free = append(s.free[:i], s.free[i+1:]...)
			go l.quit()
			return
		}
	}
}

func (s *Sender) connect(ctx context.Context) (*line, error) {
	conn, raw, err := s.Server.dial(ctx)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = raw.Close() })
	defer stop()
	l := &line{raw: raw}
	if s.Server.TLS == "starttls" {
		l.client, err = smtp.NewClientStartTLS(conn, s.Server.tlsConfig())
	} else {
		l.client = smtp.NewClient(conn)
	}
	if err == nil {
		l.client.CommandTimeout = cmp.Or(s.Timeout, defaultSend)
		l.client.SubmissionTimeout = l.client.CommandTimeout
		err = s.greet(l.client)
	}
	if err != nil {
		_ = raw.Close()
		return nil, fmt.Errorf("greeting %s: %w", s.Server.Addr, err)
	}
	return l, nil
}

func (s *Sender) greet(c *smtp.Client) error {
	if err := c.Hello(cmp.Or(s.Hello, defaultHello)); err != nil {
		return err
	}
	switch {
	case s.Server.User == "":
		return nil
	case c.SupportsAuth(sasl.Plain):
		return c.Auth(sasl.NewPlainClient("", s.Server.User, s.Server.Password))
	case c.SupportsAuth(sasl.Login):
		return c.Auth(&loginClient{[]string{s.Server.User, s.Server.Password}})
	}
	return errors.New("server offers no login that we know")
}

// A line is one connection to the server.
type line struct {
	client *smtp.Client
	raw    net.Conn
	sent   int
	timer  *time.Timer // closes it when it is not used
}

// send sends one mail. dead says that the connection was gone before the mail
// was begun. The end of ctx cuts the connection, for the library does not
// notice a server that stops reading.
func (l *line) send(ctx context.Context, from, to string, raw []byte) (dead bool, err error) {
	stop := context.AfterFunc(ctx, func() { _ = l.raw.Close() })
	defer stop()
	if err := l.client.Mail(from, &smtp.MailOptions{Size: int64(len(raw))}); err != nil {
		answer := (*smtp.SMTPError)(nil)
		answered := errors.As(err, &answer)
		return !answered || answer.Code == unavailable, failure(ctx, fmt.Errorf("MAIL FROM: %w", err), true)
	}
	if err := l.client.Rcpt(to, nil); err != nil {
		return false, failure(ctx, fmt.Errorf("RCPT TO: %w", err), true)
	}
	data, err := l.client.Data()
	if err != nil {
		return false, failure(ctx, fmt.Errorf("DATA: %w", err), true)
	}
	if _, err := data.Write(raw); err != nil {
		return false, failure(ctx, fmt.Errorf("sending text: %w", err), true)
	}
	if err := data.Close(); err != nil {
		failed := failure(ctx, fmt.Errorf("ending text: %w", err), true)
		failed.Unknown = failed.Code == 0
		return false, failed
	}
	l.sent++
	return false, nil
}

// quit takes leave; close does not.
func (l *line) quit() {
	l.client.CommandTimeout = 10 * time.Second
	_ = l.client.Quit()
	l.close()
}

func (l *line) close() { _ = l.raw.Close() }

// failure tells what an error means. Only what the server says while a mail is
// under way can be about that mail.
func failure(ctx context.Context, err error, mail bool) *SendError {
	failed := &SendError{Temporary: true, Err: err}
	answer := (*smtp.SMTPError)(nil)
	if !errors.As(err, &answer) {
		if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
			failed.Err = fmt.Errorf("%s: %w", strings.TrimSuffix(err.Error(), "\n"), ctx.Err())
		}
		return failed
	}
	failed.Code = answer.Code
	switch answer.Code {
	case authRequired, authTooWeak, authFailed, authEncrypted:
	default:
		failed.Temporary = !mail || answer.Code < 500
	}
	return failed
}
