package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/record"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/parser"
)

func newStats(d *console) *cobra.Command {
	var asCSV bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "List all players: games, turns missed, results",
		Long: `stats lists everybody who has played here; those who missed the most turns come first. It counts running,
finished and archived games, in all titles:

  turns   phases in which the player had something to decide
  missed  turns for which nothing came and nothing was on file; rate is their share of all turns
  late    deadlines by which nothing had come, even if it came in the grace period
  left    seats that the player left before the end: ejected, resigned, replaced or taken over
  won, shared, lost
          games that were played to their end; a draw is shared by those who are in it

Turns that were taken back do not count. Of a running blind game nothing is counted except that it is running, so
nobody learns who is asked there. A second address (ALSO) counts as its player's. A seat that gm seat gave to another
address counts as another player's, unless that was their second address.

With --csv there is a line for each player and title, and one with the title "all".`,
		Example: "  gm stats\n  gm stats --csv > players.csv\n  gm stats --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
				players, unread, err := site.Players(ctx, m)
				if err != nil {
					return "", nil, err
				}
				slices.SortStableFunc(players, func(a, b record.Player) int {
					return cmp.Or(cmp.Compare(b.Rate(), a.Rate()), cmp.Compare(b.Asked, a.Asked))
				})
				if asCSV {
					text, err := playersCSV(players)
					return text, nil, err
				}
				return playersTable(players) + unreadGames(unread), array(players), nil
			})
		},
	}
	cmd.Flags().BoolVar(&asCSV, "csv", false, "as a table for spreadsheets")
	cmd.Flags().Bool("json", false, "print JSON")
	cmd.MarkFlagsMutuallyExclusive("csv", "json")
	return cmd
}

// unreadGames returns a sentence that says which games are not counted, because they can't be read.
func unreadGames(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "\nNot counted, as it can't be read: " + strings.Join(names, ", ") + ". gm doctor says more.\n"
}

// A figure is a column of the statistics.
type figure struct {
	name string
	of   func(record.Tally) string
}

// figures returns the columns in order.
func figures() []figure {
	number := func(of func(record.Tally) int) func(record.Tally) string {
		return func(t record.Tally) string { return strconv.Itoa(of(t)) }
	}
	return []figure{
		{"games", number(func(t record.Tally) int { return t.Played })},
		{"running", number(func(t record.Tally) int { return t.Running })},
		{"turns", number(func(t record.Tally) int { return t.Asked })},
		{"missed", number(func(t record.Tally) int { return t.Missed })},
		{"rate", missedRate},
		{"late", number(func(t record.Tally) int { return t.Late })},
		{"left", number(func(t record.Tally) int { return t.Ejected + t.Resigned + t.Replaced })},
		{"won", number(func(t record.Tally) int { return t.Won })},
		{"shared", number(func(t record.Tally) int { return t.Shared })},
		{"lost", number(func(t record.Tally) int { return t.Lost })},
	}
}

// missedRate returns the fraction of turns that were missed as a percentage; "-" if there were no turns.
func missedRate(t record.Tally) string {
	if t.Asked == 0 {
		return "-"
	}
	return strconv.FormatFloat(100*t.Rate(), 'f', 1, 64) + "%"
}

// playersTable returns a table of players, one per line.
func playersTable(players []record.Player) string {
	if len(players) == 0 {
		return "Nobody has played yet.\n"
	}
	t := newTable("address", "titles")
	for _, p := range players {
		var titles []string
		for _, title := range p.Titles {
			titles = append(titles, title.Rules)
		}
		t.line(p.Address, p.Tally, strings.Join(titles, ", "))
	}
	return t.String()
}

// A table is a table of text, row by row.
type table [][]string

// newTable returns a table with only its header.
func newTable(first, last string) table {
	var t table
	t.row(first, func(f figure) string { return f.name }, last)
	return t
}

func (t *table) row(first string, cell func(figure) string, last string) {
	cells := []string{first}
	for _, f := range figures() {
		cells = append(cells, cell(f))
	}
	*t = append(*t, append(cells, last))
}

func (t *table) line(first string, of record.Tally, last string) {
	t.row(first, func(f figure) string { return f.of(of) }, last)
}

// String returns the table with text aligned to the left and numbers to the right.
func (t table) String() string {
	return aligned(t, 0, func(column int) bool { return 0 < column && column < len(t[0])-1 })
}

// playersCSV returns the statistics as CSV: a row for each player and title, and one for each player in total.
func playersCSV(players []record.Player) (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	head := []string{"address", "title", "games", "running", "hidden", "turns", "missed", "late", "ejected", "resigned",
		"replaced", "won", "shared", "lost"}
	lines := [][]string{head}
	line := func(address, title string, t record.Tally) {
		cells := []string{inCell(address), title}
		for _, n := range []int{t.Played, t.Running, t.Hidden, t.Asked, t.Missed, t.Late, t.Ejected, t.Resigned,
			t.Replaced, t.Won, t.Shared, t.Lost} {
			cells = append(cells, strconv.Itoa(n))
		}
		lines = append(lines, cells)
	}
	for _, p := range players {
		line(p.Address, "all", p.Tally)
		for _, t := range p.Titles {
			line(p.Address, t.Rules, t.Tally)
		}
	}
	err := w.WriteAll(lines)
	return b.String(), err
}

