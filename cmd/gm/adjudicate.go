package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/diplomacy/jsonl"
)

func newAdjudicate(*console) *cobra.Command {
	var rules, board string
	var explain, list bool
	cmd := &cobra.Command{
		Use:   "adjudicate [FILE.jsonl]",
		Short: "Resolve Diplomacy positions, one line of JSON each",
		Long: `adjudicate reads phases of Diplomacy as lines of JSON, from a file or else from its input, and prints a
line with the outcome of each, in the same order. It needs no configuration and touches no game. A phase is such as

  {"phase":"S1901M",
   "units":[{"power":"FRANCE","type":"A","loc":"PAR"},{"power":"GERMANY","type":"A","loc":"MUN"}],
   "orders":["FRANCE A PAR - BUR","GERMANY A MUN - BUR"]}

on one line: S1901M for moves, F1901R for retreats, W1901A for adjustments. Orders are H, - BUR, - BUR VIA, S MAR, S
MAR - BUR, C LON - BEL, R GAS, D, B and WAIVE, in words separated by spaces, with the codes of map spaces only.
"dislodged", "contested" and "supply_centers" stand beside where they matter. The outcome has "results", "reasons",
"next_units", "next_dislodged", "next_contested", "retreats", "next_supply_centers" and "next_phase". A line that
can't be read gives an "error" with its number, the other lines are still resolved, and the command does not fail.
Where the sources are, ` + "`go doc ./adjudicator/diplomacy/jsonl`" + ` explains the whole format.

The rules are those that DATC 3.0 prefers, except for several orders to one unit: the last legal one counts (4.D.3),
as with the judges by mail. --rules takes the name of other rules and then single choices by their DATC numbers, such
as --rules 1982,4.A.3=via; --list-rules lists them all. --explain adds the reasoning in words; it reveals the orders
of all powers.`,
		Example: `  gm adjudicate --explain examples/opening.jsonl
  gm adjudicate --rules webdiplomacy games.jsonl > results.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				return listRules(cmd.OutOrStdout())
			}
			o := jsonl.Options{Explain: explain}
			var err error
			if o.Board, err = boardOf(board); err != nil {
				return err
			}
			if o.Rules, err = diplomacy.ParseRules(rules); err != nil {
				return err
			}
			in := cmd.InOrStdin()
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return unread(args[0],
						"examples/opening.jsonl is such a file; without one, standard input is read.", err)
				}
				defer file.Close()
				in = file
			}
			return jsonl.Run(cmd.Context(), in, cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().StringVar(&rules, "rules", "", "the rules: names and DATC numbers, see --list-rules")
	cmd.Flags().StringVar(&board, "board", "standard", "the board: "+strings.Join(diplomacy.BoardNames(), ", ")+
		", or a .toml file")
	cmd.Flags().BoolVar(&explain, "explain", false, "say in words how each outcome came about")
	cmd.Flags().BoolVar(&list, "list-rules", false, "list all rules, and do nothing else")
	return cmd
}

// boardOf returns a board by its name in the program, or from a file.
func boardOf(name string) (*diplomacy.Board, error) {
	if strings.HasSuffix(name, ".toml") {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, unread(name, "Boards that need none are "+strings.Join(diplomacy.BoardNames(), ", ")+".", err)
		}
		b, err := diplomacy.ParseBoard(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return b, nil
	}
	if b := diplomacy.BoardNamed(name); b != nil {
		return b, nil
	}
	return nil, fmt.Errorf("there is no board %q; the boards are %s; your own board is the path of a .toml file", name,
		strings.Join(diplomacy.BoardNames(), ", "))
}

// listRules prints the issues with their choices, the preferred one first, and the named rule sets.
func listRules(w io.Writer) error {
	b := bufio.NewWriter(w)
	printf(b, "The issues of DATC chapter 4, each with its choices. The first is the one in force without --rules, "+
		"and the\none that DATC 3.0 prefers (except for 4.D.3, where that is hold).\n\n")
	for i := range diplomacy.Issues() {
		printf(b, "%-15s %s\n%15s %s\n", i.Number(), strings.Join(i.Choices(), ", "), "", i.About())
	}
	printf(b, "\nWithout a choice: 4.B.7 (a fleet must name its coast to be built), 4.D.7 (builds may be "+
		"waived), 4.E.3 to 4.E.5\n(orders are written out), and what is up to whoever gathers the orders: 4.D.1, "+
		"4.D.2, 4.E.2, 4.E.6.\n")
	printf(b, "\nNamed rules; every other choice is the first one:\n\n")
	for name, choices := range diplomacy.RuleSets() {
		if choices == "" {
			choices = "nothing else"
		}
		printf(b, "%-15s %s\n", name, choices)
	}
	return b.Flush()
}
