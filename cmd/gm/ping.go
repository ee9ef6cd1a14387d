package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve/control"
)

// pingTime is the time limit for a service to answer a ping.
const pingTime = 10 * time.Second

// newPing returns the command gm ping, which checks whether the service is running, for health checks of containers
// and the like.
func newPing(d *console) *cobra.Command {
	return &cobra.Command{
		Use:   "ping",
		Short: "Ask whether gm serve runs",
		Long: `ping asks whether gm serve runs on the games of this configuration, and takes commands. If it does, ping prints nothing
and ends with 0; else it says why, and ends with 1. It is for health checks; gm doctor looks at everything.`,
		Example: "  gm ping",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if d.master != nil {
				return nil // this code runs in the service, so the service answers
			}
			c, err := config.Read(d.config)
			if err != nil {
				return err
			}
			_, runs, err := control.Ask(cmd.Context(), c.Socket(), control.Call{Args: []string{"ping"}}, pingTime, nil)
			if hung := (*control.HungError)(nil); errors.As(err, &hung) {
				return &refusal.Error{Text: hung.Error() + "."}
			}
			if err == nil && !runs {
				return &refusal.Error{Text: "gm serve does not run."}
			}
			return err
		},
	}
}
