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
	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

// A service takes letters in, does what is due and sends letters out, until it is told to stop.
type service struct {
	config   config
	master   *gm.Master
	inbox    *mailer.Inbox    // nil: there is no mailbox
	listener *mailer.Listener // nil: no mail server hands letters in
	sender   *mailer.Sender
	draws    *post.Draftsman
	parcels  chan *parcel // which carriers take
	waiting  atomic.Int64 // how many wait to be taken
	identity *identity.Checker
	now      func() time.Time
	log      *slog.Logger
	wake     chan struct{} // there may be work
	looked   atomic.Int64  // when the last complete look through the mailbox began, in Unix nanoseconds
}

// tick is how often it looks for what is due without having been woken.
const tick = time.Second

// maxFailures of the store, one after another, end the service: a store that has failed may have to be
// opened again.
const maxFailures = 30

func newService(c config, m *gm.Master, now func() time.Time, log *slog.Logger) (*service, error) {
	s := &service{config: c, master: m, draws: newDraftsman(m.Words, c, log), identity: c.Trust.checker(c.Address, now), now: now, log: log, wake: make(chan struct{}, 1), parcels: make(chan *parcel)}
	if err := s.open(); err != nil {
		return nil, err
	}
	var err error
	if s.sender, err = c.sender(now, log); err != nil {
		return nil, err
	}
	m.Clerk = newClerk(m, s.sender)
	m.Parallel = parallel
	m.TakenIn = s.takenIn
	return s, nil
}

// run works until ctx ends. A step that has begun is finished first.
func (s *service) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	if s.inbox != nil {
		group.Go(func() error { return s.inbox.Watch(ctx, s.receive) })
	}
	if s.listener != nil {
		group.Go(func() error { return s.listener.Watch(ctx, s.receive) })
	}
	for range carriers {
		group.Go(func() error { return s.carry(ctx) })
	}
	group.Go(func() error { return s.work(ctx) })
	err := group.Wait()
	_, ended := s.master.Begin(context.WithoutCancel(ctx), nil) // what has ended is not to be suspected when it starts again
	return errors.Join(err, ended, s.sender.Close())
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
