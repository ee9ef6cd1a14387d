package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm/desk"
	"deaddrop/gm/refusal"
)

func newSeat(d *console) *cobra.Command {
	var confirmed bool
	cmd := d.acts(&cobra.Command{
		Use:   "seat GAME SEAT=ADDRESS | SEAT=robot | add [SEAT=]ADDRESS [WISHES] | drop ADDRESS",
		Short: "Give a seat to somebody else, or sign somebody up for a game that takes players",
		Long: `seat gives a seat to another player, who gets a full briefing: what the seat knows and has on file. The
previous player is told that they no longer play it. The other players are not told; use press if you want to tell
them.

SEAT=robot puts a robot into a seat, whether somebody has it or not, and SEAT=ADDRESS takes it out again. The other
players are not told of that, either; but letters no longer list a seat among the robots' that a person has taken over.

While a game takes players, add signs somebody up with their wishes, or with a seat that they are promised. They are
asked to confirm, unless --confirmed says that they will play. drop removes them again. Once a game has begun, drop
takes away a player's second address (ALSO), which gm show names: gm seat dm1 drop ann@work.example. The player is
told.`,
		Example: "  gm seat dm1 Turkey=hal@example.org\n  gm seat dm1 Turkey=robot\n  gm seat dm2 add ann@example.org 'France, Italy or Turkey'\n" +
			"  gm seat dm2 add bob@example.org --confirmed\n  gm seat dm2 drop ann@example.org",
		Args: cobra.MinimumNArgs(2),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		switch {
		case args[1] == "add" && len(args) > 2:
			return at.Apply(ctx, d.now(), args[0], parsePlayer(args[2]), strings.Join(args[3:], " "), confirmed)
		case args[1] == "drop" && len(args) == 3:
			return at.Withdraw(ctx, d.now(), args[0], args[2])
		case len(args) > 2:
			return &refusal.Error{Text: "Give SEAT=ADDRESS, or add ADDRESS with the seats that the player wants, " +
				"or drop ADDRESS."}
		}
		seat, address, ok := strings.Cut(args[1], "=")
		if !ok {
			return fmt.Errorf("%q is not a seat with an address; write it as Turkey=hal@example.org", args[1])
		}
		return at.Seat(ctx, d.now(), args[0], seat, address)
	})
	cmd.Flags().BoolVar(&confirmed, "confirmed", false, "with add: the player need not confirm")
	return cmd
}
