package postgres_test

import (
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, postgres.Used(t)) })
}

// TestStoreText has a mode that a DSN may ask for, in which client and server send each other text, with times in the
// session's time zone.
func TestStoreText(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store {
		return open(t, postgres.Used(t)+"&default_query_exec_mode=exec&timezone=America/St_Johns")
	})
}

func TestReopen(t *testing.T) {
	t.Parallel()
	dsns := map[string]string{}
	storetest.Reopen(t, func(t *testing.T, dir string) store.Store {
		if dsns[dir] == "" {
			dsns[dir] = postgres.Used(t)
		}
		return open(t, dsns[dir])
	})
}

// open opens a database for a test: it is checked on Close.
func open(t testing.TB, dsn string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), dsn, postgres.Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
