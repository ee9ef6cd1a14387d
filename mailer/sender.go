package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const (
	defaultPerConn = 10 // some servers deliver further ones only later: Exim, for one
	connsKept      = 4
	idleConn       = time.Minute
	lastWords      = 10 * time.Second
	defaultSend    = 5 * time.Minute
	defaultHello   = "localhost"
)

// Reply codes with a meaning beyond their first digit (RFC 5321, RFC 4954).
const (
	goAhead       = 354
	unavailable   = 421 // the server closes the connection
	authRequired  = 530
	authTooWeak   = 534
	authFailed    = 535
	authEncrypted = 538
)

// A Sender sends mails through an SMTP server, usually the operator's submission server. It keeps connections open
// for a minute to reuse them. It is safe for concurrent use; each call has a connection of its own.
//
// It never retries a mail by itself. Callers keep their mails, and retry those that failed with Temporary: after
// SendError.After if that is set, since until then an attempt fails at once and without a connection, otherwise after
// a pause of their choice. Mail is held back
//
//   - for one domain if its server answers 421, or 450 or 451 with a code 4.7.x, to the recipient or the text, as
//     greylisting servers do: for five or six minutes at first, then for up to about an hour;
//   - altogether if our own server answers so earlier, or refuses the login: for a minute at first;
//   - if there is more than Rate allows.
//
// A mail that is accepted ends the hold. All of this is kept in memory only.
type Sender struct {
	Server Server
	Hello  string // our name in EHLO; "localhost" when empty
	// Timeout limits the sending of one mail; five minutes when zero.
	Timeout time.Duration
	// Sign, if set, returns the mail with a signature.
	Sign func(raw []byte) ([]byte, error)
	// Now is the clock for holds, Rate and PerDay. Without it none of them has an effect.
	Now func() time.Time
	// Rate is the largest number of mails a minute, a tenth of which may be sent in one burst, and PerDay that in
	// 24 hours; each unlimited when zero. A mail that would have to wait for more than a second fails with After
	// set. Of those that wait, a mail of a lower Class goes first. Towards the end of a day's limit only those of
	// the lowest are sent.
	Rate, PerDay int
	// PerConn is how many mails are sent over one connection; ten when zero.
	PerConn int
	Log     *slog.Logger // silent when nil
	// Reached, if set, is called after each attempt to connect and log in, with whether that succeeded.
	Reached func(ok bool)

	holds  holds
	limits limits
	mu     sync.Mutex
	free   []*smtpConn
}

// A Class says which mails go first when not all can be sent at once.
type Class int

// The classes, in the order in which they go.
const (
	First Class = iota
	Second
	Third
	classes
)

// An Outgoing is a mail with the envelope sender, to which it bounces and which may be empty. Its only recipient is
// Draft.To.
type Outgoing struct {
	Return string
	Draft  Draft
	Class  Class
}

// Send sends one mail to d.To. envelopeFrom is the address for bounces, and may be empty. The error is always a
// *SendError. Send makes one attempt and leaves retries to the caller, except when a kept connection turns out to be
// dead before the mail was begun.
func (s *Sender) Send(ctx context.Context, envelopeFrom string, d Draft) error {
	var failed error
	s.SendAll(ctx, []Outgoing{{Return: envelopeFrom, Draft: d}}, func(_ int, err error) { failed = err })
	return failed
}

// SendAll sends mails one after the other, as Send would, but does not wait for the reply to one mail before it
// begins the next (pipelining, RFC 2920), which halves the time with a distant server. As soon as the result of a
// mail is known, it calls done with the mail's index: once for each, in the calling goroutine, and nearly in the
// order of the mails.
func (s *Sender) SendAll(ctx context.Context, mails []Outgoing, done func(i int, err error)) {
	b := newBatch(ctx, s, mails, done)
	defer b.stop()
	for p := b.next(); p != nil; {
		l, err := s.conn(b.ctx)
		if err != nil { // the other mails would fail in the same way
			for ; p != nil; p = b.next() {
				b.tell(p, unconnected(err))
			}
			return
		}
		p = l.carry(p, b.next, b.tell)
		s.keep(l)
		if p == nil {
			p = b.next()
		}
	}
}

// Resume ends all holds, because the cause was repaired.
func (s *Sender) Resume() { s.holds.liftAll() }

// Close closes the idle connections. The Sender can still be used.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.free {
		l.timer.Stop()
		l.cut()
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

// conn returns an idle connection, or a new one. It is cut when ctx ends.
func (s *Sender) conn(ctx context.Context) (*smtpConn, error) {
	if l := s.take(); l != nil {
		l.unguard = context.AfterFunc(ctx, l.cut)
		return l, nil
	}
	l, err := s.dial(ctx)
	if s.Reached != nil && (err == nil || ctx.Err() == nil) {
		s.Reached(err == nil)
	}
	return l, err
}

// dial opens a connection and logs in.
func (s *Sender) dial(ctx context.Context) (*smtpConn, error) {
	return renewing(s.Server, func(server Server) (*smtpConn, error) { return s.dialOnce(ctx, server) })
}

func (s *Sender) dialOnce(ctx context.Context, server Server) (*smtpConn, error) {
	conn, raw, err := server.dial(ctx)
	if err != nil {
		return nil, err
	}
	l := newConn(conn, raw)
	l.most = cmp.Or(s.PerConn, defaultPerConn)
	l.unguard = context.AfterFunc(ctx, l.cut)
	if err := l.greet(ctx, server, cmp.Or(s.Hello, defaultHello)); err != nil {
		l.unguard()
		l.cut()
		if answer := (*refusal)(nil); errors.As(err, &answer) && answer.what == noLogin {
			return nil, err
		}
		return nil, fmt.Errorf("greeting %s: %w", s.Server.Addr, err)
	}
	return l, nil
}

func (s *Sender) take() *smtpConn {
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

// keep makes a connection available again, unless it is broken or has carried enough mails. A connection on which the
// server said more than it was asked for is not reused.
func (s *Sender) keep(l *smtpConn) {
	if !l.unguard() || l.broken || l.in.Buffered() > 0 {
		l.cut()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.tried >= l.most || len(s.free) >= connsKept {
		go l.quit()
		return
	}
	l.timer = time.AfterFunc(idleConn, func() { s.drop(l) })
	s.free = append(s.free, l)
}

// drop closes a connection that was idle for too long.
func (s *Sender) drop(l *smtpConn) {
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

// unconnected returns the error of a mail for which there is no connection.
func unconnected(err error) *SendError {
	if answer := (*refusal)(nil); errors.As(err, &answer) {
		failed := refused(atConnect, answer.reply)
		failed.Err = err
		return failed
	}
	return &SendError{Temporary: true, Err: err}
}
