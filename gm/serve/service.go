package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/meter"
	"deaddrop/gm/post"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/transfer"
	"deaddrop/mailer"
)

// A Service takes letters in, does what is due and sends letters out, until it is told to stop.
type Service struct {
	config    config.Config
	master    *gm.Master
	mailbox   *mailbox // nil: there is none
	untaken   untaken  // of its letters
	reception *Reception
	listener  *mailer.Listener // nil: no mail server hands letters in
	sender    *mailer.Sender
	draws     *post.Draftsman
	parcels   chan *parcel // which carriers take
	waiting   atomic.Int64 // how many wait to be taken
	now       func() time.Time
	log       *slog.Logger
	wake      chan struct{}      // there may be work
	began     atomic.Int64       // when the last round of work did, in Unix nanoseconds
	heeded    atomic.Int64       // when it was last known that nobody moves the games
	meter     *meter.Meter       // nil: nobody watches
	probe     singleflight.Group // of the store, for health
	command   func(context.Context, *gm.Master, *mailer.Sender, func() time.Time, control.Call) control.Result
}

// tick is how often it looks for what is due without having been woken.
const tick = time.Second

// maxFailures of the store, one after another, end the service: a file that has failed may have to be
// opened again. A database that does not answer is waited for. A damaged file could not be opened again: what can be done
// with it goes on until its operator has gone back to a backup.
const maxFailures = 30

// New is a service for the games of a master that is open, which goes by the clock now. Neither socket nor figures are opened
// for it; Run of this package does all that.
func New(o Options, m *gm.Master, now func() time.Time) (*Service, error) {
	c, log := o.Config, o.Log
	s := &Service{config: c, master: m, command: o.Command, draws: setup.NewDraftsman(m.Words, c, log), now: now, log: log, wake: make(chan struct{}, 1), parcels: make(chan *parcel)}
	s.reception = &Reception{Master: m, Address: c.Address, Processed: c.Processed, Identity: c.Trust.Checker(c.Address, now), Now: now}
	if err := s.open(); err != nil {
		return nil, err
	}
	var err error
	if s.sender, err = c.Sender(now, log); err != nil {
		return nil, err
	}
	s.sender.Reached = s.reached("smtp")
	s.began.Store(now().UnixNano())
	s.heeded.Store(now().UnixNano())
	if o.Clerk != nil {
		m.Clerk = o.Clerk(m, s.sender)
	}
	m.Parallel = Parallel
	m.TakenIn = s.takenIn
	m.Heard = s.heard
	return s, nil
}

// Run works until ctx ends. A step that has begun is finished first.
func (s *Service) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	if s.mailbox != nil {
		group.Go(func() error { return s.mailbox.watch(ctx, s.receive(meter.IMAP)) })
	}
	if s.listener != nil {
		group.Go(func() error { return s.listener.Watch(ctx, s.receive(meter.LMTP)) })
	}
	for range carriers {
		group.Go(func() error { return s.carry(ctx) })
	}
	group.Go(func() error { return s.work(ctx) })
	if s.config.Shared() {
		group.Go(func() error { return s.heed(ctx) })
	}
	err := group.Wait()
	_, ended := s.master.Begin(context.WithoutCancel(ctx), nil) // what has ended is not to be suspected when it starts again
	return errors.Join(err, ended, s.sender.Close())
}

// carryOut carries out a command of somebody at the command line, and sees at once to what it has made due.
func (s *Service) carryOut(ctx context.Context, c control.Call) control.Result {
	defer s.kick()
	return s.command(ctx, s.master, s.sender, s.now, c)
}

// kick has the service look at once whether anything is due.
func (s *Service) kick() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// work does what is due, and looks again when it is woken or a tick has passed.
func (s *Service) work(ctx context.Context) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for failures := 0; ; {
		n, err := s.round(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			s.log.Error("the store fails", "error", err)
			if failures++; failures >= maxFailures && !s.config.Shared() && !errors.Is(err, store.ErrDamaged) {
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

// round does what is due now.
func (s *Service) round(ctx context.Context) (int, error) {
	s.began.Store(s.now().UnixNano())
	if err := s.ours(ctx); err != nil {
		return 0, err
	}
	if s.mailbox != nil {
		if err := s.mailbox.refresh(ctx); err != nil {
			return 0, err
		}
	}
	return s.master.Work(ctx, s.now(), s.send)
}

// heed ends the service when somebody moves its games to another store, for which a move gives it a minute.
func (s *Service) heed(ctx context.Context) error {
	ticker := time.NewTicker(heedEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		away := (*transfer.Away)(nil)
		if errors.As(s.ask(ctx), &away) { // if that can't be said, whoever does the work says why
			return &refusal.Error{Text: away.Error()}
		}
	}
}

// heedEvery is how often it is asked whether somebody moves the games.
const heedEvery = time.Minute

// ask returns an error if somebody moves the games, or has.
func (s *Service) ask(ctx context.Context) error {
	asked := s.now()
	err := transfer.Barred(ctx, s.master.Store)
	if err == nil {
		s.heeded.Store(asked.UnixNano())
	}
	return err
}

// ours is ask for a process that has not been told for longer than it should that the games are where they were. One that was
// stopped for a while asks before it does anything else: they may be played at another place by now.
func (s *Service) ours(ctx context.Context) error {
	if !s.config.Shared() || s.now().Sub(at(s.heeded.Load())) < heedEvery*5/4 {
		return nil
	}
	return s.ask(ctx)
}
