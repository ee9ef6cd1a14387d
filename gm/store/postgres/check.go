package postgres

import (
	"context"
	"errors"
	"fmt"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
)

// enough is the largest number of findings.
const enough = 20

// rules returns the queries of Check. Each returns violations of one rule, as texts.
func rules() []string {
	name := fmt.Sprintf("between 1 and %d", store.MaxName)
	return []string{
		`select 'the database is damaged: it has no index ' || name
			from (values ('game_pkey'), ('log_pkey'), ('log_key'), ('task_pkey'), ('task_due'), ('blob_pkey'))
				as v(name)
			where name not in (select indexname from pg_indexes where schemaname = current_schema())`,
		`select format('game %L: a name of %s bytes', id, octet_length(id))
			from game where octet_length(id) not ` + name,
		`select format('game %L: revision %s, next %s', id, rev, next) from game where rev < 1 or next < 1`,
		`select format('game %L: next is %s, but its log has %s entries, from %s to %s',
				id, next, coalesce(n, 0), first, last)
			from game left join (select game, count(*) as n, min(seq) as first, max(seq) as last
				from log group by game) l on game = id
			where next <> coalesce(n, 0) + 1 or first <> 1 or last <> n`,
		`select format('the log of game %L: there is no such game', game)
			from log where not exists (select from game where id = game) group by game`,
		`select format('game %L: key %L is in the log %s times', game, key, count(*))
			from log where key is not null group by game, key having count(*) > 1`,
		`select format('game %L: entry %s has an empty key', game, seq) from log where key = ''`,
		`select format('task %L: there is no game %L', name, game)
			from task where not exists (select from game where id = game)`,
		`select format('task %L of game %L: a name of %s bytes', name, game, octet_length(name))
			from task where octet_length(name) not ` + name,
		`select format('task %L of game %L: taken %s times', name, game, tries) from task where tries < 0`,
		`select format('task %L of game %L: tag %s was never given', name, game, task.tag)
			from task, tag where task.tag < 1 or task.tag > last_value or not is_called`,
		`select format('blob %s: the content is not what the name says', encode(ref, 'hex'))
			from blob where ref <> sha256(data)`,
	}
}

// Check reads the whole database and returns what is wrong with it, at most the first twenty findings, or nil. It
// checks that the indexes exist; that the log of each game has no gaps and ends before its Next; that no key is in a
// log twice; that everything belongs to a game that exists; that tags come from our sequence; and that every blob
// matches its name. It changes nothing, blocks nobody, and sees a snapshot of the database. It has no time limit.
func (db *DB) Check(ctx context.Context) error {
	if db.closed.Load() {
		return store.ErrClosed
	}
	var found []error
	conn, err := acquire(ctx, db.pool)
	if err != nil {
		return fmt.Errorf("checking the store: %w", err)
	}
	defer conn.Release()
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) (err error) {
			found, err = findings(ctx, tx)
			return denied(err)
		})
	if err := errors.Join(append(found, err)...); err != nil {
		return fmt.Errorf("checking the store: %w", err)
	}
	return nil
}

// findings runs all queries.
func findings(ctx context.Context, tx pgx.Tx) (found []error, err error) {
	for _, rule := range rules() {
		rows, err := tx.Query(ctx, fmt.Sprintf("%s limit %d", rule, enough-len(found)))
		if err != nil {
			return found, err
		}
		texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return found, err
		}
		for _, text := range texts {
			found = append(found, errors.New(text))
		}
	}
	return found, nil
}
