package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/gm"
	"deaddrop/parser"
)

// plainly has a command and those below it say in a sentence what is wrong with their arguments, and how they are
// written.
func plainly(cmd *cobra.Command) {
	if fits := cmd.Args; fits != nil && cmd.HasParent() { // the root's says it itself
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if fits(cmd, args) == nil {
				return nil
			}
			return &gm.Refusal{Text: misused(cmd, wrongNumber(cmd, args, fits))}
		}
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &gm.Refusal{Text: misused(cmd, cmd.CommandPath()+": "+strings.TrimSuffix(err.Error(), ".")+"."+nearFlag(cmd, err))}
	})
	for _, sub := range cmd.Commands() {
		plainly(sub)
	}
}

// noCommand refuses what is no command, and says what may have been meant.
func noCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("gm has no command %q.", args[0])
	if near := nearest(args[0], subcommands(root)); near != "" {
		text += " Did you mean gm " + near + "?"
	}
	return &gm.Refusal{Text: text + "\ngm help lists the commands."}
}

// subcommands are the names of the commands below one.
func subcommands(cmd *cobra.Command) []string {
	var out []string
	for _, sub := range cmd.Commands() {
		out = append(out, sub.Name())
	}
	return out
}

// nearest is the one of some names that somebody may have meant who wrote a word; "" if it is none, or might be several.
func nearest(word string, names []string) string {
	all := parser.NewNames(func(yield func(string, string) bool) {
		for _, name := range names {
			if !yield(name, name) {
				return
			}
		}
	})
	word = strings.ToLower(word)
	for _, near := range [][]string{all.Find(word), all.Near(word), all.Beginning(word)} {
		if len(near) == 1 {
			return near[0]
		}
	}
	return ""
}

// nearFlag says what somebody may have meant by a flag that a command does not know.
func nearFlag(cmd *cobra.Command, wrong error) string {
	if short, ok := strings.CutPrefix(wrong.Error(), "unknown shorthand flag: '"); ok && '0' <= short[0] && short[0] <= '9' {
		return " What begins with a dash and is no flag goes behind two dashes: -- -6h."
	}
	name, unknown := strings.CutPrefix(wrong.Error(), "unknown flag: --")
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := nearest(name, names); unknown && near != "" {
		return " Did you mean --" + near + "?"
	}
	return ""
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
			if near := nearest(args[n], subcommands(cmd)); near != "" {
				return said + " Did you mean " + path + " " + near + "?"
			}
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
