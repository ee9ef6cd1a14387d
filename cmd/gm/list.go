package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
)

func newList(d *console) *cobra.Command {
	var open, away bool
	var in string
	cmd := &cobra.Command{
		Use:   "list [--state STATE | --open | --archived] [GAME ...]",
		Short: "List the games, and show whether something waits for you",
		Long: `list shows the state of the games, one line each: of all, or of those that you name. With --state it
shows only those that are

    forming    taking players
    running
    paused     with the clock stopped by gm pause
    held       because the program failed on it
    over
    broken     can't be read`,
		Example: "  gm list\n  gm list --state held\n  gm list dm1 dm2\n  gm list --open\n  gm list --archived",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
				switch {
				case away && len(args) > 0:
					return "", nil,
						&refusal.Error{Text: fmt.Sprintf("--archived lists all archived games; gm show %s shows a "+
							"single one.", args[0])}
				case away:
					return listArchive(ctx, m)
				case open:
					in = "forming"
				}
				if states := listStates(); in != "" && !slices.Contains(states, in) {
					return "", nil,
						&refusal.Error{Text: fmt.Sprintf("%q is not a state of games; the states are %s.", in,
							strings.Join(states, ", "))}
				}
				return listGames(ctx, m, in, args, d.width)
			})
		},
	}
	cmd.Flags().StringVar(&in, "state", "", "only games in that state, such as running or over")
	cmd.Flags().BoolVar(&open, "open", false, "only games that take players; same as --state forming")
	cmd.Flags().BoolVar(&away, "archived", false, "archived games")
	cmd.MarkFlagsMutuallyExclusive("state", "open", "archived")
	cmd.Flags().Bool("json", false, "print JSON")
	return cmd
}

// listStates returns the states by which games can be listed.
func listStates() []string { return append(gm.States(), "paused") }

// stateOf returns the state of a game, one of listStates.
func stateOf(o inspect.Overview) string {
	if o.State == "running" && !o.Paused.IsZero() {
		return "paused"
	}
	return o.State
}

// listGames lists the named games, or all if none is named, that are in a state; "" stands for any state.
func listGames(ctx context.Context, m *gm.Master, in string, names []string, width int) (string, any, error) {
	games, err := inspect.Games(ctx, m, names...)
	if err != nil {
		return "", nil, err
	}
	waits := 0 // number of open inbox items in all games
	for _, o := range games {
		waits += o.Waits
	}
	if in != "" {
		games = slices.DeleteFunc(games, func(o inspect.Overview) bool { return stateOf(o) != in })
	}
	var b strings.Builder
	switch {
	case len(games) == 0 && in == "forming":
		printf(&b, "No game takes players; gm new --open announces one.\n")
	case len(games) == 0 && in != "":
		printf(&b, "No game is %s.\n", in)
	case len(games) == 0:
		printf(&b, "No games yet; gm new starts one.\n")
	}
	if len(games) > 0 {
		rows := [][]string{{"GAME", "TITLE", "STATE"}}
		for _, o := range games {
			rows = append(rows, []string{o.Name, o.Rules, stateLine(o) + unreached(o) + inboxed(o)})
		}
		printf(&b, "%s", aligned(rows, width, words))
	}
	p, err := site.UptimeOf(ctx, m)
	if err == nil && !p.Stopped.IsZero() {
		printf(&b, "\n%s\n", disbelief(p))
	}
	if len(names) > 0 {
		return b.String(), array(games), err
	}
	strays, lost := desk.InLobby(ctx, m)
	if waits += strays; waits > 0 {
		printf(&b, "\n%s\n", waiting(waits))
	}
	if lost != nil { // an unreadable lobby must not prevent the list of games
		printf(&b, "\nWhat waits for you and is no game's can't be read: %v\n", lost)
	}
	return b.String(), array(games), err
}

// inboxed returns how many of a game's items are open, in words.
func inboxed(o inspect.Overview) string {
	if o.Waits == 0 {
		return ""
	}
	return "; " + amount.Count(o.Waits, "thing waits", "things wait") + " for you"
}
