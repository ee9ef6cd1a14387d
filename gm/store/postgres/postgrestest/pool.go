package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Pool is a running pgbouncer in front of a server. The clients of a database share three connections, assigned for
// as long as the mode says.
type Pool struct {
	home string
	process
}

// poolSettings is the configuration of pgbouncer: its address, the server's address and the mode. Clients wait for a
// free connection, and a server that was down is tried again at once.
const poolSettings = `[databases]
* = host=%s
[pgbouncer]
unix_socket_dir = %s
listen_addr =
listen_port = 5432
auth_type = trust
auth_file = users
pool_mode = %s
default_pool_size = 3
max_client_conn = 1000
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`

// Pool starts a pgbouncer for the current primary, in a mode such as "transaction". It ends with the test. If
// pgbouncer is not installed, the test is skipped.
func (s *Server) Pool(t testing.TB, mode string) *Pool {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // not in everybody's PATH
	}
	if _, err := os.Stat(program); err != nil {
		Skip(t, "there is no pgbouncer here. Install it with: apt-get install pgbouncer.")
	}
	s.mu.Lock()
	s.pools++
	home, primary := filepath.Join(s.dir, fmt.Sprint("p", s.pools)), s.primary
	s.mu.Unlock()
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"settings": fmt.Sprintf(poolSettings, primary.home, home, mode),
		"users": `"postgres" ""`} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.host.own(home); err != nil {
		t.Fatal(err)
	}
	p := &Pool{home: home, process: process{name: "pgbouncer", log: home + ".log"}}
	p.start(t, s.host.command(home, program, "settings"), func(ctx context.Context) bool {
		conn, err := pgx.Connect(ctx, p.Through("postgres:///postgres?user=postgres&sslmode=disable"))
		if err == nil {
			_ = conn.Close(ctx)
		}
		return err == nil
	})
	t.Cleanup(func() {
		if t.Failed() {
			tell(t, p.log)
		}
		p.kill()
	})
	return p
}

// Through returns the DSN of a database through the pool, from its DSN on the server.
func (p *Pool) Through(dsn string) string {
	u, err := url.Parse(dsn)
	if err != nil {
		panic("postgrestest: the DSN is none of DSN and Keep")
	}
	q := u.Query()
	q.Set("host", p.home)
	u.RawQuery = q.Encode()
	return u.String()
}
