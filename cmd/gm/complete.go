package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm/inspect"
)

// completed adds shell completion to a command and its subcommands, for games, seats and everything else that their
// usage mentions. gm completion --help explains how to activate it. The caller must be about to end, because cobra
// keeps completions of flags until the program ends.
func (d *console) completed(cmd *cobra.Command) {
	_, use, _ := strings.Cut(cmd.Use, " ")
	want := usageArgs(use)
	if cmd.ValidArgsFunction == nil && cmd.HasParent() {
		cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion,
			cobra.ShellCompDirective) {
			if len(want) == 0 || len(args) >= len(want) && !strings.HasSuffix(strings.TrimRight(use, "]"), "...") {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return d.completions(cmd, want[min(len(args), len(want)-1)], args)
		}
	}
	for _, flag := range []string{"as", "to", "seat"} {
		// beside --from, the flag --to takes a phase and not a seat
		if cmd.Flags().Lookup(flag) == nil || cmd.Flags().Lookup(flag).Value.Type() != "string" ||
			cmd.Flags().Lookup("from") != nil {
			continue
		}
		seats := func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return d.completions(cmd, "SEAT", args)
		}
		if err := cmd.RegisterFlagCompletionFunc(flag, seats); err != nil {
			panic(fmt.Sprintf("gm: the flag --%s of %s can't be completed: %v", flag, cmd.CommandPath(), err))
		}
	}
	if cmd.Flags().Lookup("state") != nil {
		if err := cmd.RegisterFlagCompletionFunc("state",
			cobra.FixedCompletions(listStates(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(fmt.Sprintf("gm: the flag --state of %s can't be completed: %v", cmd.CommandPath(), err))
		}
	}
	for _, sub := range cmd.Commands() {
		d.completed(sub)
	}
}

// usageArgs returns the arguments in a usage line, without flags.
func usageArgs(use string) []string {
	var out []string
	depth := 0 // depth of nested brackets
	for word := range strings.FieldsSeq(use) {
		flag := strings.HasPrefix(word, "[--") || strings.HasPrefix(word, "--")
		if flag || depth > 0 {
			depth += strings.Count(word, "[") - strings.Count(word, "]")
			continue
		}
		if word == "|" {
			break
		}
		if word = strings.Trim(word, "[]"); word != "..." {
			out = append(out, word)
		}
	}
	return out
}

// completions returns the possible values for a word of a usage line, given the arguments before it.
func (d *console) completions(cmd *cobra.Command, word string, args []string) ([]cobra.Completion,
	cobra.ShellCompDirective) {
	const noFile = cobra.ShellCompDirectiveNoFileComp
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	switch {
	case strings.HasPrefix(word, "FILE"):
		return nil, cobra.ShellCompDirectiveDefault
	case word == "GAME":
		var games []inspect.Overview
		d.asked(ctx, &games, "list", "--json")
		return nameOf(games, func(o inspect.Overview) string { return o.Name }), noFile
	case word == "TITLE":
		var out []cobra.Completion
		for _, r := range titles() {
			out = append(out, cobra.CompletionWithDesc(r.Name, r.Title))
		}
		return out, noFile
	case word == "NAME" && cmd.Name() != "new":
		var box struct{ Waits []inboxItem }
		d.asked(ctx, &box, "inbox", "--json")
		return nameOf(box.Waits, func(it inboxItem) string { return it.Name }), noFile
	case strings.Contains(word, "|") && strings.ToLower(word) == word:
		return strings.Split(word, "|"), noFile
	}
	if ofGame := []string{"SEAT", "SEAT=ADDRESS", "RULING=VALUE"}; len(args) == 0 || !slices.Contains(ofGame, word) {
		return nil, noFile
	}
	var game inspect.Overview
	d.asked(ctx, &game, "show", args[0], "--json")
	switch word {
	case "RULING=VALUE":
		return rulingsOf(game.Rules), noFile
	case "SEAT=ADDRESS":
		return nameOf(game.Seats, func(s inspect.SeatOverview) string { return string(s.Name) + "=" }),
			noFile | cobra.ShellCompDirectiveNoSpace
	}
	return nameOf(game.Seats, func(s inspect.SeatOverview) string { return string(s.Name) }), noFile
}

// rulingsOf returns the options of a title with their values, for completion.
func rulingsOf(rules string) []cobra.Completion {
	r, err := titleNamed(rules)
	if err != nil {
		return nil
	}
	var out []cobra.Completion
	for _, o := range r.Options {
		for i, value := range o.Values {
			out = append(out, cobra.CompletionWithDesc(o.Name+"="+value, o.Means[i]))
		}
	}
	return out
}

func nameOf[T any](list []T, name func(T) string) []cobra.Completion {
	var out []cobra.Completion
	for _, one := range list {
		out = append(out, name(one))
	}
	return out
}
