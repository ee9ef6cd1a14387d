package main

import (
	"bytes"
	"context"
	"io"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/files"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/templates"
)

func newCalendar(d *console) *cobra.Command {
	var player, out string
	cmd := &cobra.Command{
		Use:   "calendar [GAME ...]",
		Short: "Write the deadlines of all games as a calendar file",
		Long: `calendar writes the deadlines of all running games, or of those that you name, as a calendar (iCalendar,
RFC 5545): to standard output, or into a file that calendar programs can subscribe to. When the file is written again,
the event of a game moves with its deadline. It is meant for you alone, since in some games the time of a deadline tells
who is asked.

With --player it contains what that player is asked, and nothing that their letters do not tell. Its events replace
those that come with the letters.

With calendar = "deadlines.ics" in the configuration, gm serve keeps such a file of all games up to date.`,
		Example: "  gm calendar\n  gm calendar dm1 --out dm1.ics\n  gm calendar --player ann@example.org --out ann.ics",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out != "" {
				return d.calendarInto(cmd, args, player, out)
			}
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				a, err := agendaOf(ctx, m, player, args)
				if err == nil {
					// without changing the line ends that the format requires
					_, err = io.WriteString(cmd.OutOrStdout(), a.File(d.now()))
				}
				return err
			})
		},
	}
	cmd.Flags().StringVar(&player, "player", "", "the address of a player whose deadlines these are")
	cmd.Flags().StringVar(&out, "out", "", "the .ics file to write; without it, standard output")
	return cmd
}

// agendaOf returns the deadlines of a player, or all if player is "".
func agendaOf(ctx context.Context, m *gm.Master, player string, games []string) (templates.Agenda, error) {
	if player != "" {
		return site.AgendaFor(ctx, m, player, games...)
	}
	return site.AgendaOf(ctx, m, games...)
}

// calendarInto writes a calendar to a file on the user's side.
func (d *console) calendarInto(cmd *cobra.Command, games []string, player, out string) error {
	if d.mail {
		return &refusal.Error{Text: "By mail a calendar is sent as text, not written to a file; leave out --out."}
	}
	if err := files.Calendar.MayWrite(out, d.config); err != nil {
		return err
	}
	args := append([]string{"calendar"}, games...)
	said, err := d.said(cmd, append(args, "--player="+player)...)
	if err != nil {
		return err
	}
	if err := files.Calendar.Write(out, d.config, []byte(said)); err != nil {
		return err
	}
	n := bytes.Count([]byte(said), []byte("BEGIN:VEVENT"))
	printf(cmd.OutOrStdout(), "Wrote %s to %s.\n", amount.Count(n, "deadline", "deadlines"), out)
	return nil
}
