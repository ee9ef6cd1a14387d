package main

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/gm/config"
	"deaddrop/gm/files"
	"deaddrop/gm/refusal"
	"deaddrop/gm/setup"
)

func newPack(d *console) *cobra.Command {
	var out string
	var players int
	cmd := &cobra.Command{
		Use:   "pack TITLE [FILE]",
		Short: "Print the house edition of a board and its cards, or check another",
		Long: `pack prints the house edition of a title whose printed board and cards are not public: the head of it
explains how to type in those that you own. With FILE it says whether that edition is complete and how its board is
drawn, or lists what is missing or wrong in it, with line numbers. --picture draws the board at the beginning of a
game, into OUT.png or OUT.svg. gm new --pack plays with it.`,
		Example: "  gm pack decatur > mine.toml\n  gm pack decatur mine.toml\n" +
			"  gm pack decatur mine.toml --picture board.png",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			rules, err := titleNamed(args[0])
			if err != nil {
				return err
			}
			if rules.House == nil {
				_, err := rules.DescribePack(nil)
				return &refusal.Error{Text: err.Error() + "."}
			}
			if len(args) == 1 && out == "" {
				printf(cmd.OutOrStdout(), "%s", rules.House)
				return nil
			}
			text := rules.House
			if len(args) == 2 {
				if text, err = files.Read(args[1], maxFile); err != nil {
					return unread(args[1], "gm pack "+args[0]+" > "+args[1]+
						" writes the house edition there, to be changed.", err)
				}
			}
			about, err := rules.DescribePack(text)
			if err != nil {
				return &refusal.Error{Text: err.Error() + "."}
			}
			if len(args) == 2 {
				printf(cmd.OutOrStdout(), "%s is whole, and %s can be played with it.\n%s.\n", args[1], rules.Title, about)
				if doubts := pack.Doubts(rules.House, text); len(doubts) > 0 {
					printf(cmd.OutOrStdout(), "Check this again:\n  %s\n", strings.Join(doubts, "\n  "))
				}
			}
			return d.packPictures(cmd, rules, text, out, players)
		},
	}
	cmd.Flags().StringVar(&out, "picture", "", "draw the board at the beginning of a game into OUT.png or OUT.svg")
	cmd.Flags().IntVar(&players, "players", 0, "the number of players (the fewest that can play)")
	return cmd
}

// packPictures prints how the boards of an edition are drawn, and draws one of them to a file if a file is named.
func (d *console) packPictures(cmd *cobra.Command, rules *adjudicator.Rules, text []byte, out string,
	players int) error {
	if out != "" && !slices.Contains([]string{".png", ".svg"}, filepath.Ext(out)) {
		return &refusal.Error{Text: "A picture is drawn into a file whose name ends with .png or .svg."}
	}
	words, err := d.wording()
	if err != nil {
		return err
	}
	draws := setup.NewDraftsman(words, config.Config{}, slog.New(slog.DiscardHandler))
	all, err := boardsOf(rules, text)
	if err != nil {
		return err
	}
	for i, o := range all {
		if len(all) == 1 {
			o.board = ""
		}
		said, err := o.drawn(draws)
		if err != nil {
			return err
		}
		printf(cmd.OutOrStdout(), "%s\n", said)
		if players == 0 && i == 0 || slices.Contains(o.players, players) {
			if err := d.drawOpening(cmd, draws, o, out); err != nil {
				return err
			}
		}
	}
	return nil
}
