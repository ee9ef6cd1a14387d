package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/site"
)

// jsonFlag adds the flag --json to a command that only reads.
func jsonFlag(cmd *cobra.Command, asked *bool) *cobra.Command {
	cmd.Flags().BoolVar(asked, "json", false, "print JSON")
	return cmd
}

// ofPhase adds the flag --at, for a phase, to a command that takes up to most arguments. The name of a phase needs no
// quotes: its further words are passed as additional arguments.
func ofPhase(cmd *cobra.Command, phase *string, most int, usage string) {
	cmd.Flags().StringVar(phase, "at", "", usage)
	fits, run := cmd.Args, cmd.RunE
	own := func(args []string) []string {
		if *phase == "" {
			return args
		}
		return args[:min(len(args), most)]
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error { return fits(cmd, own(args)) }
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		taken := own(args)
		*phase = strings.Join(append([]string{*phase}, args[len(taken):]...), " ")
		return run(cmd, taken)
	}
}

// reads makes a command, which changes nothing, print what fn returns: the text or, with --json, the data.
func (d *console) reads(cmd *cobra.Command,
	fn func(ctx context.Context, m *gm.Master, args []string) (text string, data any, err error)) *cobra.Command {
	cmd.Flags().Bool("json", false, "print JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
			if len(args) > 0 { // the game may be archived
				var err error
				if m, err = site.Reading(ctx, m, args[0]); err != nil {
					return "", nil, err
				}
			}
			return fn(ctx, m, args)
		})
	}
	return cmd
}

// tells prints what fn returns: the text or, if the command has the flag --json and it is set, the data. If fn
// returns errFaults, the output is printed as well, and the command ends with that error.
func (d *console) tells(cmd *cobra.Command,
	fn func(ctx context.Context, m *gm.Master) (text string, data any, err error)) error {
	return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
		text, data, found := fn(ctx, m)
		if found != nil && !errors.As(found, new(*said)) {
			return found
		}
		asJSON, err := cmd.Flags().GetBool("json")
		if err == nil && asJSON {
			err = encode(cmd.OutOrStdout(), data)
		} else {
			printf(cmd.OutOrStdout(), "%s", text)
		}
		return errors.Join(err, found)
	})
}
