package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
)

func newClock(d *console) *cobra.Command {
	var flags clockFlags
	var right bool
	cmd := &cobra.Command{
		Use:   "clock GAME | --is-right",
		Short: "Show or change how long turns are and when deadlines fall",
		Long: `clock changes the times of a running game, starting with the next deadline; the current one stays, and gm
deadline moves it. All players are told. With GAME alone it shows how the clock is set.

Without GAME it shows whether turns are resolved by the machine's clock. When that clock jumps back by more than two
hours or forward by more than a week, no turn is resolved until you have checked: correct the clock or, if it is right,
say so with --is-right.`,
		Example: "  gm clock dm1 --every 2d --at 20:00 --days Mon-Fri\n" +
			"  gm clock dm1 --remind 48h,24h,6h --keep yes\n" +
			"  gm clock dm1 --holidays christmas.ics --reason 'We all travel.'\n  gm clock --is-right",
		Args: cobra.MaximumNArgs(1),
	}
	d.actsInGames(cmd, untilOver, func(ctx context.Context, at *desk.Operator, args []string) error {
		if err := unhurried(cmd, flags.Clock); err != nil {
			return err
		}
		return at.Retime(ctx, d.now(), args[0], func(c *calendar.Clock) error { return flags.apply(d, cmd.Flags(), c) })
	})
	flags.add(cmd.Flags())
	cmd.Flags().BoolVar(&right, "is-right", false, "the machine's clock is right: resolve turns by it again")
	change := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		settings, all := false, cmd.Flags().Changed("all")
		cmd.Flags().Visit(func(f *pflag.Flag) {
			settings = settings || !slices.Contains([]string{"json", "config", "all", asFlag}, f.Name)
		})
		switch {
		case right && d.mail:
			return &refusal.Error{Text: "gm clock --is-right works only at the command line: it is about the " +
				"machine itself."}
		case settings && !right && (len(args) == 1) != all:
			return change(cmd, args)
		case len(args) == 1 && !right:
			return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
				o, err := inspect.OverviewOf(ctx, m, args[0])
				return clockOf(o), o.Clock, err
			})
		case len(args) == 0 && settings == right:
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				if right {
					if err := site.AcceptClock(ctx, m, d.now()); err != nil {
						return err
					}
				}
				return showPulse(ctx, cmd.OutOrStdout(), m)
			})
		}
		return misuse(cmd, "Name a game, or give --is-right alone.")
	}
	return cmd
}

// clockOf describes the settings of a game's clock.
func clockOf(o inspect.Overview) string {
	var b strings.Builder
	printf(&b, "%s:\n", o.Name)
	for _, f := range game.ClockFacts(o.Clock) {
		if f.Is != "" {
			printf(&b, "  %s %s\n", strings.TrimPrefix(f.Name, "clock: "), f.Is)
		}
	}
	return b.String()
}

// showPulse prints whether turns are resolved by the machine's clock.
func showPulse(ctx context.Context, w io.Writer, m *gm.Master) error {
	p, err := site.UptimeOf(ctx, m)
	switch {
	case err != nil:
		return err
	case p.Seen.IsZero():
		printf(w, "gm serve has never run here.\n")
	case p.Stopped.IsZero():
		printf(w, "Turns are resolved by the machine's clock. The service last ran, with all letters read, at %s.\n",
			p.Seen.UTC().Format(amount.Moment))
	default:
		printf(w, "%s\n", disbelief(p))
	}
	return nil
}

// disbelief explains why no turn is resolved if the clock is not trusted.
func disbelief(p site.Uptime) string {
	return fmt.Sprintf("No turn is resolved: the machine's clock says %s, but the service last ran at %s. Set it "+
		"right, or say gm clock --is-right.",
		p.Stopped.UTC().Format(amount.Moment), p.Seen.UTC().Format(amount.Moment))
}

