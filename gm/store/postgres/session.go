package postgres

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// errBetween rejects a new connection that would prepare statements through a pooler.
var errBetween = errors.New("a pool of connections stands between here and the server")

// sessions chooses how connections execute statements. Prepared statements save a fifth of all work. A pooler such as
// pgbouncer assigns its server connections to one client after another, so a statement prepared on one may be unknown
// on the next. Therefore statements are not prepared behind a pooler.
type sessions struct {
	pooled atomic.Bool // set when the first pooler is detected
}

// before implements pgxpool.Config.BeforeConnect.
func (s *sessions) before(_ context.Context, c *pgx.ConnConfig) error {
	if s.pooled.Load() {
		c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return nil
}

// after implements pgxpool.Config.AfterConnect. It returns errBetween if the connection prepares statements and goes
// through a pooler, which shows in the process ID of the connection: a pooler invents one, while a server sends its
// own.
func (s *sessions) after(ctx context.Context, conn *pgx.Conn) error {
	if conn.Config().DefaultQueryExecMode != pgx.QueryExecModeCacheStatement {
		return nil
	}
	var server int64
	err := conn.QueryRow(ctx, `select pg_backend_pid()`, pgx.QueryExecModeExec).Scan(&server)
	if err == nil && server != int64(conn.PgConn().PID()) {
		s.pooled.Store(true)
		err = errBetween
	}
	return err
}

// acquire takes a connection from the pool. If a pooler is detected then, it tries again.
func acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	conn, err := pool.Acquire(ctx)
	if errors.Is(err, errBetween) {
		conn, err = pool.Acquire(ctx)
	}
	return conn, err
}
