package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"deaddrop/gm/config"
	"deaddrop/gm/files"
	"deaddrop/gm/refusal"
	"deaddrop/gm/setup"
)

func newInit(d *console) *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "Create the file or database for the games of a new site",
		Long: `init creates the storage of a new site, where data = or store = in the configuration says: an empty file
in an existing directory, or the tables in an empty database. No other command does so; thus a slip in the configuration
can't start a second site beside the existing games.`,
		Example: "  gm init",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(d.config)
			if err != nil {
				return err
			}
			if err := beginSite(cmd, c); err != nil {
				return err
			}
			printf(cmd.OutOrStdout(), "The games are kept in %s from now on. gm doctor looks whether all is in order, "+
				"gm serve runs them, and gm new starts one.\n", c.Games())
			return nil
		},
	}
}

// beginSite creates the file or the database tables for games, if they do not exist.
func beginSite(cmd *cobra.Command, c config.Config) error {
	begun, err := setup.Begun(cmd.Context(), c)
	switch {
	case err != nil:
		return err
	case begun:
		return &refusal.Error{Text: "The site was begun before: its games are in " + c.Games() + "."}
	}
	if dir := filepath.Dir(c.Data); !c.Shared() {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return &refusal.Error{Text: "There is no directory " + dir + ". Make it (mkdir -p " + dir +
				"), or name another file behind data = in the configuration."}
		}
	}
	s, err := setup.OpenStore(cmd.Context(), c)
	if err != nil && !c.Shared() {
		return files.Unwritten(c.Data, err)
	}
	if err != nil {
		return err
	}
	return s.Close()
}
