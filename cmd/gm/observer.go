package main

import (
	"io"

	"github.com/spf13/cobra"

	"deaddrop/gm/amount"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
)

func newObserver(d *console) *cobra.Command {
	return d.addresses(&cobra.Command{
		Use:   "observer GAME [add|remove|set ADDRESS ...]",
		Short: "List who watches a game, or change the list",
		Long: `observer lists who watches a game. An observer has no seat. With each report they get what the rules make
public, and press to all; they never get what is for one player alone, nor press to all but some. They can write to
you, and not to the players, who are not told who watches. Nothing in the game waits for them.

A game can be watched only if you allow it, and its players are told so: gm press-rules GAME observe=gm lets you admit
people with this command, and observe=mail also admits everybody who writes OBSERVE and the game's name, and confirms
it by an answer.

add and remove change the list, set puts those addresses on it and no others. Everybody who is added or removed gets a
letter.`,
		Example: "  gm press-rules dm1 observe=mail\n  gm observer dm1 add hal@example.org\n  gm observer dm1\n" +
			"  gm observer dm1 remove hal@example.org",
	}, (*desk.Operator).Observer, "Nobody watches %s.", func(w io.Writer, o inspect.Overview) any {
		listObservers(w, o)
		return array(o.Observers)
	})
}

// listObservers prints the observers of a game.
func listObservers(w io.Writer, o inspect.Overview) {
	for _, who := range o.Observers {
		what := "watches since " + who.At.Format(amount.Moment)
		if who.Confirmed.IsZero() {
			what = "asked to watch, not confirmed yet"
		}
		printf(w, "  observer   %-28s %s\n", who.Address, what)
	}
}
