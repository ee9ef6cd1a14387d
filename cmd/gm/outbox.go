package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/outbox"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

func newOutbox(d *console) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "outbox [GAME ...]",
		Short: "List unsent letters, send one again, or drop one",
		Long: `outbox lists the letters that wait to be sent, of all games or of those that you name: each with its game
and number, whom it is for, how often it was tried and what the mail server said. A letter that can't be delivered is
retried for four days at growing intervals (a receipt for one day), and then given up; it stays in the list for
another thirty days. A letter to a bouncing address waits, up to thirty days, for a letter from there or for gm seat.
The list names players and what was written to them, so it is for the game master alone.`,
		Example: "  gm outbox\n  gm outbox dm1\n  gm outbox retry dm1 42\n  gm outbox retry all\n" +
			"  gm outbox drop dm1 42",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, games []string) error { return d.listOutbox(cmd, asJSON, games) },
	}
	jsonFlag(cmd, &asJSON).AddCommand(
		jsonFlag(&cobra.Command{
			Use:     "list [GAME ...]",
			Short:   "List unsent letters",
			Example: "  gm outbox list --json",
			Args:    cobra.ArbitraryArgs,
			RunE:    func(cmd *cobra.Command, games []string) error { return d.listOutbox(cmd, asJSON, games) },
		}, &asJSON),
		d.newRetry(),
		d.newRestore(),
		d.newDrop(),
	)
	return cmd
}

// newDrop returns the command gm outbox drop.
func (d *console) newDrop() *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "drop GAME NUMBER",
		Short: "Take a letter out of the outbox, so that it is not sent",
		Long: `drop takes a letter out of the outbox, so that it is never sent. Its reader is not told; write to them
with press if you like. If it is being sent at that very moment, it may still arrive.`,
		Example: "  gm outbox drop dm1 42",
		Args:    cobra.ExactArgs(2),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		number, err := numbered(args[1])
		if err != nil {
			return err
		}
		return at.Drop(ctx, d.now(), args[0], number)
	})
}

// newRetry returns the command gm outbox retry.
func (d *console) newRetry() *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "retry GAME NUMBER | all",
		Short: "Send a letter now, even one that was given up, or all that wait",
		Long: `retry sends a letter at once, under the same Message-ID as before, and starts a new round of attempts if
that fails. With "all" it does so for every letter that is waiting to be sent again, for example after you corrected a
password; letters that were given up are not included, and letters to bouncing addresses stay queued.`,
		Example: "  gm outbox retry dm1 42\n  gm outbox retry all",
		Args: func(cmd *cobra.Command, args []string) error {
			if slices.Equal(args, []string{"all"}) {
				return nil
			}
			return cobra.ExactArgs(2)(cmd, args)
		},
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		if len(args) == 1 {
			return d.retryAll(ctx, at)
		}
		number, err := numbered(args[1])
		if err != nil {
			return err
		}
		if err := at.Retry(ctx, d.now(), args[0], number); err != nil {
			return err
		}
		d.goesOut(at, "It goes out")
		return nil
	})
}

// newRestore returns the command gm outbox restore.
func (d *console) newRestore() *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "restore GAME NUMBER",
		Short: "Put back a dropped letter",
		Long: "restore puts a dropped letter back into the outbox. It works for no other letter: what was sent is " +
			"not sent again.",
		Example: "  gm outbox restore dm1 42",
		Args:    cobra.ExactArgs(2),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		number, err := numbered(args[1])
		if err != nil {
			return err
		}
		if err := at.Restore(ctx, d.now(), args[0], number); err != nil {
			return err
		}
		d.goesOut(at, "It goes out")
		return nil
	})
}

