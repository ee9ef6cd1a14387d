package postgres

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TestOpen says what Open tells the operator.
func TestOpen(t *testing.T) {
	dsn := Shared.Server(t).DSN(t)
	conn := admin(t, dsn)
	name := ask[string](t, conn, `select current_database()`)
	do(t, conn, `create role guest login`)
	defer do(t, conn, `drop role guest`)
	do(t, conn, `revoke create on schema public from public`)
	do(t, conn, `create database latin encoding 'SQL_ASCII' template template0`)
	defer do(t, conn, `drop database latin`)
	begun := Shared.Server(t).DSN(t)
	opened(t, begun)
	bare := withoutTLS(t)
	for _, c := range []struct{ dsn, want string }{
		{strings.Replace(dsn, name, "nowhere", 1), `database "nowhere" does not exist (SQLSTATE 3D000): make it, as an account that may: createdb -O postgres nowhere`},
		{strings.Replace(dsn, "user=postgres", "user=stranger", 1), `role "stranger" does not exist (SQLSTATE 28000): the server does not let the account "stranger" in from here`},
		{strings.Replace(dsn, "user=postgres", "user=guest", 1), `the account must own the database: alter database "` + name + `" owner to "guest"`},
		{strings.Replace(begun, "user=postgres", "user=guest", 1), `permission denied for table deaddrop (SQLSTATE 42501): what is in the database belongs to another account: put that one into the DSN`},
		{strings.Replace(dsn, name, "latin", 1), `keeps text as SQL_ASCII: make another one: createdb -T template0 -E UTF8`},
		{dsn + "&synchronous_commit=off", `synchronous_commit is off, which loses what was acknowledged`},
		{dsn + "&client_min_messages=error", `client_min_messages is error, which hides the warning`},
		{dsn + "&default_transaction_read_only=on", `no server that was asked takes writes`},
		{dsn + "&foo=bar", `unrecognized configuration parameter "foo" (SQLSTATE 42704): correct what stands behind the ? in the DSN`},
		{"postgres://ann:Hidden@" + bare + "/games?sslmode=require", `the server speaks no TLS; say sslmode=disable only if the network between is yours`},
		{"postgres://ann:Hidden@" + bare + "/games?sslmode=prefer", "opening the database: failed to connect to `user=ann database=games`: " + bare},
		{"postgres://postgres:Hidden@127.0.0.1:1/games", "nothing listens there: start the server, or correct host and port"},
		{"host=/nowhere dbname=games user=postgres password=Hidden", "nothing listens there"},
	} {
		_, err := Open(t.Context(), c.dsn, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "opening the database: ") || strings.Contains(err.Error(), "\n") || strings.Contains(c.dsn, "prefer") && strings.Contains(err.Error(), noTLS) || strings.Contains(err.Error(), "Hidden") {
			t.Errorf("%s:\n got %v\nwant %s", c.dsn, err, c.want)
		}
	}
}

// A server that can't be reached later is told of in one line as well, once, and with what to do.
func TestUnreachable(t *testing.T) {
	pool, err := pgxpool.New(t.Context(), "postgres://postgres:Hidden@127.0.0.1:1/games")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	_, err = (&DB{pool: pool}).try(t.Context(), true, nil)
	if text := fmt.Sprint(err); !strings.HasPrefix(text, "the database: failed to connect to `user=postgres database=games`: 127.0.0.1:1 ") || strings.Contains(text, "\n") ||
		strings.Count(text, "connection refused") != 1 || !strings.Contains(text, ": nothing listens there: start the server") {
		t.Error(err)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("it hides its cause: %v", err)
	}
}

// withoutTLS returns the address of a server that speaks no TLS, and hangs up on who goes on without.
func withoutTLS(t *testing.T) string {
	t.Helper()
	return asked(t, func(conn net.Conn) { _, _ = conn.Write([]byte("N")) })
}

// asked returns the address of a server that answers whether it speaks TLS, and hangs up then.
func asked(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if _, err := conn.Read(make([]byte, 8)); err == nil {
				answer(conn)
			}
			_ = conn.Close()
		}
	}()
	return l.Addr().String()
}

