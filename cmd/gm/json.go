package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/site"
)

// jsonFlag gives a command that reads the flag --json.
func jsonFlag(cmd *cobra.Command, asked *bool) *cobra.Command {
	cmd.Flags().BoolVar(asked, "json", false, "print JSON")
	return cmd
}

// ofPhase gives a command that takes at most so many arguments the flag --at, for a phase. A name of several words
// needs no quotes: what stands behind its first word comes as arguments too many.
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

// reads gives a command that changes nothing its flag --json, and has fn find what it prints: as text, and for
// programs.
func (d *console) reads(cmd *cobra.Command,
	fn func(ctx context.Context, m *gm.Master, args []string) (text string, data any, err error)) *cobra.Command {
	cmd.Flags().Bool("json", false, "print JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
			if len(args) > 0 { // it may be a game that was put away
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

// tells has fn find what a command prints that has the flag --json, as text and for programs. With errFaults that
// is printed, and the command has found a fault.
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
