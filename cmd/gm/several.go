package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
)

// severalGames marks acts that can be carried out in several games or, with --all, in all games to which they apply.
const severalGames = "several games"

// gamesOf splits an argument such as dm1,dm2 into names of games.
func gamesOf(arg string) []string {
	return slices.DeleteFunc(strings.Split(arg, ","), func(name string) bool { return name == "" })
}

// actsInGames is like acts, for an act that can be carried out in several games. These are in the first argument,
// separated by commas; if the command takes only games, all arguments are games. With --all, the act is carried out
// in each game for which isUseful is true; isUseful also gets the other arguments.
func (d *console) actsInGames(cmd *cobra.Command, isUseful func(o inspect.Overview, args []string) bool,
	fn func(ctx context.Context, at *desk.Operator, args []string) error) *cobra.Command {
	var all bool
	cmd.Flags().BoolVar(&all, "all", false, "in all games in which it can be done")
	onlyGames := strings.HasSuffix(cmd.Use, "GAME ...")
	example := "dm1,dm2"
	if onlyGames {
		example = "dm1 dm2"
	}
	cmd.Long += "\n\nGAME may be several games, such as " + example + ", or none with --all. What comes of each is told; if it " +
		"fails in one, it is done in the others all the same."
	takes := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if all {
			args = append([]string{"--all"}, args...)
		}
		return takes(cmd, args)
	}
	return d.actsOn(marked(severalGames, cmd), func(ctx context.Context, m *gm.Master, args []string) ([][]string, error) {
		switch {
		case all && onlyGames && len(args) > 0:
			return nil, &refusal.Error{Text: "Give either names of games or --all, not both."}
		case all:
			return inAllGames(ctx, m, cmd, isUseful, args)
		case onlyGames:
			args = []string{strings.Join(args, ",")}
		}
		var out [][]string
		for _, game := range gamesOf(args[0]) {
			out = append(out, append([]string{game}, args[1:]...))
		}
		return out, nil
	}, fn)
}

// inAllGames returns the arguments of an act for each game to which the act applies.
func inAllGames(ctx context.Context, m *gm.Master, cmd *cobra.Command, isUseful func(inspect.Overview, []string) bool,
	args []string) ([][]string, error) {
	games, err := inspect.Games(ctx, m)
	if err != nil {
		return nil, err
	}
	var out [][]string
	for _, o := range games {
		if isUseful(o, args) {
			out = append(out, append([]string{o.Name}, args...))
		}
	}
	if len(out) == 0 {
		return nil, &refusal.Error{Text: "There is no game in which " + cmd.CommandPath() + " could do that now."}
	}
	return out, nil
}

// Conditions for games to which an act applies.
func whileRunning(o inspect.Overview, _ []string) bool { return stateOf(o) == "running" }

func whilePaused(o inspect.Overview, _ []string) bool { return stateOf(o) == "paused" }

func untilOver(o inspect.Overview, _ []string) bool {
	return slices.Contains([]string{"forming", "running", "paused"}, stateOf(o))
}
