package postgres

import (
	"context"
	"fmt"
	"time"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
)

var _ store.Clock = (*DB)(nil)

// Now implements store.Clock: it returns the time of the primary server.
func (db *DB) Now(ctx context.Context) (now time.Time, err error) {
	err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `select clock_timestamp()`).Scan(&now)
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("asking the database for the time: %w", err)
	}
	return now.UTC(), nil
}
