package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
)

func newSwitch(d *console) *cobra.Command {
	return d.orShows(d.acts(&cobra.Command{
		Use:   "switch GAME [RULING=VALUE ...]",
		Short: "Change or show the rulings of a running game",
		Long: `switch changes rulings from the current phase on: every player gets a letter that says which. What is on
file is read again with the new rulings, and players who lose a line through that are told. gm rulings lists all
rulings.`,
		Example: "  gm switch dm1 db=before\n  gm switch dm1",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		values, err := chosenRules(args[1:], "ruling", "db=before")
		if err != nil {
			return err
		}
		return at.Switch(ctx, d.now(), args[0], values)
	}), func(o inspect.Overview) (string, any) { return listRulings(o), array(o.Rulings) })
}

func newRulings() *cobra.Command {
	var asJSON bool
	return jsonFlag(&cobra.Command{
		Use:   "rulings TITLE",
		Short: "List the rulings of a title that a game master may change",
		Long: `rulings lists the rulings of a title: for each its values (the default first) and what they mean, the
number of its rule, and what a value other than the default tells players. gm new --rule and gm switch change them.`,
		Example: "  gm rulings deadman",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := titleNamed(args[0])
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return encode(out, array(r.Options))
			}
			printf(out, "%s\n", r.Title)
			for _, o := range r.Options {
				printf(out, "\n%s=%s  (%s)\n    %s\n", o.Name, strings.Join(o.Values, "|"), o.Rule, o.Doc)
				for i, value := range o.Values {
					printf(out, "    %s: %s\n", value, o.Means[i])
				}
				if o.Tells != "" {
					printf(out, "    A value other than %s tells players: %s.\n", o.Values[0], o.Tells)
				}
			}
			return nil
		},
	}, &asJSON)
}
