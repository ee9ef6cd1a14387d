package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm/demo"
)

func newDemo(d *console) *cobra.Command {
	var o demo.Options
	cmd := &cobra.Command{
		Use:   "demo [TITLE]",
		Short: "Watch robots play a game by real mail",
		Long: `demo opens a post office within this program, with real IMAP and SMTP servers that only this machine can
reach, and plays a game in it. The players are robots that do nothing but read and write mail; the service is the same
as in gm serve. demo prints what happens, and leaves the letters, the chronicle and the game in a directory.

    gm demo            seven robots play Deadman Diplomacy until one of them has 18 centres, or until they agree on a
                       draw in the last Fall
    gm demo diplomacy  the same with an open board
    gm demo decatur    two to seven robots play Decatur
    gm demo successors three or four robots play Successors
    gm demo dishonest  four to seven robots play Dishonest Decade
    gm demo dealers    three to five robots play Dealers in Hope`,
		Example: `  gm demo --years 1 --dir letters
  gm demo diplomacy --years 1 --dir open
  gm demo decatur --players 2 --dir more
  gm demo successors --players 4
  gm demo dishonest --players 4
  gm demo dealers --players 3`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if o.Game, err = robotsOf(strings.Join(append(args, deadman.Rules.Name)[:1], "")); err != nil {
				return err
			}
			players := cmd.Flags().Changed("players")
			switch {
			case d.master != nil:
				return errors.New("gm demo can't run inside gm serve")
			case o.Years < 1 || o.Years > 100:
				return fmt.Errorf("a demo takes 1 to 100 years, not %d", o.Years)
			case players && (o.Players < 2 || o.Players > 7):
				return fmt.Errorf("a demo takes 2 to 7 players, not %d", o.Players)
			case !players:
				o.Players = 0
			}
			if o.Dir == "" {
				if o.Dir, err = os.MkdirTemp("", "deaddrop-demo-"); err != nil {
					return err
				}
			}
			o.Titles, o.Out, o.Now = titles(), harmlessText{cmd.OutOrStdout()}, d.now
			o.Program = calledAs(os.Executable())
			return demo.Run(cmd.Context(), o)
		},
	}
	cmd.Flags().IntVar(&o.Years, "years", 2, "game years after which the robots vote for a draw (deadman, diplomacy)")
	cmd.Flags().IntVar(&o.Players, "players", 3, "how many robots play (decatur, successors, dishonest, dealers)")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "the random seed, for the robots and for the game")
	cmd.Flags().StringVar(&o.Dir, "dir", "",
		"the directory for everything that is made, new or empty (default: a temporary one)")
	return cmd
}

// calledAs returns the command by which people run this program, from the path of its file. For go run, which puts
// the file into a temporary directory, that is "go run ./cmd/gm".
func calledAs(path string, err error) string {
	if err == nil && strings.Contains(path, "go-build") {
		return "go run ./cmd/gm"
	}
	return "gm"
}
