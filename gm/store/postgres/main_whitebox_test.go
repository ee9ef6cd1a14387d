package postgres

import (
	"context"
	"os"
	"testing"

	"deaddrop/gm/store/postgres/postgrestest"

	"github.com/jackc/pgx/v5"
)

// Shared is the server of all tests that kill none.
var Shared postgrestest.Shared

// used are databases whose tests are over, and which are stores already.
var used = make(chan string, 100)

// Used returns a database that others may have used, without anything in it: it is there more quickly than a new one.
func Used(t testing.TB) string {
	t.Helper()
	var dsn string
	select {
	case dsn = <-used:
	default:
		dsn = Shared.Server(t).Keep(t)
	}
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), dsn)
		if err == nil {
			_, err = conn.Exec(context.Background(), `delete from game; delete from log; delete from task; delete from blob`, pgx.QueryExecModeSimpleProtocol)
			_ = conn.Close(context.Background())
		}
		if err != nil {
			t.Error(err)
			return
		}
		used <- dsn
	})
	return dsn
}

func TestMain(m *testing.M) {
	code := m.Run()
	Shared.Stop()
	os.Exit(code)
}

// admin returns a connection of its own to a test's database.
func admin(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// do runs statements.
func do(t testing.TB, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// ask returns the one value that a query has.
func ask[T any](t testing.TB, conn *pgx.Conn, sql string) (v T) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), sql).Scan(&v); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// opened opens a database that is checked on Close.
func opened(t testing.TB, dsn string) *DB {
	t.Helper()
	db, err := Open(t.Context(), dsn, Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	})
	return db
}
