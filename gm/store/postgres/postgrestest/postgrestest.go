// Package postgrestest runs a real PostgreSQL for tests, from the programs installed on this machine, with temporary
// files, reached by Unix sockets in a private directory. It ends with the test, or at the latest with the test
// process. It uses the programs in PATH, or else Debian's newest; bin/postgres and bin/initdb with their libraries
// are enough. So this tests another version:
//
//	PATH=/opt/postgresql-18/bin:$PATH go test ./gm/store/postgres/...
//
// Tests can also start a pgbouncer in front of it.
//
// If PostgreSQL can't be run, the test that needs it is skipped, with the reason. With DEADDROP_POSTGRES=1 in the
// environment it fails instead, so that on a machine where it is installed nobody takes a skip for a success.
package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	patience = 30 * time.Second // time limit for a server to start, end or take over
	look     = 10 * time.Millisecond
	shown    = 40 // lines of a log that are shown when a test has failed
)

// Options say what kind of server a test needs. The zero value is the fastest.
type Options struct {
	// Sync flushes to disk, as in service. Without it data survives a killed server, but not a power cut.
	Sync bool

	// Standby starts a second server that replicates the first: commits are acknowledged when both have them.
	Standby bool
}

// Server is a running PostgreSQL, with a standby if there is one. It is safe for concurrent use.
type Server struct {
	dir     string
	o       Options
	host    host
	sockets []string // socket directories of all nodes, the first primary's first
	short   bool     // whether it belongs to a single test

	mu      sync.Mutex
	primary *node
	standby *node // nil if there is none, or if it has become the primary
	made    int   // number of databases created
	pools   int
}

// Skip skips a test that can't run here, or fails it if DEADDROP_POSTGRES demands that it runs.
func Skip(t testing.TB, format string, args ...any) {
	t.Helper()
	why := fmt.Sprintf(format, args...)
	if os.Getenv("DEADDROP_POSTGRES") == "1" {
		t.Fatalf("%s This is a failure, since DEADDROP_POSTGRES is 1.", why)
	}
	t.Skipf("NOT TESTED: %s", why)
}

// Start starts a server that ends with the test. It skips the test if there is no PostgreSQL.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := start(t, o)
	t.Cleanup(s.Stop)
	s.short = true
	return s
}

// Shared is one server for all tests of a package, which then start it only once. The zero value is ready to use. The
// package's TestMain must call Stop.
type Shared struct {
	Options
	mu     sync.Mutex
	server *Server
}

// Server returns the server, and starts it for the first test. It skips the test if there is no PostgreSQL.
func (s *Shared) Server(t testing.TB) *Server {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		s.server = start(t, s.Options)
	}
	return s.server
}

// Stop ends the server, if it was started.
func (s *Shared) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		s.server.Stop()
		s.server = nil
	}
}

func start(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{o: o, host: findHost(t)}
	place := ""
	if !o.Sync {
		place = quick()
	}
	dir, err := os.MkdirTemp(place, "pg") // short, because the path of a socket is limited to 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	s.dir = dir
	started := false
	defer func() {
		if !started {
			s.Stop()
		}
	}()
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	s.primary = s.node(t, "a")
	s.host.run(t, s.primary.home, "initdb", "-N", "-D", s.primary.data, "-A", "trust", "-U", "postgres",
		"--locale=C", "--encoding=UTF8")
	if o.Standby {
		s.copy(t)
		s.primary.args = append(s.primary.args, "-c", "synchronous_standby_names=*")
	}
	s.primary.start(t)
	if o.Standby {
		s.follow(t)
	}
	started = true
	return s
}

// copy creates the standby from the primary's files, before the primary is started for the first time.
func (s *Server) copy(t testing.TB) {
	t.Helper()
	s.standby = s.node(t, "b")
	s.host.run(t, s.standby.home, "/bin/cp", "-R", "-p", s.primary.data, s.standby.data)
	s.host.run(t, s.standby.home, "/bin/sh", "-c", `>data/standby.signal`)
	s.standby.args = append(s.standby.args, "-c", fmt.Sprintf("primary_conninfo=host=%s user=postgres", s.primary.home))
}

// follow starts the standby, and returns when commits wait for it.
func (s *Server) follow(t testing.TB) {
	t.Helper()
	s.standby.start(t)
	waitFor(t, "the standby does not follow", s.files(), func(ctx context.Context) bool {
		var n int
		err := s.primary.query(ctx, &n, `select count(*) from pg_stat_replication where sync_state = 'sync'`)
		return err == nil && n == 1
	})
}

