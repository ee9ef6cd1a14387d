package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/parser"
)

// summarized marks the act that prints a summary: gm new.
const summarized = "summarized"

// isSummary reports whether a command prints a summary of what its act has done.
func (how actFlags) isSummary(cmd *cobra.Command, e desk.Effect) bool {
	full, err := cmd.Flags().GetBool("full")
	if err != nil || full || !isMarked(cmd, summarized) {
		return false
	}
	return !how.json && !how.letters && !e.Before
}

// summary prints what a new game really does: who has which seat, the first deadline, reminders and letters.
func (how actFlags) summary(w io.Writer, e desk.Effect) {
	fact := func(name string) string {
		i := slices.IndexFunc(e.Changes, func(f game.Fact) bool { return f.Name == name })
		if i < 0 {
			return ""
		}
		return parser.OneLine(e.Changes[i].Is)
	}
	how.heading(w, e)
	for _, f := range e.Changes {
		if seat, ok := strings.CutSuffix(f.Name, ": address"); ok {
			printf(w, "  %s: address: %s\n", seat, f.Is)
		}
	}
	first := "none until the game begins"
	if is := fact("deadline"); is != "" {
		first = is
	}
	printf(w, "  first deadline: %s\n", first)
	turns := "a turn lasts " + fact("clock: a turn lasts")
	if at := fact("clock: deadlines are at"); at != "" {
		turns += ", until " + at
	}
	printf(w, "  then: %s, and ends %s\n", turns, fact("clock: a turn ends"))
	reminders := "none"
	if before := fact("clock: players who are not in are reminded before the deadline:"); before != "" {
		reminders = before + " before the deadline"
	}
	if next := fact("reminder"); next != "" {
		reminders += ", first on " + next
	}
	printf(w, "  reminders: %s\n", reminders)
	printf(w, "  letters: %d\n", len(e.Letters))
	for _, note := range e.Notes {
		printf(w, "%s\n", note)
	}
	more := "gm show " + e.Game + " has every setting."
	if e.Dry {
		more = "--full has every setting, and --letters the letters."
	}
	printf(w, "%s\n", more)
	how.ends(w, e)
}
