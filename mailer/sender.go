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
	mailsPerConn = 50
	connsKept    = 4
	idleConn     = time.Minute
	lastWords    = 10 * time.Second
	defaultSend  = 5 * time.Minute
	defaultHello = "localhost"
)

// Answers of a server that mean more than their first digit (RFC 5321, RFC 4954).
const (
	goAhead       = 354
	unavailable   = 421 // the server closes the connection
	authRequired  = 530
	authTooWeak   = 534
	authFailed    = 535
	authEncrypted = 538
)

// A Sender hands mails to an SMTP server, usually the submission server of
// whoever runs the game. It keeps connections open for a minute to use them
// again. Several goroutines may use it, each with a connection of its own.
//
// It does not try a mail again by itself. Whoever calls it keeps the mails, and
// tries again what failed with Temporary: after the time in After if there is
// one, for until then it fails at once and without a connection, else after a
// pause of the caller's choice. Mail is held back
//
//   - for a domain whose server answers 421, or 450 or 451 with a code 4.7.x, at
//     the recipient or the text, as those do that are greylisting: for five or six
//     minutes at first, then for up to an hour or so;
//   - altogether if our own server answers so before that, or refuses the login:
//     for a minute at first;
//   - if there are more than Rate.
//
// A mail that is taken ends a hold. Nothing of this outlives the Sender.
type Sender struct {
	Server Server
	Hello  string // the name we give ourselves; "localhost" when empty
	// Timeout is how long sending one mail may take; five minutes when zero.
	Timeout time.Duration
	// Sign, if set, turns a mail into one that is signed.
	Sign func(raw []byte) ([]byte, error)
	// Now is the clock by which mails are held back. Without it none are, and
	// Rate means nothing.
	Now func() time.Time
	// Rate is how many mails are sent in a minute, with a tenth of them at once;
	// any number when zero. A mail that would have to wait for more than a second
	// fails with After, and has its turn then.
	Rate int
	Log  *slog.Logger // silent when nil
	// Reached, if set, is told whether the server could be connected to and takes
	// our login, each time that this is tried.
	Reached func(ok bool)

	holds holds
	mu    sync.Mutex
	free  []*smtpConn
}

// An Outgoing is a mail and where a copy that can't be delivered is returned to,
// which may be empty. Its one recipient is Draft.To.
type Outgoing struct {
	Return string
	Draft  Draft
}

// Send sends one mail to its one recipient, d.To. The envelope's sender is where
// a returned mail goes; it may be empty. The error is always a *SendError. Send
// tries once: when to try again is the caller's business, except where a kept
// connection turns out to be dead before the mail was begun.
func (s *Sender) Send(ctx context.Context, envelopeFrom string, d Draft) error {
	var failed error
	s.SendAll(ctx, []Outgoing{{envelopeFrom, d}}, func(_ int, err error) { failed = err })
	return failed
}

// SendAll sends mails one after the other. It is Send for each of them, but does
// not wait for the server's word on a mail before it begins the next, which saves
// half of the time on the way to a server that is far. As soon as it is known what
// became of a mail, done is called with its index, once for each, in this
// goroutine and in nearly the order of the mails.
func (s *Sender) SendAll(ctx context.Context, mails []Outgoing, done func(i int, err error)) {
	b := newBatch(ctx, s, mails, done)
	defer b.stop()
	for p := b.next(); p != nil; {
		l, err := s.conn(b.ctx)
		if err != nil { // and it would be no better with the next mail
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

// Resume ends all that is held back because of a server's answer, for something was put right.
func (s *Sender) Resume() { s.holds.liftAll() }

// Close closes the connections that are kept. The Sender can still be used.
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

// conn takes a connection that is kept, or makes one. The end of ctx cuts it.
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

// dial makes a connection.
func (s *Sender) dial(ctx context.Context) (*smtpConn, error) {
	conn, raw, err := s.Server.dial(ctx)
	if err != nil {
		return nil, err
	}
	l := newConn(conn, raw)
	l.unguard = context.AfterFunc(ctx, l.cut)
	if err := l.greet(ctx, s.Server, cmp.Or(s.Hello, defaultHello)); err != nil {
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

// keep puts a connection back, unless it is broken or has done enough. One whose
// server says more than it was asked for is not to be trusted with the next mail.
func (s *Sender) keep(l *smtpConn) {
	if !l.unguard() || l.broken || l.in.Buffered() > 0 {
		l.cut()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.tried >= mailsPerConn || len(s.free) >= connsKept {
		go l.quit()
		return
	}
	l.timer = time.AfterFunc(idleConn, func() { s.drop(l) })
	s.free = append(s.free, l)
}

// drop closes a connection that was not used for a while.
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

// unconnected is the failure of a mail for which there is no connection.
func unconnected(err error) *SendError {
	if answer := (*refusal)(nil); errors.As(err, &answer) {
		failed := refused(atConnect, answer.reply)
		failed.Err = err
		return failed
	}
	return &SendError{Temporary: true, Err: err}
}
