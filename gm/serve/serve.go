// Package serve is the service started by gm serve. It reads the mailbox or listens for a mail server, passes letters
// to the game master, does what is due, and sends letters, until it is told to stop. It may be killed at any time.
//
// A Doorkeeper determines who wrote a letter. If several machines share a mailbox, only one of them reads it. Metrics
// and health are available over HTTP, and commands arrive over the socket of package control. Package gm decides what
// happens to a letter and what is due; callers provide the commands; and package mailer handles the mail itself.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/meter"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/gm/site"
	"deaddrop/mailer"
)

// Options configure a service.
type Options struct {
	Config  config.Config
	Path    string // path of the configuration, which may contain a password
	Rules   []*adjudicator.Rules
	Robots  []robots.Game    // titles that robots can play
	Program string           // version of the program, for the log
	Now     func() time.Time // this machine's clock
	Log     *slog.Logger
	// Clerk returns the runner for commands that game masters send by mail; it gets the service's sender. If Clerk is
	// nil, such commands are not carried out.
	Clerk   func(*gm.Master, *mailer.Sender) gm.CommandRunner
	Command Command
}

// Run serves the games of a configuration until ctx ends. It returns a refusal while another process on this machine
// serves them.
func Run(ctx context.Context, o Options) (err error) {
	c, log := o.Config, o.Log
	if err := setup.CheckBegun(ctx, c); err != nil { // checked before a directory is created
		return err
	}
	here, err := lockGames(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, here.release()) }()
	// No other process serves these games, since this one has got the lock; but a command may have them open.
	nobody := func() (bool, error) { return false, nil }
	m, err := setup.OpenUnlessServing(ctx, setup.Patience, nobody,
		func() (*gm.Master, error) { return setup.Open(c, o.Rules, log) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Store.Close()) }()
	m.Robots = o.Robots
	if c.Shared() {
		m.Process = here.name
	}
	clock := &setup.Clock{Own: o.Now}
	if err := clock.Follow(ctx, m.Store, log); err != nil {
		return err
	}
	var counts *meter.Meter
	if c.Metrics.Listen != "" {
		counts = newMeter(m, clock.Now)
	}
	s, err := New(o, m, clock.Now)
	if err != nil {
		return err
	}
	s.meter = counts
	for _, f := range c.PrivateFiles(o.Path) {
		if f.Exposed() {
			log.Warn("others on this machine can read or change what is secret; chmod 600 that file", "file", f.Path)
		}
	}
	socket, err := control.Listen(c.Socket())
	if err != nil {
		return fmt.Errorf("listening for commands: %w", err)
	}
	var figures net.Listener
	if s.meter != nil {
		if figures, err = c.Metrics.Open(); err != nil {
			return errors.Join(fmt.Errorf("listening for requests for metrics: %w", err), socket.Close())
		}
	}
	if err := site.KeepDigest(context.WithoutCancel(ctx), m, clock.Now()); err != nil {
		return errors.Join(err, socket.Close())
	}
	log.Info("serving", "address", c.Address, "games", c.Games(), "program", o.Program)
	err = s.runAll(ctx, o.Path, clock, socket, figures)
	m.Notices.Wait()
	log.Info("serving has ended", "address", c.Address)
	return err
}

// runAll runs everything that a service does until ctx ends; figures is nil if nobody asks for metrics.
func (s *Service) runAll(ctx context.Context, settings string, clock *setup.Clock, socket, figures net.Listener) error {
	c := s.config
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.Run(ctx) })
	group.Go(func() error { return clock.Run(ctx, s.master.Store, s.log) })
	group.Go(func() error { return control.Serve(ctx, socket, s.log, s.carryOut) })
	group.Go(func() error { return s.feed(ctx, managerOf(os.Getenv)) })
	group.Go(func() error { return stayLean(ctx) })
	if c.Calendar != "" {
		group.Go(func() error { return s.keepCalendar(ctx, settings) })
	}
	if c.Site.Dir != "" {
		group.Go(func() error { return s.keepPages(ctx) })
	}
	if figures != nil {
		group.Go(func() error { return s.observe(ctx, figures) })
		group.Go(func() error { return s.tally(ctx) })
	}
	return group.Wait()
}

// New returns a service for the games of an open master, with the clock now. It opens neither the socket nor the
// metrics; the function Run does all that.
func New(o Options, m *gm.Master, now func() time.Time) (*Service, error) {
	c, log := o.Config, o.Log
	s := &Service{config: c, master: m, command: o.Command, draws: setup.NewDraftsman(m.Words, c, log), now: now,
		log: log, wake: make(chan struct{}, 1), parcels: make(chan *outgoing)}
	s.door = &Doorkeeper{Master: m, Address: c.Address, Processed: c.Processed,
		Identity: c.Trust.Checker(c.Address, now), Now: now}
	if err := s.open(); err != nil {
		return nil, err
	}
	var err error
	if s.sender, err = c.Sender(now, log); err != nil {
		return nil, err
	}
	s.sender.Reached = s.reached("smtp")
	s.sentLog = sentLog{store: m.Store, sender: s.sender, now: now}
	s.began.Store(now().UnixNano())
	s.moveChecked.Store(now().UnixNano())
	if o.Clerk != nil {
		m.Commands = o.Clerk(m, s.sender)
	}
	m.Parallel = Parallel
	m.TakenIn = s.takenIn
	m.Reached = s.heard
	return s, nil
}

// Run works until ctx ends. It finishes a step that has begun.
func (s *Service) Run(ctx context.Context) error {
	if s.claim != nil {
		if err := s.claim.try(ctx); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	if s.mailbox != nil {
		group.Go(func() error {
			if err := s.claim.lay(ctx); err != nil {
				return err
			}
			group.Go(func() error { return s.claim.watch(ctx) })
			return s.mailbox.watch(ctx, s.receive(meter.IMAP))
		})
	}
	if s.listener != nil {
		group.Go(func() error { return s.listener.Watch(ctx, s.receive(meter.LMTP)) })
	}
	if s.sender.PerDay > 0 {
		switch n, err := s.sentLog.sync(ctx); {
		case err != nil:
			s.log.Warn("it is not known how many letters were sent before", "error", err)
		case n > 0:
			s.log.Info("letters of the last 24 hours count for the limit", "letters", n, "limit", s.sender.PerDay)
		}
		group.Go(func() error { return s.sentLog.saveRegularly(ctx, s.log) })
	}
	if tokens := s.config.Tokens(); tokens != nil {
		group.Go(func() error { return s.keepTokens(ctx, tokens) })
	}
	for range s.connections() {
		group.Go(func() error { return s.carry(ctx) })
	}
	group.Go(func() error { return s.work(ctx) })
	if s.config.Shared() {
		group.Go(func() error { return s.watchForMove(ctx) })
	}
	err := group.Wait()
	// Record the end of letters that were taken in completely, so that they are not suspected of a crash when the
	// service restarts.
	_, ended := s.master.Begin(context.WithoutCancel(ctx), nil)
	return errors.Join(err, ended, s.sender.Close())
}