func newDeadline(d *console) *cobra.Command {
	var phase string
	var back earlier
	cmd := d.actsInGames(&cobra.Command{
		Use:     "deadline GAME TIME | +DURATION | -DURATION",
		Aliases: []string{"extend"},
		Short:   "Set or move the deadline, and tell the players",
		Long: `deadline sets the current deadline to a time in the game's zone, or moves it by a duration. Later
deadlines follow the game's clock again, which gm clock changes. TIME is written as 2026-12-24 20:00, 24 Dec 20:00,
Friday 20:00 or 20:00; without a time of day, the usual time of the game's deadlines is used.`,
		Example: "  gm deadline dm1 +1d --reason Easter\n  gm deadline dm1 -6h\n  gm deadline dm1 Friday 20:00",
		Args:    cobra.MinimumNArgs(1),
	}, whileRunning, func(ctx context.Context, at *desk.Operator, args []string) error {
		when := strings.TrimSpace(string(back) + " " + strings.Join(args[1:], " "))
		if when == "" {
			return &refusal.Error{Text: "Say when: gm deadline " + args[0] + " +1d, -6h, 24 Dec 20:00 or Friday."}
		}
		if by, err := parseSpan(strings.TrimPrefix(when, "+")); err == nil {
			return at.Extend(ctx, d.now(), args[0], by)
		}
		return at.Deadline(ctx, d.now(), args[0], phase, when)
	})
	cmd.Flags().StringVar(&phase, "phase", "", "only if the game is in that phase")
	back.add(cmd.Flags())
	return cmd
}

// earlier is a time with a minus sign, such as -6h, which would otherwise be parsed as a flag.
type earlier string

// add makes a command accept such times: each digit becomes a hidden flag.
func (e *earlier) add(f *pflag.FlagSet) {
	for digit := range 10 {
		name := fmt.Sprintf("minus-%d", digit)
		f.VarP(earlierBy{e, fmt.Sprint(digit)}, name, fmt.Sprint(digit), "")
		f.Lookup(name).Hidden = true
	}
}

type earlierBy struct {
	to    *earlier
	digit string
}

// String returns the default value that help shows: none.
func (earlierBy) String() string { return "" }

// Type returns the name of the type that help shows.
func (earlierBy) Type() string { return "time" }

// Set sets the time, of which the first digit is the flag's name and rest is what follows.
func (e earlierBy) Set(rest string) error {
	*e.to = earlier("-" + e.digit + rest)
	return nil
}

func newPause(d *console) *cobra.Command {
	return d.actsInGames(&cobra.Command{
		Use:   "pause GAME ...",
		Short: "Stop a game's clock, and tell the players",
		Long: `pause takes the deadline away: nobody is reminded, and no turn is resolved, until gm resume continues the
game, with the time that was left. Orders and press go on as ever. You are reminded every three days, up to ten times;
gm inbox goes on listing it.`,
		Example: "  gm pause dm1 --reason 'I am in hospital.'",
		Args:    cobra.MinimumNArgs(1),
	}, whileRunning, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Pause(ctx, d.now(), args[0])
	})
}

func newResume(d *console) *cobra.Command {
	var phase, deadline string
	cmd := d.actsInGames(&cobra.Command{
		Use:   "resume GAME ...",
		Short: "Continue a game that is paused or held",
		Long: `resume continues a game. After a pause its players have the time that was left, or until --deadline. A
game that is held because the program failed on it continues with the program as it is now; if that fails again, it
stays held.`,
		Example: "  gm resume dm1\n  gm resume dm1 --deadline 'Friday 20:00'",
		Args:    cobra.MinimumNArgs(1),
	}, whilePaused, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.ResumeUntil(ctx, d.now(), args[0], phase, deadline)
	})
	cmd.Flags().StringVar(&phase, "phase", "", "only if the game is in that phase")
	cmd.Flags().StringVar(&deadline, "deadline", "",
		"the deadline, as gm deadline takes it; a time in the past is ignored")
	return cmd
}

func newResolve(d *console) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "resolve GAME [PHASE]",
		Short: "Resolve the turn now, with the orders on file",
		Long: "resolve ends the turn as if its deadline had come. With PHASE it does so only if the game is in " +
			"that phase.",
		Example: "  gm resolve dm1 Spring 1901 --dry-run --letters\n  gm resolve dm1 Spring 1901",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Resolve(ctx, d.now(), args[0], strings.Join(args[1:], " "))
	})
}
