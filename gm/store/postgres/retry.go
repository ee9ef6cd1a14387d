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
	// tries is how often a statement is made, firstPause how long the first wait between is, which doubles up to
	// lastPause: all in all some five seconds, as a standby needs that takes over.
	tries      = 12
	firstPause = 5 * time.Millisecond
	lastPause  = time.Second
)

// errWarned is the reason why a write counts as unknown though the server says that it was made: it says, too, that a
// standby may not have it.
var errWarned = errors.New("the server warns that its standby may not have it")

// warned is where a connection keeps that the server has warned.
const warned = "deaddrop: warned"

// notice hears what the server says beside its answers. When somebody cancels a commit that waits for the standby,
// the answer is as ever, and a warning is all that tells it from others. Its words depend on the server's
// language, and its code on why it was cancelled; so each warning counts.
func notice(conn *pgconn.PgConn, n *pgconn.Notice) {
	if n.SeverityUnlocalized == "WARNING" {
		conn.CustomData()[warned] = n.Message
	}
}

// read runs ask until it is answered, on another connection if need be.
func (db *DB) read(ctx context.Context, ask func(context.Context, *pgx.Conn) error) error {
	return db.call(ctx, true, ask)
}

// write runs do, and again only if what it did last was certainly undone.
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
			db.pool.Reset() // of what leads to a host that has vanished
			return fmt.Errorf("the database has not answered for %v: %w", db.patience, err)
		}
		return err
	}
}

// try runs do once, and says whether it may be run again if it has failed.
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
		db.pool.Reset() // they lead to a server that is the primary no more
		again = true
	case said == shutdown, said == crash:
		db.pool.Reset()
		again = reads
	case strings.HasPrefix(said, connectionLost): // said by a pool, whose server may have done it or not
		again = reads
	case said == noPermission:
		return false, denied(err)
	case said == "" && !server.IsClosed():
		return false, err // ours
	case said == "":
		if ctx.Err() == nil { // else it was closed for that
			db.pool.Reset() // the others are likely to be broken as well, and would fail one after another
		}
		again = reads || pgconn.SafeToRetry(err)
	}
	return again, fmt.Errorf("the database: %w", err)
}

// pause waits before the next try and says whether there is time for it. Those who wait at once wait for different
// times, or they would collide again.
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
