package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
)

// listing makes a command list the titles if it is run without arguments.
func listing(cmd *cobra.Command) {
	fits, run := cmd.Args, cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return fits(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return run(cmd, args)
		}
		for _, name := range []string{"player", "open"} {
			if cmd.Flags().Changed(name) {
				return misuse(cmd, "gm new needs more arguments: a name and a title.")
			}
		}
		return listTitles(cmd.OutOrStdout())
	}
}

// listTitles prints for each title how many players it takes, and which parts of it are published.
func listTitles(w io.Writer) error {
	printf(w, "gm new NAME TITLE starts a game of one of these titles:\n")
	for _, r := range titles() {
		printf(w, "\n%-11s %s, %s\n", r.Name, r.Title, forSoMany(r))
		if r.Published != "" {
			printf(w, "    Published: %s.\n", r.Published)
		}
		if r.Invented != "" {
			printf(w, "    House edition: %s.\n", r.Invented)
		}
	}
	printf(w, "\nA house edition keeps all that is publicly known of a game, and makes up the rest. gm pack TITLE "+
		"prints it, to be\n"+
		"changed into your own; gm new --pack plays with that. gm new --help tells more.\n")
	return nil
}

// forSoMany returns the number of players that a title takes, in words.
func forSoMany(r *adjudicator.Rules) string {
	if r.Min == len(r.Seats) {
		return fmt.Sprintf("%d players", r.Min)
	}
	return fmt.Sprintf("%d to %d players", r.Min, len(r.Seats))
}
