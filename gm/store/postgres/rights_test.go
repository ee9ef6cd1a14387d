package postgres_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/storetest"

	"github.com/jackc/pgx/v5"
)

// rights has a database for an account that has the rights that examples/rights.sql gives it, and those of more.
func rights(t *testing.T, more string) (dsn string) {
	t.Helper()
	owner := postgres.Shared.Server(t).DSN(t)
	if err := open(t, owner).Close(); err != nil {
		t.Fatal(err)
	}
	sql, err := os.ReadFile("../../../examples/rights.sql")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), owner)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	made := `do $$ begin create role gm login; exception when duplicate_object or unique_violation then null; end $$;`
	if _, err := conn.Exec(t.Context(), made+string(sql)+more, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(owner, "user=postgres", "user=gm", 1)
}

// With the rights that the documentation calls sufficient, and the right to remove games, an account can do
// everything that a store must.
func TestRightsAreEnough(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, rights(t, `grant delete on log to gm;`)) })
}

// Without it, the log only grows: games are played and checked, and nothing that was written can be changed or removed.
func TestLogOnlyGrows(t *testing.T) {
	t.Parallel()
	dsn := rights(t, "")
	db := open(t, dsn)
	defer db.Close()
	rev, err := db.Commit(t.Context(), "g", store.Change{Log: []store.Entry{{Key: "a", Body: []byte("as it was")}}, Set: []store.Task{{Name: "t", Due: time.Now()}}})
	_, err2 := db.PutBlob(t.Context(), []byte("abc"))
	_, err3 := db.Take(t.Context(), time.Now().Add(time.Hour), time.Now().Add(2*time.Hour), 10)
	if err := errors.Join(err, err2, err3, db.Check(t.Context())); err != nil {
		t.Fatal(err)
	}
	if err := db.Remove(t.Context(), "g", rev); !errors.Is(err, store.ErrDenied) || errors.Is(err, store.ErrDamaged) {
		t.Errorf("a game is removed: %v", err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, do := range []string{`update log set body = ''`, `delete from log`, `truncate log`, `drop table log`, `alter table log disable trigger all`} {
		if _, err := conn.Exec(t.Context(), do); err == nil {
			t.Errorf("%s is let through", do)
		}
	}
}

// A right that is missing is no damage, and the error says what is missing.
func TestMissingRightIsNoDamage(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), rights(t, `revoke select on sequence tag from gm;`), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(t.Context()); !errors.Is(err, store.ErrDenied) || errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "permission denied for sequence tag") {
		t.Errorf("it is said: %v", err)
	}
}