// node creates the home directory of a server, with its data and its socket.
func (s *Server) node(t testing.TB, name string) *node {
	t.Helper()
	home := filepath.Join(s.dir, name)
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.host.own(home); err != nil {
		t.Fatal(err)
	}
	s.sockets = append(s.sockets, home)
	n := &node{host: s.host, home: home, data: filepath.Join(home, "data"),
		process: process{name: "PostgreSQL", log: filepath.Join(s.dir, name+".log")}}
	n.args = []string{"-D", n.data, "-k", home, "-c", "listen_addresses=", "-c", "max_connections=200",
		"-c", "dynamic_shared_memory_type=mmap"} // in its directory, which is removed in any case
	if !s.o.Sync {
		n.args = append(n.args, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_wal_size=256MB")
	}
	return n
}

func (s *Server) files() []string {
	files := []string{s.primary.log}
	if s.standby != nil {
		files = append(files, s.standby.log)
	}
	return files
}

// DSN creates an empty database, which is removed after the test, and returns its DSN: a URL with parameters, to
// which more can be added as "&name=value". With a standby it names both servers, and demands the primary.
func (s *Server) DSN(t testing.TB) string {
	t.Helper()
	name, dsn := s.make(t)
	t.Cleanup(func() { s.drop(name) })
	return dsn
}

// Keep is like DSN, except that the database stays until the server ends.
func (s *Server) Keep(t testing.TB) string {
	t.Helper()
	_, dsn := s.make(t)
	return dsn
}

func (s *Server) make(t testing.TB) (name, dsn string) {
	t.Helper()
	s.mu.Lock()
	s.made++
	name, primary := fmt.Sprintf("t%d", s.made), s.primary
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := primary.exec(ctx, "create database "+name); err != nil {
		tell(t, primary.log)
		t.Fatalf("making a database: %v", err)
	}
	v := url.Values{"host": {strings.Join(s.sockets, ",")}, "user": {"postgres"}, "sslmode": {"disable"}}
	if s.o.Standby {
		v.Set("target_session_attrs", "read-write")
	}
	return name, "postgres:///" + name + "?" + v.Encode()
}

// drop removes a database to save space. It ignores errors, as the whole server is removed later.
func (s *Server) drop(name string) {
	s.mu.Lock()
	primary := s.primary
	s.mu.Unlock()
	if s.short || !primary.runs() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = primary.exec(ctx, "drop database if exists "+name+" with (force)")
}

// Kill kills the primary with all of its processes, like a crash of its machine. Its data remains.
func (s *Server) Kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.primary.kill()
}

// KillStandby kills the standby: from then on commits are not acknowledged.
func (s *Server) KillStandby() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.standby.kill()
}

// Restart restarts the primary with its data after a Kill, and returns when it accepts writes.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.primary.start(t)
}

// Promote kills the primary, if it still runs, and makes the standby the new one. It returns when that accepts
// writes, without a standby of its own.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.primary.kill()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var done bool
	if err := s.standby.query(ctx, &done, `select pg_promote()`); err != nil || !done {
		tell(t, s.files()...)
		t.Fatalf("the standby is not promoted: %v", err)
	}
	s.primary, s.standby = s.standby, nil
}

// Stop ends all servers and removes their files. It may be called again.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range []*node{s.primary, s.standby} {
		if n != nil {
			n.kill()
		}
	}
	_ = os.RemoveAll(s.dir)
}

// query runs a query on a node and scans a single value.
func (n *node) query(ctx context.Context, value any, sql string) error {
	conn, err := n.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return conn.QueryRow(ctx, sql).Scan(value)
}

func (n *node) exec(ctx context.Context, sql string) error {
	conn, err := n.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

func (n *node) connect(ctx context.Context) (*pgx.Conn, error) {
	return pgx.Connect(ctx,
		fmt.Sprintf("host=%s user=postgres dbname=postgres sslmode=disable synchronous_commit=remote_apply", n.home))
}

// waitFor polls until is returns true, and fails the test with the complaint if that takes too long.
func waitFor(t testing.TB, complaint string, logs []string, is func(context.Context) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for !is(ctx) {
		select {
		case <-ctx.Done():
			tell(t, logs...)
			t.Fatal(complaint)
		case <-time.After(look):
		}
	}
}

// tell logs the end of log files.
func tell(t testing.TB, files ...string) {
	t.Helper()
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Logf("%v", err)
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		t.Logf("the end of %s:\n%s", filepath.Base(name), strings.Join(lines[max(0, len(lines)-shown):], "\n"))
	}
}
