package postgrestest_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store/postgres/postgrestest"

	"github.com/jackc/pgx/v5"
)

// dies is the environment variable that makes the test binary the program that TestOrphan kills.
const dies = "POSTGRESTEST_DIES"

func connect(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func do(t testing.TB, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func count(t testing.TB, conn *pgx.Conn) (n int) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "select count(*) from a").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Data outlive a kill, and databases know nothing of each other.
func TestRestart(t *testing.T) {
	t.Parallel()
	s := postgrestest.Start(t, postgrestest.Options{})
	dsn, other := s.DSN(t), s.DSN(t)
	do(t, connect(t, dsn), "create table a (b int)")
	do(t, connect(t, other), "create table a (b int)")
	conn := connect(t, dsn)
	do(t, conn, "insert into a values (1)")
	do(t, conn, "insert into a values (2)")
	s.Kill()
	if _, err := conn.Exec(t.Context(), "select 1"); err == nil {
		t.Error("it was killed, but answers")
	}
	s.Kill() // is harmless
	s.Restart(t)
	if n := count(t, connect(t, dsn)); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
}

// Everything that the primary has acknowledged is on the standby that replaces it.
func TestPromote(t *testing.T) {
	t.Parallel()
	s := postgrestest.Start(t, postgrestest.Options{Standby: true})
	dsn := s.DSN(t)
	do(t, connect(t, dsn), "create table a (b int)")
	do(t, connect(t, dsn), "insert into a values (1)")
	s.Kill()
	s.Promote(t)
	conn := connect(t, dsn)
	if n := count(t, conn); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
	do(t, conn, "insert into a values (2)")
	s.Kill()
	s.Restart(t)
	if n := count(t, connect(t, dsn)); n != 2 {
		t.Errorf("%d rows after all, want 2", n)
	}
}

// TestOrphan kills a program that has started a server, which ends as well.
func TestOrphan(t *testing.T) {
	if os.Getenv(dies) != "" {
		s := postgrestest.Start(t, postgrestest.Options{})
		fmt.Println("DSN", s.DSN(t))
		me, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = me.Kill()
		}
		t.Fatal(err)
	}
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux it does")
	}
	t.Parallel()
	child := exec.Command(os.Args[0], "-test.run=^TestOrphan$", "-test.v")
	child.Env = append(os.Environ(), dies+"=1")
	out, err := child.Output()
	if strings.Contains(string(out), "--- SKIP") {
		t.Skip("no server starts here")
	}
	_, dsn, found := strings.Cut(string(out), "DSN ")
	dsn, _, _ = strings.Cut(dsn, "\n")
	if err == nil || !found {
		t.Fatalf("it did not start a server and die: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		config, err := pgx.ParseConfig(dsn)
		if err != nil {
			t.Fatal(err)
		}
		_ = os.RemoveAll(strings.TrimSuffix(config.Host, "/a"))
	})
	for range 1200 {
		conn, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			return
		}
		_ = conn.Close(t.Context())
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the server lives on")
}
