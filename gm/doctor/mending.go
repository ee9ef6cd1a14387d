package doctor

import (
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// Mending returns advice on damage in a store.
func Mending(s store.Store) string {
	if _, ok := store.As[*bolt.DB](s); !ok {
		return "Keep the database as it is, check its disk, run its own checks (pg_amcheck), and restore what is " +
			"damaged from the last backup.\n"
	}
	return MendingFile
}

// MendingFile is the advice on a damaged file with games.
const MendingFile = `End gm serve, put that file aside and keep it, check that the disk is sound, and
put the last backup in its place (gm store backup makes one). A single game that is damaged can be kept from doing harm
with gm end, if it can be read at all.
`
