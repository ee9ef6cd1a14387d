package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"deaddrop/gm"
	"deaddrop/gm/meter"
	"deaddrop/gm/refusal"
)

func newServe(d *desk) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Run the games: read the mailbox, resolve turns, send letters",
		Long: `serve reads the mailbox of the configuration, answers players, resolves turns when their time has come or
everybody is in, and sends the letters, until it is interrupted. It may be killed at any time: no
letter is lost and none takes effect twice. The other commands work while it runs.

With store = "postgres://..." in the configuration it may run on any number of machines at once, each with the same
configuration. They share the work: one reads the mailbox, and another takes that over when it is not heard of for half a
minute; deadlines and letters are done by whoever comes first. All go by the clock of the database. A second one on the same
machine needs a configuration in another directory.`,
		Example: "  gm serve\n  gm -c club.toml serve",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := readConfig(d.config)
			if err != nil {
				return err
			}
			if d.master != nil || serving(c) {
				return &refusal.Error{Text: "gm serve runs already, for the games in " + c.games() + ". The other commands work beside it."}
			}
			log := c.logger(cmd.ErrOrStderr())
			err = serve(cmd.Context(), c, d, log)
			if err == nil || c.Log.Format != "json" {
				return err
			}
			var why strings.Builder // who reads the log is a program, also of its last line
			complain(&why, err)
			log.Error("gm serve can't go on", "error", strings.TrimSpace(why.String()))
			return errSaid
		},
	}
}

// serve runs a service until ctx ends.
func serve(ctx context.Context, c config, d *desk, log *slog.Logger) (err error) {
	here, err := enter(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, here.leave()) }()
	if !c.begun() {
		log.Info("there were no games so far; a new file is begun", "file", c.Data)
	}
	nobody := func() (bool, error) { return false, nil } // serves, as this process could enter; a command may be at the games
	m, err := openUnlessServing(ctx, patience, nobody, func() (*gm.Master, error) { return open(c, log) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Store.Close()) }()
	if c.shared() {
		m.Process = here.name
	}
	clock, games := &siteClock{own: d.now}, m.Store
	if err := clock.follow(ctx, games, log); err != nil {
		return err
	}
	var counts *meter.Meter
	if c.Metrics.Listen != "" {
		counts = newMeter(m, clock.now)
	}
	s, err := newService(c, m, clock.now, log)
	if err != nil {
		return err
	}
	s.meter = counts
	for _, f := range c.private(d.config) {
		if f.exposed() {
			log.Warn("others on this machine can read or change what is secret; chmod 600 that file", "file", f.path)
		}
	}
	socket, err := listen(c)
	if err != nil {
		return fmt.Errorf("listening for commands: %w", err)
	}
	var figures net.Listener
	if s.meter != nil {
		if figures, err = c.Metrics.listen(); err != nil {
			return errors.Join(fmt.Errorf("listening for who asks for figures: %w", err), socket.Close())
		}
	}
	log.Info("serving", "address", c.Address, "games", c.games(), "program", version())
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.run(ctx) })
	group.Go(func() error { return clock.run(ctx, games, log) })
	group.Go(func() error { return answer(ctx, socket, s, clock.now) })
	if figures != nil {
		group.Go(func() error { return s.observe(ctx, figures) })
		group.Go(func() error { return s.tally(ctx) })
	}
	err = group.Wait()
	log.Info("serving has ended", "address", c.Address)
	return err
}
