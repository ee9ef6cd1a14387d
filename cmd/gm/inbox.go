package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/parser"
)

func newInbox(d *console) *cobra.Command {
	var asJSON bool
	inbox := &cobra.Command{
		Use:   "inbox [GAME ...]",
		Short: "List what needs your attention: held letters, failures, missing orders",
		Long: `inbox lists what needs your attention, in all games or in those that you name; lobby stands for what
belongs to no game. First come the items that wait for you, each with a name such as dm1/45:

- letters from strangers, and from machines: vacation notes, bounced mail
- letters that can't be proved to be from the player they name; that player was asked, and can confirm with one word
- letters on which the program failed, and addresses that it no longer writes to

Only a limited number of letters from strangers is listed each day; one line counts the others, which stay in the
mailbox. Everything else is listed.

gm inbox show shows an item, gm inbox accept takes in a letter that was put aside, gm inbox done marks an item as
done, and gm inbox reopen puts it back. Then comes what can be seen from the games: questions that wait for you, near
deadlines with the players who are not in, games that are held, games in which nothing has happened for days (paused,
waiting for you, or deserted; of those you also get a letter now and then), letters that could not be sent.`,
		Example: "  gm inbox\n  gm inbox dm1 lobby\n  gm inbox --json",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, games []string) error {
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				if err := noItems(games); err != nil {
					return err
				}
				items, err := desk.Inbox(ctx, m, games...)
				if err != nil {
					return orCommand(cmd, games, err)
				}
				chores, err := site.Todos(ctx, m, d.now(), games...)
				if err != nil {
					return err
				}
				if asJSON {
					return encode(cmd.OutOrStdout(), struct {
						Waits  []inboxItem
						Chores []site.Todo
					}{nameAll(items), array(chores)})
				}
				listInbox(cmd.OutOrStdout(), items, chores, games, d.width)
				return nil
			})
		},
	}
	jsonFlag(inbox, &asJSON).AddCommand(
		newInboxShow(d),
		newInboxDone(d),
		d.newAccept(),
		d.newReopenItem(),
		formerly("release NAME ...", d.newAccept()),
	)
	return inbox
}

func newInboxShow(d *console) *cobra.Command {
	var asJSON bool
	return jsonFlag(&cobra.Command{Use: "show NAME", Short: "Show an item in full", Example: "  gm inbox show dm1/45",
		Args: cobra.ExactArgs(1), RunE: func(cmd *cobra.Command, args []string) error {
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				it, err := desk.Item(ctx, m, args[0])
				switch {
				case err != nil:
					return err
				case asJSON:
					return encode(cmd.OutOrStdout(), nameAll([]game.Item{it})[0])
				}
				showItem(cmd.OutOrStdout(), it)
				return nil
			})
		}}, &asJSON)
}

// namesItems marks commands whose arguments are inbox items, or games that stand for all of their items.
const namesItems = "names items"

// newInboxDone returns the command gm inbox done.
func newInboxDone(d *console) *cobra.Command {
	var older time.Duration
	cmd := marked(namesItems, &cobra.Command{
		Use:   "done NAME ... | GAME ... | lobby | all",
		Short: "Mark items as done",
		Long: `done takes items off the list of gm inbox: those that you name, all of a game, all of the lobby, or all.
With --older 7d it takes only what has waited for a week, in all games unless you name some. The log keeps the items,
and gm inbox reopen puts them back. Items that you deal with by gm absence, gm seat, gm observer and the like go off the
list by themselves.`,
		Example: "  gm inbox done dm1/45",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !cmd.Flags().Changed("older") {
				return errors.New("inbox done needs the names of items or games, or all")
			}
			return nil
		},
	})
	d.actsOn(cmd, func(ctx context.Context, m *gm.Master, args []string) ([][]string, error) {
		return itemsNamed(ctx, m, args, d.now().Add(-older))
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Done(ctx, d.now(), args[1:]...)
	})
	cmd.Flags().Var(span{&older}, "older", "only items that have waited at least this long, such as 7d")
	return cmd
}

