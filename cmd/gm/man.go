package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan writes the man pages of all commands. It is for whoever packs the program, and is not listed.
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
			cmd.Root().DisableAutoGenTag = true // so that two builds of one commit are the same
			return doc.GenManTree(cmd.Root(), &doc.GenManHeader{Section: "1", Source: "Deaddrop", Manual: "Deaddrop"}, args[0])
		},
	}
}
