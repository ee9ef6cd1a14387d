package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/setup"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/folder"
)

// worthwhile is the size of a file, in bytes, from which on unused space in it matters.
const worthwhile = 16 << 20

// room examines how much of the file with all games is unused.
func (d *Doctor) room(s store.Store) {
	db, ok := store.As[*bolt.DB](s)
	if !ok {
		return
	}
	if file, free := db.Size(); file >= worthwhile && free > file/2 {
		d.advise("gm uses the free space again. To give it back to the system: end gm serve, gm store compact, and "+
			"start gm serve again.",
			"The file with all games has %s, of which %s are free.", amount.Bytes(file), amount.Bytes(free))
	}
}

// unreadable returns advice on a store that can't say how much it contains.
func unreadable(s store.Store) string {
	if _, isFile := store.As[*bolt.DB](s); isFile {
		return "Check that the disk is sound, and look at what gm store check says; if the file with the games is " +
			"damaged, put it aside and restore your last backup."
	}
	return "Check that the database runs and that this machine can reach it. If it can, gm store check says whether " +
		"what is in it can be read."
}

// archive examines the directory for archived games.
func (d *Doctor) archive() {
	if d.c.Archive == "" {
		return
	}
	info, err := os.Stat(d.c.Archive)
	above := filepath.Dir(filepath.Clean(d.c.Archive))
	switch {
	case err == nil && info.IsDir():
		err = setup.Writable(d.c.Archive)
	case err == nil:
		d.fault("Name a directory with archive = in the configuration.", "%s, the directory for archived games, is "+
			"a file.",
			d.c.Archive)
		return
	case errors.Is(err, fs.ErrNotExist) && setup.Writable(above) == nil:
		d.ok("There is no directory %s yet: gm archive makes it for the first game that it archives.", d.c.Archive)
		return
	}
	if err != nil {
		d.fault("Make the directory, mount the disk that it is on, or make the user who runs gm its owner; or name "+
			"another one with archive = in the configuration.",
			"Games can't be archived in %s: %v.", d.c.Archive, err)
		return
	}
	d.ok("Finished games can be archived in %s.", d.c.Archive)
}

// lostShelf reports a directory for archived games that no longer exists.
func (d *Doctor) lostShelf(ctx context.Context, m *gm.Master) {
	dir, ok := m.Shelf.(folder.Dir)
	if !ok {
		return
	}
	if _, err := os.Stat(string(dir)); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	if away, err := site.Archives(ctx, m); err != nil {
		d.fault(unreadable(m.Store), "The archived games can't be listed: %v.", err)
	} else if len(away) > 0 {
		d.fault("Mount the disk that it is on, or restore it from a backup; or check that archive = in the "+
			"configuration names the right directory.",
			"%s archived, but the directory %s does not exist.", amount.Count(len(away), "game was", "games were"), dir)
	}
}