// inCell returns a text in a form that a spreadsheet does not take for a formula.
func inCell(text string) string {
	if strings.ContainsAny(text[:min(1, len(text))], "=+-@") {
		return "'" + text
	}
	return text
}

func newPlayer(d *console) *cobra.Command {
	cmd := d.reads(&cobra.Command{
		Use:   "player ADDRESS",
		Short: "Show what one player has done in all games",
		Long: `player shows what the player of an address has done, by title and game by game; gm help stats says what
is counted. Which seat somebody played is shown once that game is over. forget removes the player from the statistics.`,
		Example: "  gm player ann@example.org\n  gm player ann@example.org --json",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		p, unread, err := site.PlayerAt(ctx, m, args[0])
		if err != nil {
			return "", nil, err
		}
		return playerText(p) + unreadGames(unread), p, nil
	})
	cmd.AddCommand(newForget(d), newPublicName(d))
	return cmd
}

// playerText describes a player's record.
func playerText(p record.Player) string {
	var b strings.Builder
	printf(&b, "%s", p.Address)
	if len(p.Also) > 0 {
		printf(&b, ", also %s", adjudicator.Listed(p.Also, "and"))
	}
	printf(&b, ": %s, %s, of which %d missed (%s)\n\n", amount.Count(p.Played, "game", "games"),
		amount.Count(p.Asked, "turn", "turns"), p.Missed, missedRate(p.Tally))
	t := newTable("title", "")
	for _, title := range p.Titles {
		t.line(title.Rules, title.Tally, "")
	}
	printf(&b, "%s\n", t)
	for _, g := range p.Games {
		printf(&b, "%s  %-12s %-10s %s\n", g.Since.Format("2006-01-02"), g.Game, g.Rules, seatText(g))
	}
	return b.String()
}

// seatText describes a player's record in one game.
func seatText(s record.Seat) string {
	if s.Hidden {
		return "running and blind: its turns are counted when it is over"
	}
	text := fmt.Sprintf("%s, %d missed", amount.Count(s.Asked, "turn", "turns"), s.Missed)
	if s.Late > 0 {
		text += fmt.Sprintf(", late %d times", s.Late)
	}
	switch {
	case s.Left != "":
		text += "; " + string(s.Left)
	case s.Running:
		text += "; running"
	case s.Result != "":
		text += "; " + string(s.Result)
	default:
		text += "; ended without a result"
	}
	if s.Seat != "" {
		text = string(s.Seat) + ": " + text
	}
	return text
}

func newPublicName(d *console) *cobra.Command {
	return &cobra.Command{
		Use:   "name ADDRESS [NAME]",
		Short: "Give a player a name for the public pages",
		Long: `name gives a player a name under which they appear in the standings of gm site, and beside their seats in
games that are over. Ask them first: without a name they appear on no public page. It does not change what other
players see in a game. Without NAME, the player's name is removed.`,
		Example: "  gm player name ann@example.org Ann B.\n  gm player name ann@example.org",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				name, err := publicName(args[1:])
				if err != nil {
					return err
				}
				if err := site.Rename(ctx, m, args[0], name); err != nil {
					return err
				}
				if name == "" {
					printf(cmd.OutOrStdout(), "%s is on no public page any more.\n", args[0])
					return nil
				}
				printf(cmd.OutOrStdout(), "%s is called %s on public pages.\n", args[0], name)
				return nil
			})
		},
	}
}

// publicName checks the public name that is written in some words, and refuses words that are not a name.
func publicName(words []string) (string, error) {
	name := strings.Join(words, " ")
	switch {
	case len(name) > 60:
		return "", &refusal.Error{Text: "A public name has at most 60 characters."}
	case name != parser.Plain(name) || strings.ContainsAny(name, "@<>\n\r\t"):
		return "", &refusal.Error{Text: "A public name consists of letters, digits and spaces, and is not an address."}
	}
	return name, nil
}

func newForget(d *console) *cobra.Command {
	var undo bool
	cmd := &cobra.Command{
		Use:   "forget ADDRESS",
		Short: "Remove a player from the statistics",
		Long: `forget makes gm stats, gm player and the bar at JOIN ignore all games that the player has begun up to
now, under this address or another of theirs, and those that are still running, until they end. Games that begin later
count. --undo takes it back.

It deletes nothing: the letters and addresses of a player stay in the logs of their games, which need them, in
archives and in backups. They are removed with the games.`,
		Example: "  gm player forget ann@example.org\n  gm player forget ann@example.org --undo",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				if undo {
					return unforget(ctx, m, cmd.OutOrStdout(), args[0])
				}
				p, err := site.Forget(ctx, m, d.now(), args[0])
				if err != nil {
					return err
				}
				printf(cmd.OutOrStdout(), "%s of %s no longer count. The logs of these games keep the player's letters and "+
					"address.\n", amount.Count(p.Played, "game", "games"),
					adjudicator.Listed(p.Addresses(), "and"))
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&undo, "undo", false, "count again what was left out")
	return cmd
}

// unforget makes the games of a player count again that were excluded on request.
func unforget(ctx context.Context, m *gm.Master, w io.Writer, addr string) error {
	again, err := site.Remember(ctx, m, addr)
	switch {
	case err != nil:
		return err
	case !again:
		return &refusal.Error{Text: "Nothing is forgotten about " + addr + "."}
	}
	printf(w, "What %s has done counts again.\n", addr)
	return nil
}
