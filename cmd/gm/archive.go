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
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/gm/store/folder"
)

func newArchive(d *console) *cobra.Command {
	var age time.Duration
	var dry, asJSON bool
	cmd := &cobra.Command{
		Use:   "archive GAME ... | --finished-before TIME",
		Short: "Archive finished games",
		Long: `archive makes one compressed file of each game that is over, and removes it from the active games. The
files are kept in the directory that archive = in the configuration names, which is created if need be; without that
setting they are kept in the same file or database as the games. Nothing is lost: gm show, log, history, map, verify and
export still read an archived game, letters to it are answered, and gm archive restore brings it back. The file contains
all that gm export writes, including secrets and addresses.

With --finished-before, all games that ended at least that long ago are archived. Games that are not over stay, and so
do those with letters that have not yet been sent.`,
		Example: "  gm archive --finished-before 90d --dry-run\n  gm archive --finished-before 90d",
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				if cmd.Flags().Changed("finished-before") {
					if age < 0 {
						return &refusal.Error{Text: "The time can't be negative; write 90d, or 0s for all games " +
							"that are over."}
					}
					var err error
					if args, err = site.Finished(ctx, m, d.now().Add(-age)); err != nil {
						return err
					}
				}
				if !asJSON {
					_, err := archiveAll(ctx, cmd.OutOrStdout(), m, d.now(), args, dry)
					return err
				}
				away, err := archiveAll(ctx, io.Discard, m, d.now(), args, dry)
				return errors.Join(encode(cmd.OutOrStdout(), array(away)), err)
			})
		},
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if given := cmd.Flags().Changed("finished-before"); given == (len(args) > 0) {
			return errors.New("games, or --finished-before")
		}
		return nil
	}
	cmd.Flags().Var(span{&age}, "finished-before", "all games that ended at least this long ago, such as 90d")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "say which games would be archived, and do nothing")
	cmd.AddCommand(d.newArchiveList(), d.newArchiveRestore())
	return jsonFlag(cmd, &asJSON)
}

// archiveAll archives games one after another, ignoring repeated names, and prints the result of each. It returns the
// names of the games that were archived, or would be in a dry run.
func archiveAll(ctx context.Context, w io.Writer, m *gm.Master, now time.Time, names []string,
	dry bool) (away []gm.Archived, err error) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	done := "archived"
	if dry {
		done = "would be archived"
	}
	if !dry && len(names) > 0 {
		if err := makeShelf(ctx, w, m, now, names[0]); err != nil {
			return nil, err
		}
	}
	for _, name := range names {
		a, err := site.Archive(ctx, m, now, name, dry)
		if err != nil {
			return away, err
		}
		away = append(away, a)
		printf(w, "%s, %s, over since %s, %s: %s as %s.\n", a.Name, a.Rules, a.Ended.Format(time.DateOnly), done,
			amount.Bytes(int64(a.Size)), a.Blob)
	}
	if len(names) == 0 {
		printf(w, "No game ended that long ago.\n")
	}
	return away, nil
}

// makeShelf creates the directory for archived games before the first game is archived. If the directory is missing
// later, it may be a mount that is missing, so it is not created again.
func makeShelf(ctx context.Context, w io.Writer, m *gm.Master, now time.Time, first string) error {
	dir, ok := m.Shelf.(folder.Dir)
	if !ok {
		return nil
	}
	if away, err := site.Archives(ctx, m); err != nil || len(away) > 0 {
		return err
	}
	// for a game that can't be archived, no directory is created
	if _, err := site.Archive(ctx, m, now, first, true); err != nil {
		return err
	}
	_, missing := os.Stat(string(dir))
	above := filepath.Dir(filepath.Clean(string(dir)))
	switch err := dir.Make(); {
	case errors.Is(err, fs.ErrNotExist):
		return &refusal.Error{Text: fmt.Sprintf("The directory %s, which archive = in the configuration names, "+
			"can't be created: there is no directory %s. Create it, or mount the disk that it belongs on.", dir, above)}
	case errors.Is(err, fs.ErrPermission):
		return &refusal.Error{Text: fmt.Sprintf("The directory %s, which archive = in the configuration names, "+
			"can't be created: the user who runs gm may not write in %s.", dir, above)}
	case err != nil:
		return fmt.Errorf("making the directory for archived games: %w", err)
	}
	if missing != nil {
		printf(w, "The directory %s was created; only the user who runs gm can use it.\n", dir)
	}
	return nil
}

