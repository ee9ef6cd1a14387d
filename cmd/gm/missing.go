package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/amount"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
)

func newAbsence(d *console) *cobra.Command {
	var off, only bool
	cmd := &cobra.Command{
		Use:   "absence GAME SEAT FROM TO | --cancel",
		Short: "Record when a player is away",
		Long: `absence records the days on which the player of a seat is away. Players do so themselves with ABSENCE 24
Dec to 6 Jan. In a game they may have 14 days without asking (gm missing), and the time by which deadlines have moved
for them counts, too; a longer absence arrives in your inbox as a ready-made command, and what you grant is not counted.
Future deadlines in that period move to after it. The current deadline stays; deadline moves it. In place of SEAT you
may give the player's address, as in gm absence --all ann@example.org 24 Dec to 6 Jan.`,
		Example: "  gm absence dm1 France 2026-12-24 2027-01-06\n  gm absence dm1 France 24 Dec to 6 Jan\n" +
			"  gm absence dm1 France --cancel",
		Args: cobra.MinimumNArgs(2),
	}
	d.actsInGames(cmd, plays, func(ctx context.Context, at *desk.Operator, args []string) error {
		if off && len(args) > 2 {
			return &refusal.Error{Text: "Give either the days or --cancel, not both."}
		}
		return at.Absence(ctx, d.now(), args[0], args[1], args[2:], off || only)
	})
	cmd.Flags().BoolVar(&off, "cancel", false, "the player is not away after all")
	formerOff(cmd, &off)
	cmd.Flags().BoolVar(&only, "only", false, "replace all recorded absences")
	return cmd
}

// formerOff adds the flag --off, the former name of a flag that has a name of its own now.
func formerOff(cmd *cobra.Command, off *bool) {
	cmd.Flags().BoolVar(off, "off", false, "the former name")
	cmd.Flags().Lookup("off").Hidden = true
}

// plays reports whether the player with an address plays in a game.
func plays(o inspect.Overview, args []string) bool {
	return untilOver(o, nil) && slices.ContainsFunc(o.Seats, func(s inspect.SeatOverview) bool {
		return strings.Contains(args[0], "@") && (strings.EqualFold(s.Address, args[0]) || strings.EqualFold(s.Also, args[0]))
	})
}

func newMissing(d *console) *cobra.Command {
	return d.orShows(d.acts(&cobra.Command{
		Use:   "missing GAME [standby=N|off] [then=default|hold|robot] [absence=DAYS]",
		Short: "Set or show what happens to players who send no orders",
		Long: `missing sets what happens in a game to players who send no orders. They alone get a reminder before the
deadline, and some grace after it if the game's clock allows that. If they have standing orders (ON bid DO pass), those
count. Otherwise:

    standby=2      after two phases in a row without a word from them, their seat is offered to the first standby
                   (gm standby), and then to the next; standby=off: it never is
    then=default   the turn goes on as the rules provide for players without orders
    then=hold      the turn waits for you; only where that tells nobody what is secret
    then=robot     as then=default, but if no standby takes the seat, a robot does: see gm seat
    absence=14     days that they may be away during the game without asking you

The players are told of a change, and of all this with their first letter and with RULES.`,
		Example: "  gm missing dm1 standby=3 absence=21\n  gm missing dm1",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Missing(ctx, d.now(), args[0], args[1:])
	}), func(o inspect.Overview) (string, any) {
		return "Players who send no orders: " + strings.Join(o.Missing.Words(), " ") +
			". gm missing --help says what that means.\n", o.Missing
	})
}

func newStandby(d *console) *cobra.Command {
	return d.addresses(&cobra.Command{
		Use:   "standby GAME [add|remove|set ADDRESS ...]",
		Short: "List or change who would take over a seat",
		Long: `standby lists who would take over a seat in a game. A seat that you took from its player, that its player
resigned, or that has been silent for too long (gm missing) is offered by mail to the first of them, without its name;
if they answer YES, it is theirs. If they answer NO, or nothing for two days, they are taken off the list, and the next
is asked. Nobody else learns of that.

add and remove change the list, set puts those addresses on it and no others. Everybody who is added or removed gets a
letter.`,
		Example: "  gm standby dm1\n  gm standby dm1 add hal@example.org ida@example.org\n" +
			"  gm standby dm1 remove hal@example.org",
	}, (*desk.Operator).Standby, "%s has no standbys.", func(w io.Writer, o inspect.Overview) any {
		listStandbys(w, o)
		return array(o.Standbys)
	})
}

// listStandbys prints the standbys of a game, in the order in which they are asked.
func listStandbys(w io.Writer, o inspect.Overview) {
	for _, b := range o.Standbys {
		what := "waits"
		if b.Seat != "" {
			what = fmt.Sprintf("is offered %s until %s", b.Seat,
				b.Until.In(o.Deadline.Location()).Format(amount.Moment))
		}
		printf(w, "  standby    %-28s %s\n", b.Address, what)
	}
}

func newEject(d *console) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "eject GAME SEAT",
		Short: "Take a seat from its player",
		Long: `eject takes a seat from its player, and tells them so. The seat is offered to the standbys of the game.
Until somebody takes it, it sends no orders, and turns go on as the rules provide for that. The other players are not
told; use press if you want to tell them.`,
		Example: "  gm eject dm1 Turkey --reason 'no word for a month'",
		Args:    cobra.ExactArgs(2),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Eject(ctx, d.now(), args[0], args[1])
	})
}

// reliability describes how often the player of a seat was late, and when they are away.
func reliability(s inspect.SeatOverview, z *time.Location) string {
	var out []string
	if s.Late > 0 {
		out = append(out, "late "+timesText(s.Late))
	}
	if s.Missed > 0 {
		out = append(out, silence(s.Missed, s.Silent))
	}
	if !s.Wrote.IsZero() {
		out = append(out, "wrote "+s.Wrote.In(z).Format("Mon 2 Jan 2006 15:04"))
	}
	if s.Away != "" {
		out = append(out, "away "+s.Away)
	}
	out = append(out, s.Standing...)
	return strings.Join(out, "; ")
}

// silence describes in how many phases a player sent nothing: all of them, and the latest consecutive ones.
func silence(all, last int) string {
	phases := func(n int) string {
		if n == 1 {
			return "1 phase"
		}
		return fmt.Sprintf("%d phases", n)
	}
	switch {
	case last == 0:
		return "silent in " + phases(all) + ", but not in the last one"
	case last == 1 && all > 1:
		return "silent in " + phases(all) + ", including the last one"
	case all == last:
		return "silent in the last " + strings.TrimPrefix(phases(all), "1 ")
	}
	return "silent in " + phases(all) + ", including the last " + strings.TrimSuffix(phases(last), " phases")
}

func timesText(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
