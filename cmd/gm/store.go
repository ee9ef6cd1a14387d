package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/config"
	"deaddrop/gm/doctor"
	"deaddrop/gm/files"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/folder"
	"deaddrop/gm/store/transfer"
)

func newStore(d *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "store",
		Short:   "Check, back up or compact the file or database of the games",
		Long:    "store works on the file or database that holds all games, not on any single game.",
		Example: "  gm store check\n  gm store backup games.bak\n  gm store compact",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(d.newStoreCheck(), d.newStoreBackup(), d.newStoreCompact())
	return cmd
}

func (d *console) newStoreCheck() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Read everything in the store, and report damage",
		Long: `check reads the whole file or database and each archived game, and says how much there is, what is
damaged, and what to do. It fails if anything is damaged. It changes nothing and works beside gm serve; while it reads a
large file, the players' letters wait.`,
		Example: "  gm store check",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			err := d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				total, found, err := checked(ctx, m)
				if err != nil {
					return fmt.Errorf("not everything could be read, so nothing can be said about the rest: %w", err)
				}
				away, lost, err := archiveSound(ctx, m)
				if err != nil {
					return err
				}
				if asJSON {
					return tellChecked(out, total, away, slices.Concat(found, lost))
				}
				if len(found) == 0 {
					printf(out, "There are %s.\n", inAll(total))
				}
				for _, err := range slices.Concat(found, lost) {
					printf(out, "DAMAGED: %v\n", err)
				}
				if len(found) > 0 {
					printf(out, "\n%s", doctor.Mending(m.Store))
				}
				if len(lost) > 0 {
					printf(out, "\n%s", mendingArchive(m))
				}
				if len(found)+len(lost) > 0 {
					return errFaults
				}
				printf(out, "%s put away.\nNothing is damaged.\n", amount.Count(away, "game is", "games are"))
				return nil
			})
			if errors.Is(err, bolt.ErrDamaged) && asJSON {
				return tellChecked(out, transfer.Totals{}, 0, []error{err})
			}
			if errors.Is(err, bolt.ErrDamaged) {
				printf(out, "DAMAGED: %v\n\n%s", err, doctor.MendingFile)
				return errFaults
			}
			return err
		},
	}
	return jsonFlag(cmd, &asJSON)
}

// tellChecked prints the contents of a store and its damage as JSON.
func tellChecked(w io.Writer, total transfer.Totals, away int, damage []error) error {
	damaged := []string{}
	for _, err := range damage {
		damaged = append(damaged, err.Error())
	}
	err := encode(w, struct {
		Games, Archived int
		Entries, Tasks  int
		Bytes           int64
		Damaged         []string
	}{total.Games, away, total.Entries, total.Tasks, total.Bytes, damaged})
	if len(damaged) > 0 {
		err = errors.Join(err, errFaults)
	}
	return err
}

// checked reads everything in a store. It returns the totals and the damage found, or an error if the store can't be
// read.
func checked(ctx context.Context, m *gm.Master) (t transfer.Totals, found []error, err error) {
	// otherwise a database that does not answer would be reported as damaged
	if _, err := site.UptimeOf(ctx, m); err != nil {
		return t, nil, err
	}
	if engine, ok := store.As[interface{ Check(context.Context) error }](m.Store); ok {
		if err := engine.Check(ctx); err != nil {
			if _, gone := site.UptimeOf(ctx, m); gone != nil || errors.Is(err, store.ErrDenied) {
				return t, nil, err
			}
			return t, []error{err}, nil
		}
	}
	games, err := inspect.Games(ctx, m)
	if err != nil {
		return t, nil, err
	}
	for _, o := range games {
		if o.State == "broken" {
			found = append(found, fmt.Errorf("the game %s: %s", o.Name, o.Why))
		}
	}
	t, err = transfer.Count(ctx, m.Store, game.IsGame)
	return t, found, err
}

func (d *console) newStoreBackup() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Back up all games into a file, even while they are played",
		Long: `backup writes everything into one file. The new file is written beside FILE, opened and checked, and
renamed to FILE once it is complete. It replaces an older backup of these games, and no other file. Games archived in a
directory are not in it: back that directory up as files. While gm serve runs, gm serve writes the file: its user must
be allowed to, and is the only one who can read it.

To go back to it, end gm serve, put the file in the place of the one that data = names, and start gm serve. Or move it
into an empty database: gm move --from FILE --to postgres://... It is better to back up a database with its own tools,
such as pg_dump or a standby. The backup file made from one here has each game as it was at some moment, and can be
used without a database.`,
		Example: "  gm store backup games.bak",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.master == nil { // the service may be in another directory
				if err := aBackup.MayWrite(args[0], d.config); err != nil {
					return err
				}
				path, err := filepath.Abs(args[0])
				if err != nil {
					return err
				}
				args, d.args = []string{path}, []string{"store", "backup", path}
			}
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				bytes, err := writeBackup(ctx, m.Store, args[0], d.config)
				if err == nil {
					printf(cmd.OutOrStdout(), "The games are in %s, %s, as they are now, with all their secrets. "+
						"It was read back and is complete.\n", args[0], amount.Bytes(bytes))
					if shelf, ok := m.Shelf.(folder.Dir); ok {
						printf(cmd.OutOrStdout(), "Games that were archived in %s are not in it: back up that "+
							"directory as files.\n", string(shelf))
					}
				}
				return err
			})
		},
	}
}

