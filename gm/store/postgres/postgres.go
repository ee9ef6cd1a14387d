// Package postgres keeps games in a PostgreSQL database, for several machines at once, with github.com/jackc/pgx. It is
// an engine of package store and keeps blobs too. It is in charge of the connections, the schema and its migrations, of
// what is done when the server is busy, gone or another one, and of consistency checks. Copies and standbys are the
// server's business. It knows nothing of what games mean, starts no work by itself, and never reads the clock.
//
// A call is one statement, so one round trip and one transaction. The SQL keeps to what a pool of connections between
// here and there allows that gives one to each transaction: nothing is listened to, no lock outlives a statement, and a
// session has no state but the statements that it has prepared, which it does not where there is a pool. So connections
// are all alike, and a server may be replaced at any time.
//
// PostgreSQL 13 to 18 were run, and pgbouncer 1.18; relatives of PostgreSQL were not. As their makers write,
// CockroachDB refuses the storage parameters of the schema, and a statement with two parts that change one table, as
// the one of a change that has both Set and Done; its sha256 is a text. YugabyteDB refuses "set storage" up to 2025.1.
// Unsure of both: whether "skip locked" passes over held rows in a part of a statement, whether the error for a key
// names the index log_key, whether they know the collation "C", and whether a migration that fails leaves nothing
// behind.
package postgres

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// connections is how many there are at most, if the DSN does not say: enough to share what is flushed at once.
	connections = 16

	// connectTime is how long a server may take to let us in, if the DSN does not say.
	connectTime = 10 * time.Second

	// callTime is how long a call may take, so that a host that has vanished holds nobody up for ever.
	callTime = time.Minute
)

// Options are for tests; the zero value is right for everything else.
type Options struct {
	// Check makes Close run DB.Check and return what it finds.
	Check bool
}

// DB is an open database. It is a store.Store and a store.Blobs; all its methods may be called by any number of
// goroutines and processes at once.
type DB struct {
	pool     *pgxpool.Pool
	patience time.Duration // callTime
	closed   atomic.Bool
	turns    atomic.Uint64 // of waiting, see pause
	close    func() error  // shut, once
}

var (
	_ store.Store      = (*DB)(nil)
	_ store.Blobs      = (*DB)(nil)
	_ store.BlobLister = (*DB)(nil)
	_ store.Dues       = (*DB)(nil)
	_ store.Revisions  = (*DB)(nil)
	_ store.Remover    = (*DB)(nil)
	_ store.Survey     = (*DB)(nil)
)

// Open opens the database that the DSN names, a URL or words as libpq knows them. An empty database becomes a store,
// and one that an older program has made is brought up to date, whereupon that program should not use it any more. One
// that a newer program has made, and one with tables that are not ours, is refused and left as it is.
//
// Of several hosts the one that takes writes is used, whichever it is at the time, unless target_session_attrs says
// otherwise. The DSN may say pool_max_conns (16 if not) and the like. A pool of connections that gives one to each
// transaction (pgbouncer) is noticed, unless the DSN says a default_query_exec_mode.
//
// An error says what to do, and never a password.
func Open(ctx context.Context, dsn string, o Options) (*DB, error) {
	return open(ctx, dsn, o, migrations())
}

// Begun reports whether the database that the DSN names is a store already, so that Open would make nothing of it. It
// changes nothing. It refuses a database with tables that are not ours, as Open does.
func Begun(ctx context.Context, dsn string) (begun bool, err error) {
	pool, config, err := connect(ctx, dsn)
	if err != nil {
		return false, err
	}
	defer pool.Close()
	bound, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	conn, err := acquire(bound, pool)
	if err != nil {
		return false, explain("opening the database", err, config.ConnConfig)
	}
	defer conn.Release()
	err = pgx.BeginTxFunc(bound, conn, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		fresh, err := empty(bound, tx)
		begun = err == nil && !fresh
		return err
	})
	if err != nil {
		return false, explain("opening the database", err, config.ConnConfig)
	}
	return begun, nil
}

// connect makes a pool of connections to a database.
func connect(ctx context.Context, dsn string) (*pgxpool.Pool, *pgxpool.Config, error) {
	config, err := configure(dsn)
	if err != nil {
		return nil, nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, nil, explain("opening the database", err, config.ConnConfig)
	}
	return pool, config, nil
}

func open(ctx context.Context, dsn string, o Options, steps []string) (*DB, error) {
	pool, config, err := connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, pool, steps); err != nil {
		pool.Close()
		return nil, explain("opening the database", err, config.ConnConfig)
	}
	db := &DB{pool: pool, patience: callTime}
	db.close = sync.OnceValue(func() error { return db.shut(o.Check) })
	return db, nil
}

// configure reads a DSN and fills in what it does not say.
func configure(dsn string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, unreadable(err)
	}
	c := config.ConnConfig
	// the end of a password with a sign that ends it, which errors would show
	if strings.Contains(c.Host+c.Database, "@") {
		return nil, unreadable(nil)
	}
	if c.Database == "" { // for which the server would take one that is called like the account
		return nil,
			errors.New("the DSN names no database: put its name behind the host, as in " +
				"postgres://user@host:5432/database")
	}
	if c.DefaultQueryExecMode == pgx.QueryExecModeSimpleProtocol {
		return nil,
			errors.New("default_query_exec_mode=simple_protocol makes letters a part of statements, which servers " +
				"put into their logs: leave it out")
	}
	if !hasParameter(dsn, "default_query_exec_mode") {
		s := new(sessions)
		config.BeforeConnect, config.AfterConnect = s.before, s.after
	}
	if !hasParameter(dsn, "pool_max_conns") {
		config.MaxConns = connections
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = connectTime
	}
	if config.PingTimeout == 0 { // of a connection that was idle
		config.PingTimeout = connectTime
	}
	if c.ValidateConnect == nil {
		c.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "deaddrop"
	}
	c.OnNotice = notice
	return config, nil
}

// Close waits for the calls that are under way and closes all connections. With Options.Check it returns what DB.Check
// found. To close again returns the same once more.
func (db *DB) Close() error { return db.close() }

func (db *DB) shut(check bool) error {
	var err error
	if check {
		err = db.Check(context.Background())
	}
	db.closed.Store(true)
	db.pool.Close()
	return err
}
