package postgres

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// errBetween is why a connection is not used that was made to prepare statements.
var errBetween = errors.New("a pool of connections stands between here and the server")

// sessions chooses how connections make statements. A server keeps what is prepared on a connection, which saves a
// fifth of all work. A pool such as pgbouncer gives its connections to the server to one client after another, and what
// was prepared on one is not known on the next. So behind a pool each statement is sent as a whole.
type sessions struct {
	pooled atomic.Bool // from the first pool that was met
}

// before implements pgxpool.Config.BeforeConnect.
func (s *sessions) before(_ context.Context, c *pgx.ConnConfig) error {
	if s.pooled.Load() {
		c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return nil
}

// after implements pgxpool.Config.AfterConnect: it fails with errBetween if there is a pool and the connection is one
// that prepares. A pool makes up the number that it gives a connection, as it is asked to cancel by it; a server tells
// its own.
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

// acquire takes a connection, and makes it once more when a pool is met.
func acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	conn, err := pool.Acquire(ctx)
	if errors.Is(err, errBetween) {
		conn, err = pool.Acquire(ctx)
	}
	return conn, err
}
