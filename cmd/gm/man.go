package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan returns the hidden command that writes the man pages of all commands, for packagers.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the man pages of all commands into a directory",
		Example: "  gm man man1",
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			cmd.Root().DisableAutoGenTag = true // so that two builds of a commit have equal pages
			return doc.GenManTree(cmd.Root(), &doc.GenManHeader{Section: "1", Source: "Deaddrop", Manual: "Deaddrop"}, args[0])
		},
	}
}
