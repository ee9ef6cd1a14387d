package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// explainUsage makes a command and its subcommands explain in a sentence what is wrong with their arguments, and show
// their usage.
func explainUsage(cmd *cobra.Command) {
	if fits := cmd.Args; fits != nil && cmd.HasParent() { // the root command explains it itself
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if fits(cmd, args) == nil {
				return fitting(cmd)
			}
			return misuse(cmd, wrongNumber(cmd, args, fits))
		}
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if wrong := (*pflag.InvalidValueError)(nil); errors.As(err, &wrong) {
			if wants := flagTakes(wrong.GetFlag()); wants != "" {
				return misuse(cmd, fmt.Sprintf("%s: --%s takes %s, not %q.", cmd.CommandPath(), wrong.GetFlag().Name,
					wants, wrong.GetValue()))
			}
		}
		return misuse(cmd, cmd.CommandPath()+": "+strings.TrimSuffix(err.Error(), ".")+"."+nearFlag(cmd, err))
	})
	for _, sub := range cmd.Commands() {
		explainUsage(sub)
	}
}

// fitting returns an error if flags exclude each other, or if a required flag is missing.
func fitting(cmd *cobra.Command) error {
	err := cmd.ValidateFlagGroups()
	if err == nil {
		return nil
	}
	if _, text, ok := strings.Cut(err.Error(), "at least one of the flags in the group ["); ok {
		names, _, _ := strings.Cut(text, "]")
		return misuse(cmd, fmt.Sprintf("%s needs --%s.", cmd.CommandPath(),
			strings.Join(strings.Fields(names), " or --")))
	}
	// the message lists all flags of the group, followed by those that were given
	_, text, _ := strings.Cut(err.Error(), "; [")
	names, _, _ := strings.Cut(text, "]")
	return misuse(cmd, fmt.Sprintf("%s: --%s don't go together.", cmd.CommandPath(),
		strings.Join(strings.Fields(names), " and --")))
}

// flagTakes returns what must follow a flag; "" if the errors of the flag's type explain it.
func flagTakes(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "uint64":
		return "a whole number, 0 or more"
	case "float64":
		return "a number"
	case "duration":
		return "a time with its unit, such as 90s, 15m or 2h"
	case "bool":
		return "true or false"
	}
	return ""
}

// noCommand returns the error for an unknown command, with suggestions.
func noCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("gm has no command %q.", args[0])
	if near := nearCommands(root, args[0]); len(near) > 0 {
		text += " Did you mean gm " + strings.Join(near, ", or gm ") + "?"
	}
	return usageError{&refusal.Error{Text: text + "\ngm help lists the commands."}}
}

// orCommand adds to the refusal of an unknown game a suggestion of subcommands of cmd that may have been meant.
func orCommand(cmd *cobra.Command, games []string, err error) error {
	refused := (*refusal.Error)(nil)
	if len(games) == 0 || !errors.As(err, &refused) {
		return err
	}
	near := nearCommands(cmd, games[0])
	if len(near) == 0 {
		return err
	}
	below := cmd.CommandPath() + " "
	return &refusal.Error{Text: refused.Text + " Or did you mean " + below + strings.Join(near, ", or "+below) + "?"}
}

// newHelp returns the command gm help, which fails for unknown commands.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil || len(rest) > 0 && !of.HasParent():
				return noCommand(cmd.Root(), args)
			case len(rest) > 0 && len(of.Commands()) > 0:
				return usageError{&refusal.Error{Text: fmt.Sprintf("%s has no command %q; it has %s.",
					of.CommandPath(), rest[0], strings.Join(subcommands(of), ", "))}}
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// nearCommands returns the names of commands that may have been meant by a word.
func nearCommands(cmd *cobra.Command, word string) []string {
	nearest := nearestName(word, subcommands(cmd))
	word = strings.ToLower(word)
	for _, meant := range []func(*cobra.Command) bool{
		func(sub *cobra.Command) bool { return slices.Contains(sub.SuggestFor, word) },
		func(sub *cobra.Command) bool { return sub.Name() == nearest },
		func(sub *cobra.Command) bool { return len(word) > 1 && strings.HasPrefix(sub.Name(), word) },
		func(sub *cobra.Command) bool { return len(word) > 2 && slipped(word, sub.Name()) },
	} {
		var near []string
		for _, sub := range cmd.Commands() {
			if meant(sub) && !sub.Hidden {
				near = append(near, sub.Name())
			}
		}
		if 0 < len(near) && len(near) <= 3 {
			return near
		}
	}
	return nil
}

