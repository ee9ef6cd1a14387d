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

// A formingFlags has the flags of a game that takes players before it begins.
type formingFlags struct {
	open, approve bool
	wanted        int
}

func (f *formingFlags) flags(set *pflag.FlagSet) {
	set.BoolVar(&f.open, "open", false, "take players by mail, and begin when as many have confirmed as it takes")
	set.IntVar(&f.wanted, "seats", 0, "with --open: how many players it takes (as many as the title has seats)")
	set.BoolVar(&f.approve, "approve", false, "with --open: whoever asks for a place lands in your inbox, and you "+
		"take them with gm seat NAME add")
}

func newStart(d *console) *cobra.Command {
	var anyway, again bool
	cmd := d.acts(&cobra.Command{
		Use:   "start GAME [--anyway | --again]",
		Short: "Begin a game that takes players",
		Long: `start begins a game that was announced with gm new --open. It begins by itself when as many have
confirmed as it takes; with --anyway it begins with those who have asked for a place, confirmed or not, and with fewer:
if its rules want more, seats stay free for standbys, or for whom you give them with gm seat. After gm unstart, --again
puts the start in force that was taken back: the same seats, the same luck, the same orders.`,
		Example: "  gm start dm2 --dry-run\n  gm start dm2 --anyway",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		switch {
		case again && anyway:
			return &refusal.Error{Text: "--again begins it as it was, with the players who were in it, and --anyway " +
				"with those who have asked now. Say one of them."}
		case again:
			return at.Restart(ctx, d.now(), args[0])
		}
		return at.Start(ctx, d.now(), args[0], anyway)
	})
	cmd.Flags().BoolVar(&anyway, "anyway", false, "also with who has not confirmed, or with fewer")
	cmd.Flags().BoolVar(&again, "again", false, "put the start in force again that was taken back")
	return cmd
}

func newUnstart(d *console) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "unstart GAME",
		Short: "Take the start of a game back, so that it takes players again",
		Long: `unstart takes the start of a game back before its first turn is over. Those who were in it stay signed
up, and are told. It does not begin again by itself: gm start deals the seats anew, with other luck, and gm start
--again puts the old start in force again.`,
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
		Long: `end ends a game, and tells everybody in it. What is secret in it stays so, and gm reopen takes it up
again. With --secret the players are also told the secret that all its luck came from, so that they can check it; then
it can't be taken up again. A game that takes players is called off: those who have confirmed are told.`,
		Example: "  gm end dm1 --reason 'Three players have left.'\n  gm end dm1 --secret",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.End(ctx, d.now(), args[0], secret)
	})
	cmd.Flags().BoolVar(&secret, "secret", false, "tell the players the secret that its luck came from, for good")
	return cmd
}

func newReopen(d *console) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "reopen GAME",
		Short: "Take a game up again that you have ended",
		Long: `reopen takes a game up again that was ended with gm end. Players have as much time for the turn as they
had left, or time anew if that is less than a day.`,
		Example: "  gm reopen dm1",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Reopen(ctx, d.now(), args[0])
	})
}

// formingLine is how a game stands that takes players, in a line.
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

// showForming prints who has asked for a place.
func showForming(w io.Writer, o inspect.Overview) {
	if o.SignUp == nil {
		return
	}
	for _, a := range o.SignUp.Asked {
		state, wish := "asked, has not confirmed", "any seat"
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
