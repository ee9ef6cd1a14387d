package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm"
	"deaddrop/gm/refusal"
	"deaddrop/gm/solo"
	"deaddrop/gm/store/bolt"
)

// newPlay returns the command gm play: a game of one person against robots, in a terminal.
func newPlay(d *console) *cobra.Command {
	var (
		o   soloOptions
		cmd = &cobra.Command{
			Use:   "play [TITLE]",
			Short: "Play alone against robots, in the terminal and without mail",
			Long: `play starts a game of TITLE in which robots have the other seats, and continues it the next time. It
needs no mailbox and no configuration. You read the letters that a player gets, and write orders in the words of
letters: HELP and RULES work, too. Write some lines; an empty line sends them. There are four commands besides, each on
a line of its own:

    /edit    write the letter in your editor ($VISUAL or $EDITOR)
    /again   show the newest letter once more
    /skip    let the deadline pass with what is on file
    /quit    leave the game; gm play goes on with it later

Nothing waits for real deadlines: those in the letters are in the game's own time. Maps are saved as files beside the
game, and each is named when it comes.`,
			Example: "  gm play deadman --seat France --dir france\n  gm play decatur --players 3 --dir decatur\n" +
				"  gm play --dir decatur",
			Args: cobra.MaximumNArgs(1),
		}
	)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			o.title = args[0]
		}
		return d.playAlone(cmd, o)
	}
	cmd.Flags().StringVar(&o.seat, "seat", "", "your seat, such as France (default: one at random)")
	cmd.Flags().IntVar(&o.players, "players", 0, "how many play, including you (default: as few as the title allows)")
	cmd.Flags().StringVar(&o.dir, "dir", "", "where the game is kept (deaddrop-games/TITLE in your home directory)")
	cmd.Flags().BoolVar(&o.anew, "new", false, "begin a new game in place of the one that is there")
	cmd.Flags().StringToStringVar(&o.rules, "rule", nil, "a ruling, such as db=before; gm rulings TITLE lists them all")
	return cmd
}

// soloOptions are the options of gm play.
type soloOptions struct {
	title, seat, dir string
	players          int
	anew             bool
	rules            map[string]string
}

// playAlone begins or resumes a game, and plays until it is over or its player leaves.
func (d *console) playAlone(cmd *cobra.Command, o soloOptions) error {
	title, err := o.find()
	if err != nil {
		return err
	}
	if o.dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return &refusal.Error{Text: "There is no home directory. Give a directory with --dir."}
		}
		o.dir = filepath.Join(home, "deaddrop-games", title.Rules.Name)
	}
	was, err := solo.Exists(o.dir)
	if err != nil {
		return err
	}
	if was != "" && was != title.Rules.Name {
		return &refusal.Error{Text: fmt.Sprintf("%s already contains a game of %s. Give another directory with "+
			"--dir.", o.dir,
			was)}
	}
	if was != "" && o.anew {
		if err := solo.Discard(o.dir); err != nil {
			return err
		}
		was = ""
	}
	if err := os.MkdirAll(o.dir, 0o700); err != nil {
		return err
	}
	db, err := bolt.Open(filepath.Join(o.dir, solo.StoreFile), bolt.Options{})
	if err != nil {
		return err
	}
	m, err := d.nowhere(db)
	if err != nil {
		return err
	}
	var table *solo.Table
	if was == "" {
		table, err = d.begin(cmd.Context(), m, title, o)
	} else {
		table, err = solo.Resume(cmd.Context(), m, title, o.dir)
	}
	if err == nil {
		err = table.Talk(cmd.Context(), cmd.InOrStdin(), harmlessText{cmd.OutOrStdout()})
	}
	return errors.Join(err, m.Store.Close())
}

// find returns the title to be played: the one that is named, or the only one with a saved game.
func (o soloOptions) find() (robots.Game, error) {
	name := cmp.Or(o.title, "deadman")
	if o.title == "" && o.dir != "" {
		was, err := solo.Exists(o.dir)
		if err != nil {
			return robots.Game{}, err
		}
		name = cmp.Or(was, name)
	}
	var known []string
	for _, g := range robotGames() {
		if strings.EqualFold(g.Rules.Name, name) || strings.EqualFold(g.Rules.Title, name) {
			return g, nil
		}
		known = append(known, g.Rules.Name)
	}
	return robots.Game{}, &refusal.Error{Text: fmt.Sprintf("Robots don't play %q; they play %s.", name,
		adjudicator.Listed(known, "and"))}
}

// begin starts a new game.
func (d *console) begin(ctx context.Context, m *gm.Master, title robots.Game, o soloOptions) (*solo.Table, error) {
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return nil, err
	}
	return solo.Begin(ctx, m, title, o.dir, solo.Plan{Seat: o.seat, Players: o.players, Options: o.rules, Secret: secret,
		Start: d.now()})
}
