// Package postgres stores games in a PostgreSQL database, for several machines at once, with github.com/jackc/pgx. It
// is an engine of package store and also stores blobs. It is in charge of the connections, the schema and its
// migrations, of retries when the server is busy, down or replaced, and of consistency checks. Backups and standbys
// are the server's business. It does not know what games mean, starts no work by itself, and never reads the clock.
//
// A call is one statement, that is, one round trip and one transaction. The SQL works with poolers in transaction
// mode: it uses no LISTEN, no lock outlives a statement, and sessions have no state except prepared statements, which
// are not used behind a pooler. So all connections are equivalent, and a server may be replaced at any time.
//
// It was tested with PostgreSQL 13 to 18 and pgbouncer 1.18, not with systems derived from PostgreSQL. According to
// their documentation, CockroachDB refuses the storage parameters of the schema, and a statement that changes one
// table twice, as a change with both Set and Done does; and its sha256 returns text. YugabyteDB refuses "set storage"
// up to 2025.1. Unknown for both: whether "skip locked" works within a part of a statement, whether the error for a
// duplicate key names the index log_key, whether they have the collation "C", and whether a failed migration is
// rolled back.
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
	// connections is the size of the connection pool, unless the DSN sets it: enough for concurrent commits to share
	// flushes.
	connections = 16

	// connectTime limits the time to connect and log in, unless the DSN sets it.
	connectTime = 10 * time.Second

	// callTime limits the time of a call, so that a host that has vanished does not block callers for ever.
	callTime = time.Minute
)

// Options are for tests; otherwise use the zero value.
type Options struct {
	// Check makes Close run DB.Check and return its findings.
	Check bool
}

// DB is an open database. It implements store.Store, store.Blobs and others, and may be used concurrently by any
// number of goroutines and processes.
type DB struct {
	pool     *pgxpool.Pool
	patience time.Duration // callTime
	closed   atomic.Bool
	turns    atomic.Uint64 // counts waits, for pause
	close    func() error  // calls shut, once
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

// Open opens the database of a DSN, a URL or keywords and values as in libpq. It initialises an empty database, and
// upgrades one of an older program, which should not use it any more then. It refuses, and leaves unchanged, a
// database of a newer program and one with other tables than ours.
//
// If the DSN lists several hosts, the current primary is used, unless target_session_attrs says otherwise. The DSN
// may set pool_max_conns (default 16) and other options of pgxpool. A pooler in transaction mode (pgbouncer) is
// detected, unless the DSN sets default_query_exec_mode.
//
// Errors say what to do, and never contain a password.
func Open(ctx context.Context, dsn string, o Options) (*DB, error) {
	return open(ctx, dsn, o, migrations())
}

// Begun reports whether the database of a DSN is a store already, so that Open would not initialise it. It changes
// nothing. It refuses a database with other tables than ours, as Open does.
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

// connect creates a connection pool for a database.
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

// configure parses a DSN and sets defaults.
func configure(dsn string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, unreadable(err)
	}
	c := config.ConnConfig
	// an unescaped @ or the like in the password, the rest of which errors would show
	if strings.Contains(c.Host+c.Database, "@") {
		return nil, unreadable(nil)
	}
	if c.Database == "" { // otherwise the server would use a database named like the account
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
	if config.PingTimeout == 0 { // the check of an idle connection
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

// Close waits for calls in progress and closes all connections. With Options.Check it returns the findings of
// DB.Check. Further calls return the same error.
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