func (d *console) retryAll(ctx context.Context, at *desk.Operator) error {
	due, suspended, err := at.RetryAll(ctx, d.now())
	if err != nil {
		return err
	}
	if !at.Dry {
		d.resume() // even if all waiting letters are being sent
	}
	if due == 0 {
		at.Effect.Notes = append(at.Effect.Notes, "No letter is waiting to be sent again.")
	} else {
		d.goesOut(at, game.Counted(due, "letter goes out", "letters go out"))
	}
	if suspended > 0 {
		at.Effect.Notes = append(at.Effect.Notes,
			fmt.Sprintf("%s for a sign of life, as letters to that address come back. %s",
				game.Counted(suspended, "letter waits", "letters wait"), signOfLife))
	}
	return nil
}

// goesOut makes the sender send what it holds back, and prints a message, unless it is a dry run.
func (d *console) goesOut(at *desk.Operator, said string) {
	if at.Dry || at.Effect.Before {
		return
	}
	d.resume()
	at.Effect.Notes = append(at.Effect.Notes,
		fmt.Sprintf("%s %s; gm outbox shows whether that worked.", said, d.soon()))
}

// signOfLife explains how the suspension of an address ends.
const signOfLife = "They are sent when a letter comes from that address, or when gm seat gives the seat that " +
	"address again or another one."

// numbered parses the number of a letter.
func numbered(text string) (uint64, error) {
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, &refusal.Error{Text: fmt.Sprintf("%q is no letter's number; gm outbox lists them.", text)}
	}
	return number, nil
}

// soon returns in words when due letters will be sent.
func (d *console) soon() string {
	if d.master == nil || d.alone {
		return "as soon as gm serve runs"
	}
	return "now"
}

func (d *console) listOutbox(cmd *cobra.Command, asJSON bool, games []string) error {
	return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
		letters, err := outbox.List(ctx, m, games...)
		if err != nil {
			return orCommand(cmd, games, err)
		}
		if asJSON {
			return encode(cmd.OutOrStdout(), array(letters))
		}
		d.printOutbox(cmd.OutOrStdout(), letters, games)
		return nil
	})
}

// printOutbox lists unsent letters of games, or of all games, on two or three lines each, and says what can be done.
func (d *console) printOutbox(w io.Writer, letters []outbox.Unsent, games []string) {
	switch {
	case len(letters) > 0:
	case len(games) > 0:
		printf(w, "Every letter of %s has been sent.\n", strings.Join(games, ", "))
	default:
		printf(w, "Every letter has been sent.\n")
	}
	later, suspended, due := false, false, false
	for _, o := range letters {
		later = later || o.State != "waits" && o.Next.After(d.now())
		suspended = suspended || o.State == "waits"
		due = due || !o.Next.IsZero()
		if o.State == "waits" {
			printf(w, "%s %d  waits: letters to that address come back\n", o.Game, o.Number)
		} else {
			printf(w, "%s %d  %s  %s\n", o.Game, o.Number, o.State, d.when(o))
		}
		printf(w, "  to %s: %s\n", parser.OneLine(o.To), parser.OneLine(o.Subject))
		if o.Error != "" && o.State != "waits" {
			printf(w, "  %s\n", parser.OneLine(o.Error))
		}
	}
	stopped := due && d.master == nil
	if later || suspended || stopped {
		printf(w, "\n")
	}
	if stopped {
		printf(w, "gm serve is not running, so nothing goes out until it is.\n")
	}
	if later {
		printf(w, "gm outbox retry all sends what is waiting to be sent again, for example after you have "+
			"corrected a password.\n")
	}
	if suspended {
		printf(w, "Letters wait for addresses from which others have come back. %s\n", signOfLife)
	}
}

// when describes what will happen next to an unsent letter.
func (d *console) when(o outbox.Unsent) string {
	tried := "not tried yet"
	switch {
	case o.Tries == 1:
		tried = "tried once"
	case o.Tries > 1:
		tried = fmt.Sprintf("tried %d times", o.Tries)
	}
	switch {
	case o.Next.IsZero():
		return tried + ", given up"
	case o.State == "sending" && d.master != nil:
		return tried + ", in hand now"
	case o.State == "sending", !o.Next.After(d.now()):
		return tried + ", goes out " + d.soon()
	}
	return tried + ", next " + o.Next.Format("Mon 2 Jan 15:04 MST")
}
