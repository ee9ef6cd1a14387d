package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
)

func newPress(d *console) *cobra.Command {
	var to, text string
	cmd := &cobra.Command{
		Use:   "press GAME [--to SEATS] TEXT | -",
		Short: "Write to the players of a game as its game master",
		Example: "  gm press dm1 'The deadline stays.'\n" +
			"  gm press dm1 --to 'ALL BUT France' 'France has a new player.'\n" +
			"  gm press dm1 --to France,Italy - < letter.txt",
		Args: cobra.MinimumNArgs(2),
	}
	d.actsInGames(cmd, untilOver, func(ctx context.Context, at *desk.Operator, args []string) error {
		if text == "" { // standard input can only be read once, for all games together
			var err error
			if text, err = textOf(cmd, args[1:]); err != nil {
				return err
			}
		}
		return at.Press(ctx, d.now(), args[0], to, text)
	})
	cmd.Flags().StringVar(&to, "to", "ALL", "the seats that get it, ALL, or ALL BUT some")
	return cmd
}

func newPressRules(d *console) *cobra.Command {
	return d.orShows(d.acts(&cobra.Command{
		Use:   "press-rules GAME [CHOICE=VALUE ...]",
		Short: "Choose what press a game passes on, or show it",
		Long: "press-rules chooses what press a game passes on. The first value of each is the default:\n\n" +
			pressChoices(),
		Example: "  gm press-rules dm1 sign=choice copy=gm\n  gm press-rules dm1",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		values, err := chosenRules(args[1:], "choice", "sign=grey")
		if err != nil {
			return err
		}
		return at.PressRules(ctx, d.now(), args[0], values)
	}), func(o inspect.Overview) (string, any) {
		if len(o.Press) == 0 {
			return "All choices have their default values. gm press-rules --help lists them.\n", array(o.Press)
		}
		return strings.Join(o.Press, "\n") + "\nAll else is as usual. gm press-rules --help lists the choices.\n",
			array(o.Press)
	})
}

// pressChoices lists all options about press for people.
func pressChoices() string {
	var b strings.Builder
	for _, o := range game.PressOptions() {
		for i, value := range o.Values {
			printf(&b, "    %-16s %s\n", o.Name+"="+value, o.Means[i])
		}
	}
	return strings.TrimRight(b.String(), "\n") + `

Press that does not say who wrote it goes out at a full hour, with all else that waits for it, so that the time tells
nothing. The way to the game master is open whatever is chosen.`
}

// chosenRules parses option=value arguments. what names the kind of option and example gives an example, both for
// errors.
func chosenRules(args []string, what, example string) (map[string]string, error) {
	values := map[string]string{}
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, &refusal.Error{Text: fmt.Sprintf("%q is no %s with a value; write it as in %s.", arg, what,
				example)}
		}
		values[strings.ToLower(name)] = strings.ToLower(value)
	}
	return values, nil
}

func newMute(d *console) *cobra.Command {
	var off bool
	cmd := d.acts(&cobra.Command{
		Use:   "mute GAME SEAT",
		Short: "Stop a player's press to the others, or allow it again",
		Long: "mute stops passing on a player's press to the others. The player is told; the others are not. The " +
			"player can still write to you.",
		Example: "  gm mute dm1 France --reason 'No insults, please.'\n  gm mute dm1 France --lift",
		Args:    cobra.ExactArgs(2),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Mute(ctx, d.now(), args[0], args[1], off)
	})
	cmd.Flags().BoolVar(&off, "lift", false, "pass on their press again")
	formerOff(cmd, &off)
	return cmd
}
