package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

func newServe(d *desk) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Run the games: read the mailbox, resolve turns, send letters",
		Long: `serve reads the mailbox of the configuration, answers players, resolves turns when their time has come or
everybody is in, and sends the letters, until it is interrupted. It may be killed at any time: no
letter is lost and none takes effect twice. The other commands work while it runs.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if d.master != nil {
				return errors.New("a service is running already")
			}
			c, err := readConfig(d.config)
			if err != nil {
				return err
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
