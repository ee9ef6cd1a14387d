package main

import (
	"errors"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve"
	"deaddrop/gm/serve/control"
	"deaddrop/mailer"
)

func newServe(d *console) *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Run the games: read the mailbox, resolve turns, send letters",
		Long: `serve reads the configured mailbox, answers players, resolves turns at their deadlines or when everybody
is in, and sends the letters, until it is interrupted. It can be killed at any time: no letter is lost, and none takes
effect twice. The other commands work while it runs.

It leaves a note in the mailbox's folder for handled letters, which says whose mailbox it is. It ends with exit code 3
if that note says that the mailbox belongs to other games, or if a service with a copy of these games starts later.

With store = "postgres://..." in the configuration it may run on any number of machines at once, each with the same
configuration. They share the work: one reads the mailbox, and another takes over when it has not been heard from for
half a minute; deadlines and letters go to whichever is first. All use the clock of the database. A second one on the
same machine needs a configuration in another directory.`,
		Example: "  gm serve\n  gm -c club.toml serve",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(d.config)
			if err != nil {
				return err
			}
			if d.master != nil || control.Running(c.Socket()) {
				return &refusal.Error{Text: "gm serve is already running for the games in " + c.Games() +
					". The other commands work while it runs."}
			}
			log := c.Logger(cmd.ErrOrStderr())
			err = serve.Run(cmd.Context(), d.service(c, log))
			code := exitFailed
			if errors.Is(err, serve.ErrClaimed) {
				code = exitFaults
			}
			switch {
			case err == nil:
				return nil
			case c.Log.Format == "json":
				var why strings.Builder // with JSON logging, the last line must be JSON, too
				complain(&why, err)
				log.Error("gm serve can't go on", "error", strings.TrimSpace(why.String()))
			default:
				complain(cmd.ErrOrStderr(), err)
			}
			return &said{code}
		},
	}
}

// service returns the options for a service with this program's commands.
func (d *console) service(c config.Config, log *slog.Logger) serve.Options {
	return serve.Options{
		Config: c, Path: d.config, Rules: titles(), Robots: robotGames(), Program: version(), Now: d.now, Log: log, Command: d.carryOut,
		Clerk: func(m *gm.Master, s *mailer.Sender) gm.CommandRunner { return newClerk(m, s, d.tree) },
	}
}
