package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/gm/amount"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// formingFlags are the flags for a game that takes players before it begins.
type formingFlags struct {
	open, approve bool
	wanted        int
}

func (f *formingFlags) flags(set *pflag.FlagSet) {
	set.BoolVar(&f.open, "open", false, "take players by mail, and begin when enough have confirmed")
	set.IntVar(&f.wanted, "seats", 0, "with --open or --robots: how many players it has (as many as the title has seats)")
	set.BoolVar(&f.approve, "approve", false, "with --open: requests for a place go to your inbox, and you "+
		"accept them with gm seat NAME add")
}

func newStart(d *console) *cobra.Command {
	var anyway, again bool
	cmd := d.acts(&cobra.Command{
		Use:   "start GAME [--anyway | --again]",
		Short: "Begin a game that takes players",
		Long: `start begins a game that was announced with gm new --open. It begins by itself when enough players have
confirmed; with --anyway it starts now, even with unconfirmed or too few players: seats that the rules require stay
free for standbys, or for those to whom you give them with gm seat. After gm unstart, --again restores the start that
was taken back: the same seats, the same luck, the same orders.`,
		Example: "  gm start dm2 --dry-run\n  gm start dm2 --anyway",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		switch {
		case again && anyway:
			return &refusal.Error{Text: "--again begins it as it was, with the players who were in it, and " +
				"--anyway with those who have asked now. Give one of them."}
		case again:
			return at.Restart(ctx, d.now(), args[0])
		}
		return at.Start(ctx, d.now(), args[0], anyway)
	})
	cmd.Flags().BoolVar(&anyway, "anyway", false, "start now, even with unconfirmed or too few players")
	cmd.Flags().BoolVar(&again, "again", false, "restore the start that was taken back")
	return cmd
}

func newUnstart(d *console) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "unstart GAME",
		Short: "Take back the start of a game, so that it takes players again",
		Long: `unstart takes the start of a game back before its first turn is over. Those who were in it stay signed
up, and are told. It does not begin again by itself: gm start deals the seats anew, with new luck, and gm start --again
restores the old start.`,
		Example: "  gm unstart dm1 --reason 'Two of you have played this board together before.'",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.RevertStart(ctx, d.now(), args[0])
	})
}

func newEnd(d *console) *cobra.Command {
	var secret bool
	cmd := d.acts(&cobra.Command{
		Use:     "end GAME [--secret]",
		Aliases: []string{"cancel", "terminate"},
		Short:   "End a game before its rules do, or call one off that takes players",
		Long: `end ends a game, and tells everybody in it. What is secret in it stays secret, and gm reopen continues
it. With --secret the players are also told the secret that all its luck came from, so that they can check it; then it
can't be reopened. A game that takes players is called off: those who have confirmed are told.`,
		Example: "  gm end dm1 --reason 'Three players have left.'\n  gm end dm1 --secret",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.End(ctx, d.now(), args[0], secret)
	})
	cmd.Flags().BoolVar(&secret, "secret", false, "tell the players the secret that its luck came from; this can't "+
		"be taken back")
	return cmd
}

func newReopen(d *console) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "reopen GAME",
		Short: "Reopen a game that you ended",
		Long: `reopen continues a game that was ended with gm end. Players have as much time for the turn as they had
left, or a whole turn's time if that is less than a day.`,
		Example: "  gm reopen dm1",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Reopen(ctx, d.now(), args[0])
	})
}

// formingLine describes the state of a game that takes players, on one line.
func formingLine(o inspect.Overview) string {
	confirmed := 0
	for _, a := range o.SignUp.Asked {
		if !a.Confirmed.IsZero() {
			confirmed++
		}
	}
	line := fmt.Sprintf("takes players, %d of %d confirmed", min(confirmed, o.SignUp.Wanted), o.SignUp.Wanted)
	if more := confirmed - o.SignUp.Wanted; more > 0 {
		line += fmt.Sprintf(", and %d more, who will stand by", more)
	}
	if more := len(o.SignUp.Asked) - confirmed; more > 0 {
		line += fmt.Sprintf(", %d asked to", more)
	}
	if o.SignUp.Approve {
		line += ", and you take each of them"
	}
	if o.Why != "" {
		line += "; waits for you: " + parser.OneLine(o.Why)
	}
	return line
}

// showForming prints who has applied for a place.
func showForming(w io.Writer, o inspect.Overview) {
	if o.SignUp == nil {
		return
	}
	for _, a := range o.SignUp.Asked {
		state, wish := "asked, not confirmed yet", "any seat"
		if !a.Confirmed.IsZero() {
			state = "confirmed " + a.Confirmed.Format(amount.Moment)
		}
		switch {
		case a.Seat != "":
			wish = "to be " + a.Seat
		case a.Wishes != "":
			wish = strings.ReplaceAll(a.Wishes, ", ", ", then ")
		}
		printf(w, "  %-28s %s; %s\n", a.Address, state, wish)
	}
	if o.Why == "" {
		printf(w, "  It begins when %d have confirmed, or with gm start %s.\n", o.SignUp.Wanted, o.Name)
	}
}
