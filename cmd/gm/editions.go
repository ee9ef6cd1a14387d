package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
)

// An origin says of a title what of it is as it was published, and what is a house edition; "" if nothing is.
type origin struct{ title, published, house string }

// origins are those of all titles.
func origins() []origin {
	return []origin{
		{"deadman", "the rules, and the board, which is that of Diplomacy", ""},
		{"diplomacy", "the rules and the board", ""},
		{"decatur", "the rules, and of the board what they and the publisher tell",
			"the rest of the board, its tables, the numbers of cards"},
		{"successors", "the rules, and of the map what they tell", "the rest of the map, the event tables, the chits"},
		{"dishonest", "the rules with all costs of units and actions, and of the board what they tell",
			"the rest of the board, the cards, the ideologies, the scenarios"},
		{"dealers", "a draft of the rules, with some names and numbers in its examples",
			"both maps, the cards, the leaders, the action board"},
	}
}

// listing has a command list the titles when nothing is said of a game, before run is asked.
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
				return &refusal.Error{Text: misused(cmd, "gm new needs to know more: a name and a title.")}
			}
		}
		return listTitles(cmd.OutOrStdout())
	}
}

// listTitles says of each title for how many it is, and what of it is published.
func listTitles(w io.Writer) error {
	printf(w, "gm new NAME TITLE starts a game of one of these titles:\n")
	for _, r := range titles() {
		i := slices.IndexFunc(origins(), func(o origin) bool { return o.title == r.Name })
		if i < 0 {
			return fmt.Errorf("nothing is known of where %s comes from", r.Name)
		}
		o := origins()[i]
		printf(w, "\n%-11s %s, %s\n    Published: %s.\n", r.Name, r.Title, forSoMany(r), o.published)
		if o.house != "" {
			printf(w, "    House edition: %s.\n", o.house)
		}
	}
	printf(w, "\nA house edition keeps all that is publicly known of a game, and makes up the rest. gm pack TITLE "+
		"prints it, to be\n"+
		"changed into your own; gm new --pack plays with that. gm new --help tells more.\n")
	return nil
}

// forSoMany is how many players a title takes, in words.
func forSoMany(r *adjudicator.Rules) string {
	if r.Min == len(r.Seats) {
		return fmt.Sprintf("%d players", r.Min)
	}
	return fmt.Sprintf("%d to %d players", r.Min, len(r.Seats))
}
