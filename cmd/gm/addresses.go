package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
)

// addresses has a command that changes a list of addresses of a game show it where nothing is to be done: show writes it,
// and returns it for programs.
func (d *desk) addresses(cmd *cobra.Command, show func(b *strings.Builder, o gm.Overview) any) *cobra.Command {
	change := cmd.RunE
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 1, len(args) > 2 && slices.Contains([]string{gm.ListAdd, gm.ListRemove}, args[1]), len(args) > 1 && args[1] == gm.ListSet:
			return nil
		}
		return fmt.Errorf("write gm %s GAME, or behind it add, remove or set, and addresses", cmd.Name())
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return change(cmd, args)
		}
		return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
			o, err := m.Overview(ctx, args[0])
			if err != nil {
				return "", nil, err
			}
			var b strings.Builder
			list := show(&b, o)
			return b.String(), list, nil
		})
	}
	return cmd
}

// orShows has a command that sets something of a game show how it is set where it is given nothing but the game: show says
// it, and returns it for programs.
func (d *desk) orShows(cmd *cobra.Command, show func(o gm.Overview) (string, any)) *cobra.Command {
	change := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return change(cmd, args)
		}
		return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
			o, err := m.Overview(ctx, args[0])
			if err != nil {
				return "", nil, err
			}
			text, value := show(o)
			return text, value, nil
		})
	}
	return cmd
}
