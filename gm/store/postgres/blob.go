package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
)

// errDamaged says that data in the database can't be used.
var errDamaged = fmt.Errorf("the database is %w", store.ErrDamaged)

// PutBlob implements store.Blobs. If the blob exists, its row is locked and updated without rewriting the data, so
// that it is durable when PutBlob returns, even if it was put by a transaction still in progress.
func (db *DB) PutBlob(ctx context.Context, data []byte) (store.Ref, error) {
	if err := store.CheckBlob(data); err != nil {
		return store.Ref{}, err
	}
	ref := store.RefOf(data)
	err := db.write(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx,
			`insert into blob (ref, data) values ($1, $2) on conflict (ref) do update set ref = excluded.ref`, ref[:],
			bytea(data))
		return err
	})
	if err != nil {
		return store.Ref{}, err
	}
	return ref, nil
}

// Blob implements store.Blobs. It returns an error if the data does not match its name.
func (db *DB) Blob(ctx context.Context, ref store.Ref) (data []byte, err error) {
	err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `select data from blob where ref = $1`, ref[:]).Scan(&data)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, fmt.Errorf("blob %v: %w", ref, store.ErrNotFound)
	case err != nil:
		return nil, err
	case store.RefOf(data) != ref:
		return nil, fmt.Errorf("blob %v: %w", ref, errDamaged)
	}
	return some(data), nil
}

// BlobRefs implements store.BlobLister. It reads in pages, as Log does.
func (db *DB) BlobRefs(ctx context.Context, after store.Ref) iter.Seq2[store.Ref, error] {
	return pages(after, func(after store.Ref) (page []store.Ref, last store.Ref, more bool, err error) {
		err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, `select ref from blob where ref > $1 order by ref limit $2`,
				after[:], int64(pageLen))
			if err != nil {
				return err
			}
			page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (ref store.Ref, err error) {
				var name []byte
				if err = row.Scan(&name); err == nil && copy(ref[:], name) != len(name) {
					err = fmt.Errorf("blob %x: %w", name, errDamaged)
				}
				return ref, err
			})
			return err
		})
		if len(page) > 0 {
			last = page[len(page)-1]
		}
		return page, last, len(page) == pageLen, err
	})
}
