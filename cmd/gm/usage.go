package main

import (
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
)

// plainly has a command and those below it say in a sentence what is wrong with their arguments, and how they are
// written.
func plainly(cmd *cobra.Command) {
	if fits := cmd.Args; fits != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if fits(cmd, args) == nil {
				return nil
			}
			return &gm.Refusal{Text: misused(cmd, wrongNumber(cmd, args, fits))}
		}
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &gm.Refusal{Text: misused(cmd, cmd.CommandPath()+": "+strings.TrimSuffix(err.Error(), ".")+".")}
	})
	for _, sub := range cmd.Commands() {
		plainly(sub)
	}
}

// maxMissing is how many arguments are missing at most.
const maxMissing = 3

// wrongNumber says that there are too few arguments, or too many.
func wrongNumber(cmd *cobra.Command, args []string, fits cobra.PositionalArgs) string {
	path := cmd.CommandPath()
	for n, more := 0, args; n < maxMissing; n++ {
		if more = append(more[:len(more):len(more)], "x"); fits(cmd, more) == nil {
			return path + " needs to know more."
		}
	}
	for n := len(args) - 1; n >= 0; n-- {
		if fits(cmd, args[:n]) == nil {
			said := path + " does not know what to do with " + strings.Join(args[n:], " ") + "."
			if n > 0 {
				said += " What has blanks in it goes between quotes."
			}
			return said
		}
	}
	return path + " can't be used so."
}

// misused is what is wrong with a use of a command, and how it is written.
func misused(cmd *cobra.Command, what string) string {
	_, rest, _ := strings.Cut(cmd.Use, " ")
	text := what + "\nIt is written as: " + strings.TrimSpace(cmd.CommandPath()+" "+rest)
	if cmd.Example != "" {
		text += "\nFor example:\n" + strings.TrimRight(cmd.Example, "\n")
	}
	return text + "\n" + cmd.CommandPath() + " --help tells more."
}
