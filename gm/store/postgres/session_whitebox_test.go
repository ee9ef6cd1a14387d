package postgres

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestSessions says when statements are prepared: on a server's own connections, unless the DSN has a mode of its own.
func TestSessions(t *testing.T) {
	t.Parallel()
	s := Shared.Server(t)
	dsn := s.DSN(t)
	pool := s.Pool(t, "transaction").Through(dsn)
	for _, c := range []struct {
		dsn  string
		want pgx.QueryExecMode
	}{
		{dsn, pgx.QueryExecModeCacheStatement},
		{dsn + "&default_query_exec_mode=exec", pgx.QueryExecModeExec},
		{pool, pgx.QueryExecModeCacheDescribe},
		{pool + "&default_query_exec_mode=exec", pgx.QueryExecModeExec},
	} {
		conn, err := opened(t, c.dsn).pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := conn.Conn().Config().DefaultQueryExecMode; got != c.want {
			t.Errorf("%s: %v, want %v", c.dsn, got, c.want)
		}
		conn.Release()
	}
}

// TestPoolAppears has a pool take the place of the server while the database is open: no call fails.
func TestPoolAppears(t *testing.T) {
	t.Parallel()
	s := Shared.Server(t)
	dsn := s.DSN(t)
	pool := s.Pool(t, "transaction").Through(dsn)
	dir, err := os.MkdirTemp("", "pg") // short, as the name of a socket is to be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	lead := func(dsn string) {
		t.Helper()
		c, err1 := pgx.ParseConfig(dsn)
		err2 := os.RemoveAll(filepath.Join(dir, ".s.PGSQL.5432"))
		if err := errors.Join(err1, err2, os.Symlink(filepath.Join(c.Host, ".s.PGSQL.5432"), filepath.Join(dir, ".s.PGSQL.5432"))); err != nil {
			t.Fatal(err)
		}
	}
	lead(dsn)
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("host", dir)
	u.RawQuery = q.Encode()
	db := opened(t, u.String())
	for round := range 2 {
		var all sync.WaitGroup
		for w := range 6 {
			all.Go(func() {
				for i := range 10 {
					if err := countUp(t.Context(), db, fmt.Sprint(round, w, i)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		lead(pool)
		db.pool.Reset()
	}
}
