package mailer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// A batch is the state of one call of SendAll.
type batch struct {
	sender *Sender
	ctx    context.Context // also ends when a mail takes too long
	cancel context.CancelCauseFunc
	timer  *time.Timer
	mails  []Outgoing
	begun  int
	done   func(i int, err error)
}

func newBatch(ctx context.Context, s *Sender, mails []Outgoing, done func(i int, err error)) *batch {
	b := &batch{sender: s, mails: mails, done: done}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	b.timer = time.AfterFunc(b.limit(), func() { b.cancel(context.DeadlineExceeded) })
	return b
}

func (b *batch) stop() {
	b.timer.Stop()
	b.cancel(nil)
}

func (b *batch) limit() time.Duration { return cmp.Or(b.sender.Timeout, defaultSend) }

// next returns the next mail that can be sent now, or nil if none is left.
func (b *batch) next() *enveloped {
	for b.begun < len(b.mails) {
		i := b.begun
		b.begun++
		b.timer.Reset(b.limit())
		p, failed := b.prepare(b.mails[i])
		if failed == nil {
			p.index = i
			return p
		}
		b.done(i, failed)
	}
	return nil
}

// prepare turns an outgoing mail into bytes. It returns an error if the mail is invalid or held back for now.
func (b *batch) prepare(m Outgoing) (*enveloped, *SendError) {
	s := b.sender
	if err := s.check(); err != nil {
		return nil, &SendError{Temporary: true, Err: err}
	}
	if s.Now != nil {
		if wait, why := s.holds.wait(s.Now(), domain(m.Draft.To)); wait > 0 {
			return nil, &SendError{Temporary: true, After: wait, Err: errors.New(why)}
		}
	}
	raw, err := m.Draft.Bytes()
	if err == nil && m.Return != "" {
		err = checkAddress(m.Return)
	}
	if err != nil {
		return nil, &SendError{Err: err}
	}
	if s.Sign != nil {
		if raw, err = s.Sign(raw); err != nil { // temporary: the key may be repaired
			return nil, &SendError{Temporary: true, Err: fmt.Errorf("signing mail %q: %w", m.Draft.ID, err)}
		}
	}
	if s.Now != nil {
		wait, why := s.limits.place(s, s.Now(), m)
		if wait > maxWait {
			return nil, &SendError{Temporary: true, After: wait, Err: errors.New(why)}
		}
		pause(b.ctx, wait)
	}
	if err := context.Cause(b.ctx); err != nil {
		return nil, &SendError{Temporary: true, Err: err}
	}
	return &enveloped{from: m.Return, to: m.Draft.To, raw: raw}, nil
}

// check returns an error if the Sender is configured wrongly, so that it could send nothing.
func (s *Sender) check() error {
	if !visibleBytes.holds(s.Hello) {
		return fmt.Errorf("our own name %q cannot be said to a server", s.Hello)
	}
	return s.Server.check()
}

// tell reports the result of a mail to the caller, and updates the holds by it.
func (b *batch) tell(p *enveloped, failed *SendError) {
	s := b.sender
	if failed == nil {
		s.holds.lift(domain(p.to))
		s.log().DebugContext(b.ctx, "mail sent", "id", b.mails[p.index].Draft.ID, "server", s.Server.Addr)
		b.done(p.index, nil)
		return
	}
	if cause := context.Cause(b.ctx); cause != nil && failed.Code == 0 && !errors.Is(failed.Err, cause) {
		failed.Err = fmt.Errorf("%w: %w", failed.Err, cause)
	}
	if about, ok := failed.about(p.to); ok && s.Now != nil {
		failed.After = s.holds.put(s.Now(), about, failed.Err.Error())
		what := cmp.Or(about, "everybody")
		s.log().WarnContext(b.ctx, "mail is held back", "for", what, "time", failed.After.Round(time.Second),
			"answer", failed.Err)
	}
	b.done(p.index, failed)
}
