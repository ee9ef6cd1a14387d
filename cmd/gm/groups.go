package main

import (
	"slices"

	"github.com/spf13/cobra"
)

// A helpGroup is a group of commands in the output of gm help.
type helpGroup struct {
	title string
	names []string
}

// helpGroups returns all groups in the order of gm help.
func helpGroups() []helpGroup {
	return []helpGroup{
		{"To see it:", []string{"demo", "play", "try", "letters", "adjudicate"}},
		{"To run it:", []string{"init", "login", "doctor", "serve", "ping", "inbox", "notify", "outbox", "load", "model"}},
		{"The storage of the games:", []string{"store", "move", "archive"}},
		{"Games:", []string{"list", "show", "map", "site", "new", "start", "unstart", "end", "reopen", "export", "import",
			"pack"}},
		{"Turns and deadlines:", []string{"clock", "deadline", "calendar", "pause", "resume", "preview", "read",
			"resolve", "switch", "rulings", "answer"}},
		{"Players:", []string{"seat", "eject", "missing", "absence", "standby", "observer", "master", "trust", "stats",
			"player"}},
		{"Words:", []string{"press", "letter", "press-rules", "mute"}},
		{"Looking back, and correcting:",
			[]string{"log", "history", "diff", "verify", "undo", "orders", "edit", "rollback", "rollforward"}},
	}
}

// groupCommands assigns the commands to their groups.
func groupCommands(root *cobra.Command) {
	for _, g := range helpGroups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, cmd := range root.Commands() {
			if slices.Contains(g.names, cmd.Name()) {
				cmd.GroupID = g.title
			}
		}
	}
}