func (d *console) newArchiveList() *cobra.Command {
	return d.reads(&cobra.Command{
		Use:   "list",
		Short: "List the archived games",
		Long: `list tells which games were archived, and reads the file of each. A game whose file is missing or damaged
is marked UNREADABLE, with advice on what to do. All others are still listed, and the command then fails.`,
		Example: "  gm archive list",
		Args:    cobra.NoArgs,
	}, func(ctx context.Context, m *gm.Master, _ []string) (string, any, error) { return listArchive(ctx, m) })
}

// A shelved is an archived game in the output of gm archive list --json.
type shelved struct {
	gm.Archived
	Unreadable string `json:",omitempty"` // why its file can't be read; "" if it can
}

// listArchive lists the archived games, one per line, followed by a line on those whose files can't be read. If there
// are any of these, the error is errFaults.
func listArchive(ctx context.Context, m *gm.Master) (string, any, error) {
	games, err := site.Archives(ctx, m)
	if err != nil {
		return "", nil, err
	}
	var b strings.Builder
	if len(games) == 0 {
		printf(&b, "No game has been archived; gm archive does that.\n")
	}
	list, lost := []shelved{}, error(nil)
	for _, a := range games {
		printf(&b, "%s\n", archivedLine(a))
		s, err := shelved{Archived: a}, site.OnShelf(ctx, m, a)
		if err := ctx.Err(); err != nil { // the interruption is not the file's fault
			return "", nil, err
		}
		if err != nil {
			s.Unreadable, lost = err.Error(), errFaults
			printf(&b, "%12s UNREADABLE: %v\n", "", err)
		}
		list = append(list, s)
	}
	if lost != nil {
		printf(&b, "\n%s", mendingArchive(m))
	}
	return b.String(), list, lost
}

// archivedLine describes an archived game on one line.
func archivedLine(a gm.Archived) string {
	players := 0
	for _, s := range a.Seats {
		if s.Address != "" {
			players++
		}
	}
	why := ""
	if a.Why != "" {
		why = ", " + a.Why
	}
	return fmt.Sprintf("%-12s %-10s over since %s%s; %s, %s", a.Name, a.Rules, a.Ended.Format(time.DateOnly), why,
		amount.Count(players, "seat", "seats"), amount.Bytes(int64(a.Size)))
}

func (d *console) newArchiveRestore() *cobra.Command {
	return &cobra.Command{
		Use:     "restore GAME",
		Short:   "Bring back an archived game",
		Long:    "restore makes an archived game active again, just as it was. Its compressed file stays where it is.",
		Example: "  gm archive restore dm0",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				a, err := site.Unarchive(ctx, m, args[0])
				if err == nil {
					printf(cmd.OutOrStdout(), "%s is active again, as it was when it was archived on %s.\n", a.Name,
						a.Archived.Format(time.DateOnly))
				}
				return err
			})
		},
	}
}

// archiveSound reads the files of all archived games. It returns their number, and an error for each file with a
// fault.
func archiveSound(ctx context.Context, m *gm.Master) (n int, found []error, err error) {
	games, err := site.Archives(ctx, m)
	if err != nil {
		return 0, nil, err
	}
	for _, a := range games {
		if _, err := site.Reading(ctx, m, a.Name); err != nil {
			if _, gone := site.UptimeOf(ctx, m); gone != nil { // the store has failed, not the file
				return 0, nil, gone
			}
			found = append(found, fmt.Errorf("the archived game %s: %w", a.Name, err))
		}
	}
	return len(games), found, nil
}

// mendingArchive returns advice on archived games that can't be read.
func mendingArchive(m *gm.Master) string {
	if m.Shelf == nil {
		return `The active games are not affected. The files of archived games are in the store itself: export the
damaged one from a backup of it that is older than the damage, and keep that file.
`
	}
	return `The active games are not affected, so leave the store as it is. Check that the directory of archive = in the
configuration exists, and restore that game's file from a backup of the directory: its name is the game's Blob in
gm archive list --json, and it is in a subdirectory named after the first two letters.
`
}
