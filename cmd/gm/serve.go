package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"deaddrop/gm"
)

func newServe(d *desk) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Run the games: read the mailbox, resolve turns, send letters",
		Long: `serve reads the mailbox of the configuration, answers players, resolves turns when their time has come or
everybody is in, and sends the letters, until it is interrupted. It may be killed at any time: no
letter is lost and none takes effect twice. The other commands work while it runs.`,
		Example: "  gm serve\n  gm -c club.toml serve",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := readConfig(d.config)
			if err != nil {
				return err
			}
			if d.master != nil || serving(c) {
				return &gm.Refusal{Text: "gm serve runs already, for the games in " + c.Data + ". The other commands work beside it."}
			}
			return serve(cmd.Context(), c, d, slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)))
		},
	}
}

// serve runs a service until ctx ends.
func serve(ctx context.Context, c config, d *desk, log *slog.Logger) (err error) {
	m, err := open(c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Store.Close()) }()
	s, err := newService(c, m, d.now, log)
	if err != nil {
		return err
	}
	for _, f := range c.private(d.config) {
		if f.exposed() {
			log.Warn("others on this machine can read or change what is secret; chmod 600 that file", "file", f.path)
		}
	}
	socket, err := listen(c)
	if err != nil {
		return fmt.Errorf("listening for commands: %w", err)
	}
	log.Info("serving", "address", c.Address, "games", c.Data)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.run(ctx) })
	group.Go(func() error { return answer(ctx, socket, s, d.now) })
	return group.Wait()
}