// itemsNamed expands arguments into lists of open inbox items, one list per game or lobby: items that are named, and
// those of named games or the lobby that came before a time. Each list begins with the name of the game or lobby.
func itemsNamed(ctx context.Context, m *gm.Master, args []string, before time.Time) ([][]string, error) {
	var out [][]string
	add := func(ref string) {
		where := ref[:max(0, strings.LastIndex(ref, "/"))]
		i := slices.IndexFunc(out, func(some []string) bool { return some[0] == where })
		if i < 0 {
			i, out = len(out), append(out, []string{where})
		}
		out[i] = append(out[i], ref)
	}
	var of []string
	all := len(args) == 0
	for _, arg := range args {
		switch {
		case strings.Contains(arg, "/"):
			add(arg)
		case arg == "all":
			all = true
		default:
			of = append(of, arg)
		}
	}
	if all {
		of = nil
	}
	if all || len(of) > 0 {
		items, err := desk.Inbox(ctx, m, of...)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			if !it.At.After(before) && !slices.Contains(args, it.Ref) {
				add(it.Ref)
			}
		}
	}
	if len(out) == 0 {
		return nil, &refusal.Error{Text: "Nothing like that is waiting for you."}
	}
	return out, nil
}

// newAccept returns the command gm inbox accept.
func (d *console) newAccept() *cobra.Command {
	return d.onItems("accept NAME ...", "Accept a letter that was put aside, vouching for its sender",
		"accept takes in a letter that was put aside as if its sender had been verified: you vouch for them. The answer goes "+
			"to the seat's own address.", "  gm inbox accept dm1/45",
		func(at *desk.Operator, ctx context.Context, now time.Time, ref string) error {
			_, err := at.Release(ctx, now, ref)
			return err
		})
}

// newReopenItem returns the command gm inbox reopen.
func (d *console) newReopenItem() *cobra.Command {
	return d.onItems("reopen NAME ...", "Reopen items marked done",
		"reopen puts items back on the list of gm inbox that gm inbox done took off it. A letter that was put aside "+
			"stays there until gm inbox accept, or until its writer proves who they are.", "  gm inbox reopen dm1/45",
		(*desk.Operator).Hold)
}

// onItems returns a command that carries out an act on each of the given inbox items.
func (d *console) onItems(use, short, long, example string,
	act func(at *desk.Operator, ctx context.Context, now time.Time, ref string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: long, Example: example, Args: cobra.MinimumNArgs(1)}
	return d.actsOn(cmd, oneByOne, func(ctx context.Context, at *desk.Operator,
		args []string) error {
		return act(at, ctx, d.now(), args[0])
	})
}

// An inboxItem adds to an item the fields that are not stored with it.
type inboxItem struct {
	Name  string
	At    time.Time
	Waits bool
	game.Item
}

func nameAll(items []game.Item) []inboxItem {
	out := []inboxItem{}
	for _, it := range items {
		out = append(out, inboxItem{Name: it.Ref, At: it.At, Waits: it.Waits, Item: it})
	}
	return out
}

func newNotify(d *console) *cobra.Command {
	return d.orShows(d.acts(&cobra.Command{
		Use:   "notify GAME [now|daily|urgent]",
		Short: "Choose when you get letters about what waits for you, or show it",
		Long: `notify chooses when you get a letter about what comes into your inbox:

    now      at once, about each thing
    daily    once a day, one letter about all your games in which there is something new (06:00 UTC)
    urgent   only about what can't wait

What can't wait comes at once in any case: letters to a player that come back, a letter that is given up, players who
are not in some hours before the deadline, a turn that stands still. For games where you have chosen nothing, and for
letters that belong to no game, notify = in the configuration applies, or daily if it is not set. If you play in a
blind game yourself, no letter says what others sent or who is missing.`,
		Example: "  gm notify dm1 now\n  gm notify dm1",
		Args:    cobra.RangeArgs(1, 2),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Notify(ctx, d.now(), args[0], game.Notify(args[1]))
	}), func(o inspect.Overview) (string, any) {
		return fmt.Sprintf("%s: you get letters about what waits for you.\n", o.Notify), o.Notify
	})
}

// noItems returns a refusal if an argument that should be a game is an inbox item.
func noItems(games []string) error {
	for _, name := range games {
		if strings.Contains(name, "/") {
			return &refusal.Error{Text: fmt.Sprintf("%s would be one thing in your inbox; gm inbox show %s shows it.",
				name, name)}
		}
	}
	return nil
}