// writeBackup writes a store to a file, completely or not at all, and returns the file's size.
func writeBackup(ctx context.Context, s store.Store, path, config string) (bytes int64, err error) {
	db, isFile := store.As[*bolt.DB](s)
	if isFile && files.Same(path, db.Path()) {
		return 0, &refusal.Error{Text: path + " is the file that the games are in. Name another file."}
	}
	if err := aBackup.MayWrite(path, config); err != nil {
		return 0, err
	}
	if err := keepsGames(ctx, s, path); err != nil {
		return 0, err
	}
	err = files.InPlaceOf(path, func(f *os.File) error {
		if isFile {
			err = db.Backup(ctx, f)
		} else {
			err = portable(ctx, s, f.Name())
		}
		if err != nil {
			return err
		}
		if err := soundFile(f.Name()); err != nil {
			return fmt.Errorf("reading back the backup: %w", err)
		}
		info, err := f.Stat()
		if err == nil {
			bytes = info.Size()
		}
		return err
	})
	return bytes, err
}

// keepsGames returns a refusal if a backup of a store would overwrite a file with other games or, if the store has no
// games, with any games.
func keepsGames(ctx context.Context, s store.Store, path string) (err error) {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil // there is no file, or an empty one: nothing is overwritten
	}
	old, err := bolt.Open(path, bolt.Options{})
	if errors.Is(err, bolt.ErrDamaged) {
		return nil // overwriting it loses nothing
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, old.Close()) }()
	if away := (*transfer.Away)(nil); errors.As(transfer.Barred(ctx, old), &away) {
		return &refusal.Error{Text: path + " has games that were moved away, or whose move was interrupted, and so " +
			"can't be overwritten: a backup under its name could be served, and the games would run in two places. Name " +
			"another file, or remove that one first."}
	}
	has, err := anyGame(ctx, old)
	if err != nil || !has {
		return err
	}
	has, err = anyGame(ctx, s)
	if err == nil && !has {
		return &refusal.Error{Text: "There are no games here now, but there are some in " + path +
			", which stays as it is. Check that data = in the configuration names the right file; else name " +
			"another file."}
	}
	own, other := gm.SameSite(ctx, s, old)
	if err = errors.Join(err, other); err == nil && !own {
		err = &refusal.Error{Text: path + " has games of another site in it, so it is not overwritten. Name " +
			"another file, or remove that one first."}
	}
	return err
}

// anyGame reports whether a store contains a game, archived or not.
func anyGame(ctx context.Context, s store.Store) (bool, error) {
	for name, err := range s.Games(ctx, "") {
		if err != nil {
			return false, err
		}
		if game.IsGame(name) {
			return true, nil
		}
	}
	away, err := site.Archives(ctx, (&gm.Master{Store: s}))
	return len(away) > 0, err
}

// portable copies a database into a file.
func portable(ctx context.Context, s store.Store, path string) error {
	to, err := bolt.Open(path, bolt.Options{NoSync: true}) // the whole file is flushed at the end
	if err != nil {
		return err
	}
	_, err = transfer.Snapshot(ctx, s, to, nil)
	return errors.Join(err, to.Close())
}

// soundFile checks a file with games by reading all of it.
func soundFile(path string) error {
	db, err := bolt.Open(path, bolt.Options{Check: true})
	if err != nil {
		return err
	}
	return db.Close()
}

func (d *console) newStoreCompact() *cobra.Command {
	return &cobra.Command{
		Use:   "compact",
		Short: "Rewrite the file with all games without its free space",
		Long: `compact rewrites the file with all games without the free space in it: the file never shrinks by itself,
though free space is used again. gm serve must not run meanwhile, and there must be as much free space on the disk as
the games take. The new file is compared with the old one before it takes its place. gm doctor says when it is
worthwhile. A database reuses free space by itself, and can't be compacted this way.`,
		Example: "  gm store compact",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(d.config)
			switch {
			case err != nil:
				return err
			case c.Shared():
				return &refusal.Error{Text: "The games are in a database, which reuses free space by itself " +
					"(autovacuum), so there is nothing to do."}
			case d.master != nil || control.Running(c.Socket()):
				return inUse(c)
			}
			before, after, err := bolt.Compact(cmd.Context(), c.Data)
			switch {
			case errors.Is(err, bolt.ErrLocked):
				return inUse(c)
			case errors.Is(err, fs.ErrNotExist):
				return noGames(c)
			case err != nil:
				return err
			}
			printf(cmd.OutOrStdout(), "%s had %s and has %s now.\n", c.Data, amount.Bytes(before), amount.Bytes(after))
			return nil
		},
	}
}

func inUse(c config.Config) error {
	return &refusal.Error{Text: "The games in " + c.Data +
		" are in use, probably by gm serve. End it, compact the file, and start it again."}
}
