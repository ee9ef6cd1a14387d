package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"deaddrop/gm"
	"deaddrop/gm/post"
	"deaddrop/gm/store"
	"deaddrop/mailer"
)

// A service takes letters in, does what is due and sends letters out, until it is told to stop.
type service struct {
	master *gm.Master
	inbox  *mailer.Inbox
	sender *mailer.Sender
	now    func() time.Time
	log    *slog.Logger
	wake   chan struct{} // there may be work
	looked atomic.Int64  // when the last complete look through the mailbox began, in Unix nanoseconds
}

// tick is how often it looks for what is due without having been woken.
const tick = time.Second

// maxFailures of the store, one after another, end the service: a store that has failed may have to be
// opened again.
const maxFailures = 30

func newService(c config, m *gm.Master, now func() time.Time, log *slog.Logger) (*service, error) {
	imap, err := c.IMAP.server("imap")
	if err != nil {
		return nil, err
	}
	smtp, err := c.SMTP.server("smtp")
	if err != nil {
		return nil, err
	}
	s := &service{master: m, now: now, log: log, wake: make(chan struct{}, 1), sender: &mailer.Sender{Server: smtp, Log: log}}
	s.inbox = &mailer.Inbox{Server: imap, Poll: c.Poll.Duration, Log: log, Looking: s.looking}
	m.TakenIn = func() time.Time { return time.Unix(0, s.looked.Load()) }
	return s, nil
}

// looking notes when a look through the mailbox began that was completed: no deadline after that is over.
func (s *service) looking() (looked func()) {
	began := s.now().UnixNano()
	return func() { s.looked.Store(began); s.kick() }
}

// run works until ctx ends. A step that has begun is finished first.
func (s *service) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.inbox.Watch(ctx, s.receive) })
	group.Go(func() error { return s.work(ctx) })
	return errors.Join(group.Wait(), s.sender.Close())
}

// receive hands a letter to the game master. Only when it was taken may the mailbox forget it.
func (s *service) receive(ctx context.Context, l mailer.Letter) error {
	err := s.master.Receive(context.WithoutCancel(ctx), s.now(), gm.Letter{
		ID: l.ID, From: l.From, FromName: l.FromName, Subject: l.Subject, Text: l.Text,
		InReplyTo: l.InReplyTo, References: l.References, Machine: l.Automatic, Defect: l.Defect,
	})
	s.kick()
	if errors.Is(err, store.ErrInvalid) { // it can't be kept, however often it is tried
		return mailer.Permanent(err)
	}
	return err
}

func (s *service) kick() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// work does what is due, and looks again when it is woken or a tick has passed.
func (s *service) work(ctx context.Context) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for failures := 0; ; {
		n, err := s.master.Work(ctx, s.now(), s.send)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			s.log.Error("the store fails", "error", err)
			if failures++; failures == maxFailures {
				return fmt.Errorf("the store fails, so nothing can be done until it is opened again: %w", err)
			}
		case n > 0:
			failures = 0
			continue
		default:
			failures = 0
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-ticker.C:
		}
	}
}

func (s *service) send(ctx context.Context, l gm.Letter) error {
	err := s.sender.Send(ctx, l.From, post.Draft(l))
	if err != nil && !mailer.Temporary(err) {
		return &gm.Undeliverable{Err: fmt.Errorf("to %s: %w", l.To, err)}
	}
	return err
}
