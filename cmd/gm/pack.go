package main

import (
	"github.com/spf13/cobra"

	"deaddrop/gm/files"
	"deaddrop/gm/refusal"
)

func newPack() *cobra.Command {
	return &cobra.Command{
		Use:   "pack TITLE [FILE]",
		Short: "Print the house edition of a board and its cards, or check another",
		Long: `pack prints the house edition of a title whose printed board and cards are not public: its head explains
how to type in those that you own. With FILE it says whether that edition is whole, or names all that is missing in it
or can't be right. gm new --pack plays with it.`,
		Example: "  gm pack decatur > mine.toml\n  gm pack decatur mine.toml\n  gm pack successors > other.toml",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			rules, err := titleNamed(args[0])
			if err != nil {
				return err
			}
			if rules.House == nil {
				_, err := rules.DescribePack(nil)
				return &refusal.Error{Text: err.Error() + "."}
			}
			out := cmd.OutOrStdout()
			if len(args) == 1 {
				printf(out, "%s", rules.House)
				return nil
			}
			text, err := files.Read(args[1], maxFile)
			if err != nil {
				return unread(args[1], "gm pack "+args[0]+" > "+args[1]+
					" writes the house edition there, to be changed.", err)
			}
			about, err := rules.DescribePack(text)
			if err != nil {
				return &refusal.Error{Text: err.Error() + "."}
			}
			printf(out, "%s is whole, and %s can be played with it.\n%s.\n", args[1], rules.Title, about)
			return nil
		},
	}
}
