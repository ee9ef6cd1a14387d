package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"deaddrop/gm"
)

func newObserver(d *desk) *cobra.Command {
	observer := &cobra.Command{
		Use:   "observer GAME [add|remove|set ADDRESS ...]",
		Short: "List who watches a game, or change the list",
		Long: `observer lists who watches a game. An observer has no seat. With each report he gets what the rules say is public, and press to
all; never what is a player's alone, nor press to all but some. He can write to you, and not to the players, who are not told who
watches. Nothing in the game waits for him.

A game may be watched if you allow it, of which its players are told: gm press-rules GAME observe=gm has you let people in with
this command, and observe=mail also lets everybody who writes OBSERVE and the game's name, and confirms it by an answer.

add and remove change the list, set puts those addresses on it and no others. Who comes onto it or leaves it gets a letter.`,
		Example: "  gm press-rules dm1 observe=mail\n  gm observer dm1 add hal@example.org\n  gm observer dm1\n  gm observer dm1 remove hal@example.org",
	}
	d.acts(observer, func(ctx context.Context, at *gm.Desk, args []string) error {
		return at.Observer(ctx, d.now(), args[0], args[1], args[2:])
	})
	act := observer.RunE
	observer.Args = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 1, len(args) > 2 && (args[1] == gm.ObserverAdd || args[1] == gm.ObserverRemove), len(args) > 1 && args[1] == gm.ObserverSet:
			return nil
		}
		return fmt.Errorf("write gm observer GAME, or behind it add, remove or set, and addresses")
	}
	observer.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return act(cmd, args)
		}
		return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
			o, err := m.Overview(ctx, args[0])
			if err != nil {
				return err
			}
			if asJSON, err := cmd.Flags().GetBool("json"); err != nil || asJSON {
				return encode(cmd.OutOrStdout(), array(o.Observers))
			}
			if len(o.Observers) == 0 {
				printf(cmd.OutOrStdout(), "Nobody watches %s.\n", o.Name)
			}
			listObservers(cmd.OutOrStdout(), o)
			return nil
		})
	}
	return observer
}

// listObservers prints who watches a game.
func listObservers(w io.Writer, o gm.Overview) {
	for _, who := range o.Observers {
		what := "watches since " + who.At.Format(minutely)
		if who.Confirmed.IsZero() {
			what = "asked to watch, has not confirmed"
		}
		printf(w, "  observer   %-28s %s\n", who.Address, what)
	}
}
