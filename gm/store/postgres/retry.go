package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// tries is the number of times that a statement is tried. The pause between tries is firstPause at first and
	// doubles up to lastPause; in all that is some five seconds, which a standby needs to take over.
	tries      = 12
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
)

// errWarned makes a write count as unknown although the server reports success, because the server also warns that a
// standby may not have it.
var errWarned = errors.New("the server warns that its standby may not have it")

// warned is the key of the server's warning in a connection's CustomData.
const warned = "deaddrop: warned"

// notice records warnings of the server. When somebody cancels a commit that is waiting for the standby, the commit
// reports success, with only a warning. Its text depends on the server's language and its code on the reason of the
// cancellation, so every warning counts.
func notice(conn *pgconn.PgConn, n *pgconn.Notice) {
	if n.SeverityUnlocalized == "WARNING" {
		conn.CustomData()[warned] = n.Message
	}
}

// read runs a query, and retries it on another connection if necessary.
func (db *DB) read(ctx context.Context, ask func(context.Context, *pgx.Conn) error) error {
	return db.call(ctx, true, ask)
}

// write runs do, and retries it only if its effect was certainly rolled back.
func (db *DB) write(ctx context.Context, do func(context.Context, *pgx.Conn) error) error {
	return db.call(ctx, false, do)
}

func (db *DB) call(ctx context.Context, reads bool, do func(context.Context, *pgx.Conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	bound, cancel := context.WithTimeout(ctx, db.patience)
	defer cancel()
	for n := 1; ; n++ {
		again, err := db.try(bound, reads, do)
		if again && n < tries && db.pause(bound, n) {
			continue
		}
		if err != nil && bound.Err() != nil && ctx.Err() == nil {
			db.pool.Reset() // its connections lead to a host that has vanished
			return fmt.Errorf("the database has not answered for %v: %w", db.patience, err)
		}
		return err
	}
}

// try runs do once. again reports whether it may be retried after an error.
func (db *DB) try(ctx context.Context, reads bool, do func(context.Context, *pgx.Conn) error) (again bool, err error) {
	conn, err := acquire(ctx, db.pool)
	if err != nil {
		if db.closed.Load() {
			return false, store.ErrClosed
		}
		lasting := code(err) == noDatabase || strings.HasPrefix(code(err), certainlyWrong)
		return !lasting, explain("the database", err, db.pool.Config().ConnConfig)
	}
	defer conn.Release()
	server := conn.Conn().PgConn()
	delete(server.CustomData(), warned)
	err = do(ctx, conn.Conn())
	if words, heard := server.CustomData()[warned]; heard && !reads {
		return false, fmt.Errorf("the database: the outcome is unknown: %w: %v", errWarned, words)
	}
	if err == nil {
		return false, nil
	}
	switch said := code(err); {
	case said == serialization, said == deadlock:
		again = true
	case said == readOnly, said == notYet:
		db.pool.Reset() // its connections lead to a server that is no longer the primary
		again = true
	case said == shutdown, said == crash:
		db.pool.Reset()
		again = reads
	// sent by a pooler, whose server may or may not have executed the statement
	case strings.HasPrefix(said, connectionLost):
		again = reads
	case said == noPermission:
		return false, denied(err)
	case said == "" && !server.IsClosed():
		return false, err // our own error
	case said == "":
		if ctx.Err() == nil { // otherwise it was closed because of ctx
			db.pool.Reset() // the others are probably broken, too, and would fail one after another
		}
		again = reads || pgconn.SafeToRetry(err)
	}
	return again, fmt.Errorf("the database: %w", err)
}

// pause waits before the next try, and reports whether there is still time for it. Concurrent waits differ in length,
// as the tries would collide again otherwise.
func (db *DB) pause(ctx context.Context, n int) bool {
	d := min(firstPause<<(n-1), lastPause)
	d += d * time.Duration(db.turns.Add(1)%8) / 8
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