// slipped reports whether a word differs from a name by one slip: a letter that is missing, added or replaced, or two
// adjacent letters that are exchanged.
func slipped(word, name string) bool {
	i, j := 0, 0 // lengths of the common prefix and of the common suffix
	for i < min(len(word), len(name)) && word[i] == name[i] {
		i++
	}
	for j < min(len(word), len(name))-i && word[len(word)-1-j] == name[len(name)-1-j] {
		j++
	}
	was, is := word[i:len(word)-j], name[i:len(name)-j]
	if len(was) == 2 && len(is) == 2 {
		return was[0] == is[1] && was[1] == is[0]
	}
	return len(was) <= 1 && len(is) <= 1
}

// subcommands returns the names of a command's subcommands.
func subcommands(cmd *cobra.Command) []string {
	var out []string
	for _, sub := range cmd.Commands() {
		out = append(out, sub.Name())
	}
	return out
}

// nearestName returns the one name that may have been meant by a word, or "" if there is none or several.
func nearestName(word string, names []string) string {
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

// nearFlag suggests flags that may have been meant by an unknown one.
func nearFlag(cmd *cobra.Command, wrong error) string {
	if short, ok := strings.CutPrefix(wrong.Error(), "unknown shorthand flag: '"); ok && '0' <= short[0] &&
		short[0] <= '9' {
		return " To give an argument that begins with a dash, put two dashes before it: -- -6h."
	}
	name, unknown := strings.CutPrefix(wrong.Error(), "unknown flag: --")
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := nearestName(name, names); unknown && near != "" {
		return " Did you mean --" + near + "?"
	}
	return ""
}

// maxMissing is the largest number of missing arguments that are named.
const maxMissing = 3

// wrongNumber returns the error for too few or too many arguments.
func wrongNumber(cmd *cobra.Command, args []string, fits cobra.PositionalArgs) string {
	path := cmd.CommandPath()
	for n, more := 0, args; n < maxMissing; n++ {
		if more = append(more[:len(more):len(more)], "x"); fits(cmd, more) == nil {
			return path + " needs more arguments."
		}
	}
	for n := len(args) - 1; n >= 0; n-- {
		if fits(cmd, args[:n]) == nil {
			said := path + " does not take " + strings.Join(args[n:], " ") + "."
			if near := nearCommands(cmd, args[n]); len(near) > 0 {
				return said + " Did you mean " + path + " " + strings.Join(near, ", or "+path+" ") + "?"
			}
			if n > 0 {
				said += " What has blanks in it goes between quotes."
			}
			return said
		}
	}
	return path + " can't be used so."
}

// misuse returns a usage error with a text from misused.
func misuse(cmd *cobra.Command, what string) error {
	return usageError{&refusal.Error{Text: misused(cmd, what)}}
}

// misused returns a text that says what is wrong with the use of a command, and shows its usage.
func misused(cmd *cobra.Command, what string) string {
	_, rest, _ := strings.Cut(cmd.Use, " ")
	text := what + "\nUsage: " + strings.TrimSpace(cmd.CommandPath()+" "+rest)
	if cmd.Example != "" {
		text += "\nFor example:\n" + strings.TrimRight(cmd.Example, "\n")
	}
	return text + "\n" + cmd.CommandPath() + " --help tells more."
}
