package main

import (
	"os"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// worthwhile is how long a file must be before it matters how much of it is free.
const worthwhile = 16 << 20

// room looks how much of the file with all games is free.
func (d *doctor) room(s store.Store) {
	db, ok := store.As[*bolt.DB](s)
	if !ok {
		return
	}
	if file, free := db.Size(); file >= worthwhile && free > file/2 {
		d.advise("It is used again by what comes. If you would rather have it back: end gm serve, gm store compact, and start gm serve again.",
			"Of the file with all games, %s long, %s are free.", size(file), size(free))
	}
}

// shelf looks at the directory for games that were put away.
func (d *doctor) shelf() {
	if d.c.Archive == "" {
		return
	}
	info, err := os.Stat(d.c.Archive)
	switch {
	case err == nil && info.IsDir():
		err = writable(d.c.Archive)
	case err == nil:
		d.fault("Name a directory behind archive = in the configuration.", "%s, where games are put away, is a file.", d.c.Archive)
		return
	}
	if err != nil {
		d.fault("Make the directory, mount what it lies on, or give it to the user who runs gm; or name another one behind archive = in the configuration.",
			"Games can't be put away in %s: %v.", d.c.Archive, err)
		return
	}
	d.ok("Games that are over can be put away in %s.", d.c.Archive)
}
