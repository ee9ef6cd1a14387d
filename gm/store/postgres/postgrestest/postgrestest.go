// Package postgrestest starts a PostgreSQL for tests: the real one, as it is installed on this machine, with files that
// are removed, reached by Unix sockets in a directory that only its account may enter. It ends with the test, or at the
// latest with the process that it runs in. If there are several, the one in PATH is taken, else Debian's newest; of
// another, bin/postgres and bin/initdb are enough, with what they need beside them. So a version is tried by
//
//	PATH=/opt/postgresql-18/bin:$PATH go test ./gm/store/postgres/...
//
// A pgbouncer is started in front of it for tests that want that.
//
// Where none can run, the test that wants one is skipped, and says why. When DEADDROP_POSTGRES is "1" in the
// environment it fails instead: whoever has installed it wants to know that it was not tried.
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
	patience = 30 * time.Second // for a server that starts, ends or takes over
	look     = 10 * time.Millisecond
	shown    = 40 // lines of a log, when a test has failed
)

// Options say what kind of server a test needs. The zero value is the fastest one.
type Options struct {
	// Sync waits for the disk as in service. Else a server that is killed keeps its data, but a machine would not.
	Sync bool

	// Standby starts a second server that follows the first one: a commit is acknowledged when both have it.
	Standby bool
}

// Server is a running PostgreSQL, with its standby if there is one. Its methods may be called by any goroutine.
type Server struct {
	dir     string
	o       Options
	host    host
	sockets []string // of all nodes, the first primary's first
	short   bool     // it lives as long as one test

	mu      sync.Mutex
	primary *node
	standby *node // nil: there is none, or it has become the primary
	made    int   // databases
	pools   int
}

// Skip ends a test that can't be done here, or fails it when that was to be possible.
func Skip(t testing.TB, format string, args ...any) {
	t.Helper()
	why := fmt.Sprintf(format, args...)
	if os.Getenv("DEADDROP_POSTGRES") == "1" {
		t.Fatalf("%s This is a failure, since DEADDROP_POSTGRES is 1.", why)
	}
	t.Skipf("NOT TESTED: %s", why)
}

// Start starts a server that ends with the test, or skips the test where there is none.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := start(t, o)
	t.Cleanup(s.Stop)
	s.short = true
	return s
}

// Shared is one server for all tests of a package, which pay for its start but once. The zero value is ready; the
// package's TestMain calls Stop.
type Shared struct {
	Options
	mu     sync.Mutex
	server *Server
}

// Server starts the server if no test has done so before, or skips the test where there is none.
func (s *Shared) Server(t testing.TB) *Server {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		s.server = start(t, s.Options)
	}
	return s.server
}

// Stop ends the server, if there is one.
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
	dir, err := os.MkdirTemp(place, "pg") // short, since the name of a socket has 107 bytes at most
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

// copy makes the standby out of the primary's files, as they are before it was ever started.
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

// node makes the directory of one of the servers, which is its home, with its data and its socket.
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
		"-c", "dynamic_shared_memory_type=mmap"} // in its directory, with which it goes if the server is killed
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

// DSN makes a new empty database, which is removed after the test, and returns how it is reached: a URL with
// parameters, to which more can be added by "&name=value". With a standby it names both servers, and wants the one that
// takes writes.
func (s *Server) DSN(t testing.TB) string {
	t.Helper()
	name, dsn := s.make(t)
	t.Cleanup(func() { s.drop(name) })
	return dsn
}

// Keep is DSN, but the database stays for other tests until the server ends.
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

// drop removes a database for its room's sake. It does not matter if that can't be done: the server goes, too.
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

// Kill kills the present primary with all of its processes, as a machine that fails does. Its data stay.
func (s *Server) Kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.primary.kill()
}

// KillStandby kills the standby likewise: from then on commits are not acknowledged.
func (s *Server) KillStandby() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.standby.kill()
}

// Restart starts the primary again with its data after a Kill, and returns when it takes writes.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.primary.start(t)
}

// Promote makes the standby the primary, in place of the present one, which is killed if it still runs. It returns when
// the new one takes writes, which wait for no standby any more.
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

// Stop ends all servers and removes their files. To stop again is harmless.
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

// query asks a node for one value.
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

// waitFor asks again and again until it is so, and fails the test when it does not become so.
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

// tell shows the end of log files.
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
