package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/reception"
)

// addresses makes a command change a list of addresses of a game, or print the list if no change is given. show
// prints the list and returns it for JSON output; none is the text for an empty list.
func (d *console) addresses(cmd *cobra.Command,
	change func(at *desk.Operator, ctx context.Context, now time.Time, game, verb string, addresses []string) error,
	none string, show func(w io.Writer, o inspect.Overview) any) *cobra.Command {
	d.acts(cmd, func(ctx context.Context, at *desk.Operator, args []string) error {
		return change(at, ctx, d.now(), args[0], args[1], args[2:])
	})
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 1,
			len(args) > 2 && slices.Contains([]string{reception.ListAdd, reception.ListRemove}, args[1]),
			len(args) > 1 && args[1] == desk.ListSet:
			return nil
		}
		return fmt.Errorf("write gm %s GAME, alone or followed by add, remove or set and by addresses", cmd.Name())
	}
	return d.orShows(cmd, func(o inspect.Overview) (string, any) {
		var b strings.Builder
		list := show(&b, o)
		if b.Len() == 0 {
			printf(&b, none+"\n", o.Name)
		}
		return b.String(), list
	})
}

// orShows makes a command that changes a setting of a game print the setting if the game is the only argument. show
// returns the setting as text and for JSON output.
func (d *console) orShows(cmd *cobra.Command, show func(o inspect.Overview) (string, any)) *cobra.Command {
	change := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return change(cmd, args)
		}
		return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
			o, err := inspect.OverviewOf(ctx, m, args[0])
			if err != nil {
				return "", nil, err
			}
			text, value := show(o)
			return text, value, nil
		})
	}
	return cmd
}