// listInbox prints the open items and to-do lists of the given games, or of all.
func listInbox(w io.Writer, items []game.Item, chores []site.Todo, games []string, width int) {
	switch {
	case len(items)+len(chores) > 0:
	case len(games) > 0:
		printf(w, "Nothing from %s is waiting for you.\n", strings.Join(games, ", "))
	default:
		printf(w, "Nothing is waiting for you.\n")
	}
	listItems(w, items, width)
	if len(items) > 0 {
		printf(w, "\ngm inbox show NAME shows one in full, gm inbox accept takes its letter in, gm inbox done strikes it "+
			"off the list.\n")
	}
	for i, c := range chores {
		if i == 0 {
			printf(w, "\nTo do:\n")
		}
		for i, line := range parser.Fold(parser.OneLine(c.Text), itemWidth) {
			name := c.Game
			if i > 0 {
				name = ""
			}
			printf(w, "%-12s %s\n", name, line)
		}
		if c.Do != "" {
			printf(w, "    %s\n", parser.OneLine(c.Do))
		}
	}
}

// itemWidth is the width of the lines about an item; with their indentation they fit into a letter, too.
const itemWidth = 72

// listItems prints items, a line for each and below it why it waits, without characters that could control the terminal.
func listItems(w io.Writer, items []game.Item, width int) {
	rows := [][]string{{"ITEM", "CAME", "SEAT", "LETTER"}}
	for _, it := range items {
		from := ""
		if l := it.Letter; l != nil {
			from = l.From + " " + strconv.Quote(l.Subject)
		}
		rows = append(rows, []string{it.Ref, it.At.Format("2 Jan 15:04 MST"), string(it.Seat), parser.OneLine(from)})
	}
	lines := strings.SplitAfter(aligned(rows, width, words), "\n")
	for i, it := range items {
		if i == 0 {
			printf(w, "%s", lines[0])
		}
		printf(w, "%s", lines[i+1])
		for _, line := range parser.Fold(parser.Plain(it.Why), itemWidth) {
			printf(w, "    %s\n", line)
		}
	}
}

// showItem prints an item completely, without characters that could control the terminal.
func showItem(w io.Writer, it game.Item) {
	printf(w, "%s, %s\n%s\n", it.Ref, it.At.Format("2006-01-02 15:04 MST"), parser.Plain(it.Why))
	if it.Seat != "" {
		printf(w, "Seat: %s\n", it.Seat)
	}
	if !it.Waits {
		printf(w, "It no longer waits for anybody.\n")
	}
	l := it.Letter
	if l == nil {
		return
	}
	for _, f := range [][2]string{{"From", l.From}, {"Subject", l.Subject}, {"Message-ID", l.ID},
		{"Who wrote it", l.ProofWhy}, {"Machine", l.Machine}, {"Defect", l.Defect}} {
		if f[1] != "" {
			printf(w, "%s: %s\n", f[0], parser.OneLine(f[1]))
		}
	}
	printf(w, "\n%s\n", parser.Plain(l.Text))
	if l.Cut {
		printf(w, "(the rest is not kept here; the mailbox has it)\n")
	}
}

func newTrust(d *console) *cobra.Command {
	return d.orShows(d.acts(&cobra.Command{
		Use:   "trust GAME [open|reply|signed]",
		Short: "Set or show how a sender is verified",
		Long: `trust sets how a game verifies that a letter is from the player whose address it bears:

    open     the address alone
    reply    plus a proof: the mail provider's signature, or that the letter answers one of the game's, if no provider
             has ever vouched for the address
    signed   plus the mail provider's signature; a player whose provider signs nothing is asked about each letter

A letter without such proof is held, and the player is asked; if they answer YES, it is accepted. Commands in your name
always need a signature or that YES. A letter that the domain of its address disowns is always held, and appears in gm
inbox.`,
		Example: "  gm trust dm1 signed\n  gm trust dm1",
		Args:    cobra.RangeArgs(1, 2),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Trusting(ctx, d.now(), args[0], intake.Trust(args[1]))
	}), func(o inspect.Overview) (string, any) {
		return fmt.Sprintf("%s: a letter is believed %s.\n", o.Trust, believed(o.Trust)), o.Trust
	})
}

// waiting returns in words how many items are open.
func waiting(n int) string {
	if n == 1 {
		return "One thing is waiting for you; gm inbox shows it."
	}
	return fmt.Sprintf("%d things are waiting for you; gm inbox shows them.", n)
}
