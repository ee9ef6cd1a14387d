package main

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/setup"
)

func newSite(d *console) *cobra.Command {
	var c config.Site
	cmd := &cobra.Command{
		Use:   "site [DIR]",
		Short: "Write web pages of all games, for anybody to read",
		Long: `site writes the public pages of all games into a directory, which any web server or web host can serve:
static files that need no program. DIR is an empty directory, a new one, or one that has such pages already; without
DIR, the one that [site] in the configuration names is used. If dir = is set there, gm serve keeps the pages up to
date by itself.

There is a page for the club with the games that are looking for players, running or finished, one for each game and
each turn, a calendar file of its deadline, feeds (Atom), and standings of the players who have a public name (gm
player name). While a game is played, its board, its turns and press to all are only there if anybody may watch it: gm
new --press observe=mail, or gm press-rules. For other games only the phase and the deadline are shown until they are
over. No page shows anybody's address.

To give a game no page at all, name it in except = [...] or with --except.

While gm serve runs, gm serve writes the files: its user must be allowed to.`,
		Example: "  gm site public\n  gm site public --url https://games.example.org/ --except dm7",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.master == nil { // the service may stand in another directory
				if err := d.siteHere(args, &c); err != nil {
					return err
				}
			}
			if len(args) == 1 {
				c.Dir = args[0]
			}
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error { return writeSite(ctx, cmd, m, c) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.URL, "url", "", "the address at which the pages can be read, for links in feeds")
	f.StringVar(&c.Title, "title", "", "the name of the club")
	f.StringVar(&c.Theme, "theme", "", "a directory with templates and styles in place of the program's")
	f.StringSliceVar(&c.Except, "except", nil, "games that have no page")
	return cmd
}

// siteHere completes the settings of the pages by the configuration, and has a running service get all of them.
func (d *console) siteHere(args []string, c *config.Site) error {
	all, err := config.Read(d.config)
	if err != nil {
		return err
	}
	own := all.Site
	if len(args) == 1 {
		own.Dir = args[0]
	}
	if own.Dir == "" {
		return &refusal.Error{Text: "Name the directory for the pages: gm site DIR, or dir = under [site] in the configuration."}
	}
	for _, s := range []struct{ to, from *string }{{&own.URL, &c.URL}, {&own.Title, &c.Title}, {&own.Theme, &c.Theme}} {
		if *s.from != "" {
			*s.to = *s.from
		}
	}
	own.Except = append(own.Except, c.Except...)
	for _, path := range []*string{&own.Dir, &own.Theme} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	*c = own
	d.args = []string{"site", own.Dir, "--url=" + own.URL, "--title=" + own.Title, "--theme=" + own.Theme}
	for _, name := range own.Except {
		d.args = append(d.args, "--except="+name)
	}
	if len(args) == 1 {
		args[0] = own.Dir
	}
	return nil
}

// writeSite writes all pages.
func writeSite(ctx context.Context, cmd *cobra.Command, m *gm.Master, c config.Site) error {
	change, err := setup.WritePages(ctx, m, c)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	printf(out, "%s has pages of %s; %s new or changed.\n", c.Dir, amount.Count(len(change.Games), "game", "games"),
		amount.Count(change.Written, "file is", "files are"))
	for _, name := range slices.Sorted(maps.Keys(change.Unread)) {
		printf(cmd.ErrOrStderr(), "%s has no new pages: %v\n", name, change.Unread[name])
	}
	return nil
}
