package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

func newOrders(d *console) *cobra.Command {
	var phase, file string
	var all bool
	cmd := &cobra.Command{
		Use:   "orders GAME [SEAT [set [--all] - | set [--all] --file FILE | set [--all] TEXT | clear]]",
		Short: "Show what is on file, or put something on file for a seat",
		Long: `orders shows what seats have on file, or had when a phase was played. With set it puts orders on file for
a seat, one line each or separated by semicolons. Like a player's letter, they change what they name and leave the rest;
with --all they replace everything on file. It then says what is still missing. clear removes everything on file.
Orders are read as if the seat had sent them, and nothing is done if one of them can't be accepted. A letter tells the
seat that it was you; nobody else is told.

With - they are read from standard input, with --file from a file. If others have accounts on the machine, use one of
these: they can see the arguments of every running command with ps.`,
		Example: "  gm orders dm1\n  gm orders dm1 France --at Spring 1901\n" +
			"  gm orders dm1 France set --file france.txt\n  gm orders dm1 Italy set - < italy.txt\n" +
			"  gm orders dm1 France set 'A Par-Bur; F Bre H'\n  gm orders dm1 France clear",
		Args: ordersArgs,
	}
	d.acts(cmd, func(ctx context.Context, at *desk.Operator, args []string) error {
		text, err := textOf(cmd, args[3:])
		if err == nil && file != "" && args[2] == "set" {
			var whole []byte
			whole, err = d.file(file, maxFile)
			text = string(whole)
		}
		if err != nil {
			return err
		}
		if args[2] == "set" && strings.TrimSpace(text) == "" {
			return &refusal.Error{
				Text: "There are no orders to set. To take away what is on file: gm orders " + args[0] + " " +
					args[1] + " clear",
			}
		}
		return at.Orders(ctx, d.now(), args[0], args[1], strings.ReplaceAll(text, ";", "\n"), all)
	})
	cmd.Flags().BoolVar(&all, "all", false, "set: replace everything on file, not only what the orders name")
	cmd.Flags().StringVar(&file, "file", "", "set: a file with the orders")
	fileFlag(cmd.Flags(), "file", "That file should contain the orders.")
	set := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 2 {
			return set(cmd, args)
		}
		return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
			filed, err := inspect.OrdersOf(ctx, m, args[0], strings.Join(args[1:], ""), phase)
			return onFile(filed), filed, err
		})
	}
	ofPhase(cmd, &phase, 2, "show the orders as they were when that phase was played")
	return cmd
}

// ordersArgs checks that the arguments are a game, a seat and an action.
func ordersArgs(cmd *cobra.Command, args []string) error {
	what, hasText := "", len(args) > 3
	if len(args) > 2 {
		what = args[2]
	}
	switch hasFile := cmd.Flags().Changed("file"); {
	case len(args) == 0:
		return errors.New("orders wants a game")
	case what == "set" && hasText == hasFile:
		return errors.New("orders set needs either orders or a file with them, not both")
	case what != "set" && (hasFile || cmd.Flags().Changed("all")):
		return errors.New("--file and --all work only with set")
	case what == "clear" && hasText:
		return errors.New("clear takes nothing after it")
	case !slices.Contains([]string{"", "set", "clear"}, what):
		return fmt.Errorf("gm orders knows set and clear, not %q", what)
	}
	return nil
}

// onFile describes the orders that seats have on file.
func onFile(filed []inspect.Filed) string {
	var b strings.Builder
	if len(filed) == 0 {
		printf(&b, "Nobody has anything to decide there.\n")
	}
	for _, f := range filed {
		state := ""
		switch {
		case f.Taken && !f.Heard:
			state = " (nothing came, so the rules took this)"
		case f.Taken || f.Orders == "":
		case f.Ahead:
			state = " (filed ahead)"
		}
		printf(&b, "%s, %s%s:\n", f.Seat, f.Kind, state)
		switch {
		case f.Orders != "":
			printf(&b, "%s\n", indent(parser.Plain(f.Orders)))
		case f.Default != "":
			printf(&b, "    nothing on file; without a letter it will be\n%s\n", indent(parser.Plain(f.Default)))
		default:
			printf(&b, "    nothing on file; the game waits for it\n")
		}
		for _, missing := range f.Missing {
			printf(&b, "    missing: %s\n", parser.Plain(missing))
		}
		for _, open := range f.Open {
			printf(&b, "    open: %s\n", parser.OneLine(open))
		}
	}
	return b.String()
}