// TestCertificate says what to do about a server whose certificate is not believed.
func TestCertificate(t *testing.T) {
	web := httptest.NewTLSServer(nil) // which has a certificate of an authority that nobody knows
	defer web.Close()
	at := asked(t, func(conn net.Conn) {
		_, _ = conn.Write([]byte("S"))
		_ = tls.Server(conn, &tls.Config{Certificates: web.TLS.Certificates}).Handshake()
	})
	authority := filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(at)
	if err != nil {
		t.Fatal(err)
	}
	for dsn, want := range map[string]string{
		"postgres://ann:Hidden@127.0.0.1:" + port + "/games?sslmode=verify-full":                          "name the file with the certificate of its authority, as sslrootcert=FILE in the DSN",
		"postgres://ann:Hidden@localhost:" + port + "/games?sslmode=verify-full&sslrootcert=" + authority: "name the host in the DSN as its certificate does",
	} {
		_, err := Open(t.Context(), dsn, Options{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Hidden") {
			t.Errorf("%s:\n got %v\nwant %s", dsn, err, want)
		}
	}
}

// TestAdvice has what no server of a test says.
func TestAdvice(t *testing.T) {
	c := &pgx.ConnConfig{Config: pgconn.Config{User: "ann", Password: "Hidden", Database: "games"}}
	none := &pgx.ConnConfig{Config: pgconn.Config{User: "ann", Database: "games"}}
	if got := advise(&pgconn.PgError{Code: wrongPassword}, none); !strings.Contains(got, "no password was given") || !strings.Contains(got, "~/.pgpass") {
		t.Errorf("no password: %q", got)
	}
	for _, tc := range []struct {
		err  error
		want string
	}{
		{&pgconn.PgError{Code: wrongPassword}, `the password of the account "ann" is another one`},
		{&pgconn.PgError{Code: notYet}, "try again"},
		{&pgconn.PgError{Code: tooMany}, "max_connections"},
		{&pgconn.PgError{Code: noProtocol, Message: "no such database: games"}, "add games to the [databases] of the pool"},
		{&pgconn.PgError{Code: noProtocol, Message: "pgbouncer cannot connect to server"}, "a pool listens there"},
		{&pgconn.PgError{Code: noProtocol, Message: "anything"}, ""},
		{fmt.Errorf("failed to receive message: %w", context.DeadlineExceeded), "nothing has answered in time"},
		{fmt.Errorf("dialing: %w", &net.DNSError{Err: "no such host", Name: "x"}), "name is not known"},
		{errors.New("anything"), ""},
	} {
		if got := advise(tc.err, c); !strings.Contains(got, tc.want) || tc.want == "" && got != "" {
			t.Errorf("%v: %q", tc.err, got)
		}
	}
}

// TestUnreadable says that a DSN that can't be read is not shown, in which anything may be the password.
func TestUnreadable(t *testing.T) {
	for _, dsn := range []string{
		"postgres://ann:Hid%zzden@host/games",
		"postgres://ann:Hidden@host:Hidden/games",
		"postgres://ann:/Hidden@host/games",
		"postgres://ann:x@Hidden@host/games",
		"postgres://ann:Hidden@host/games?sslmode=Hidden",
		"postgres://ann:Hidden@host/games?pool_max_conns=Hidden",
		"postgres://ann:x@host/games?connect_timeout=Hidden",
		"postgres://ann:Hidden@[host/games",
		"host=a password=Hidden port=Hidden",
		"host=a password='Hidden",
		"password = Hidden Hidden",
		"Hidden",
		"host=a password=x Hidden=x target_session_attrs=Hidden",
	} {
		_, err := Open(t.Context(), dsn, Options{})
		if err == nil || strings.Contains(err.Error(), "Hid") || !strings.Contains(err.Error(), "the DSN of the database can't be read") {
			t.Errorf("%s: %v", dsn, err)
		}
		for ; err != nil; err = errors.Unwrap(err) {
			if strings.Contains(fmt.Sprintf("%#v", err), "Hid") {
				t.Errorf("%s: it wraps %#v", dsn, err)
			}
		}
	}
}

func TestConfigure(t *testing.T) {
	for dsn, want := range map[string]int32{
		"postgres://a@b/c":                           connections,
		"postgres://a@b/c?pool_max_conns=4":          4,
		"host=a,b dbname=c pool_max_conns=7":         7,
		"host=a,b dbname=c target_session_attrs=any": connections,
		"postgres://a@b,c/d?sslmode=disable&":        connections,
	} {
		c, err := configure(dsn)
		if err != nil {
			t.Fatalf("%s: %v", dsn, err)
		}
		if c.MaxConns != want || c.ConnConfig.ConnectTimeout != connectTime || c.ConnConfig.ValidateConnect == nil {
			t.Errorf("%s: %+v", dsn, c)
		}
	}
	if _, err := configure("postgres://a@b/c?default_query_exec_mode=simple_protocol"); err == nil || !strings.Contains(err.Error(), "leave it out") {
		t.Errorf("letters in statements: %v", err)
	}
	if _, err := configure("postgres://a@b"); err == nil || !strings.Contains(err.Error(), "names no database") {
		t.Errorf("no database: %v", err)
	}
	c, err := configure("postgres://a@b/c?connect_timeout=3&application_name=x")
	if err != nil || c.ConnConfig.ConnectTimeout != 3e9 || c.ConnConfig.RuntimeParams["application_name"] != "x" {
		t.Errorf("%+v, %v", c, err)
	}
}
