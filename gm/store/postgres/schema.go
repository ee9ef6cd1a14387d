package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// oldest is the oldest supported version of PostgreSQL.
const oldest = 13

// migrations returns the steps from an empty database to the current schema. The version of a schema is the number of
// steps made, and equals [store.Format]. A released step is never changed; a change is a new step. A step does
// nothing if only the stored data of games has changed.
func migrations() []string { return []string{begin, nothing} }

const nothing = `select`

// begin creates the first schema.
//
//   - Names sort by their bytes, whatever the language of the database.
//   - There are no foreign keys to the table game, which would cost one more lock. Instead, writers always write the
//     row of the game first.
//   - Tags come from a sequence, which goes on when a game is removed or a statement fails, so that no tag recurs. A
//     sequence is copied with the database, unlike transaction IDs.
//   - The index of due times includes the names: when the deadlines of many games coincide, the first few are found
//     without sorting all of them.
//   - Tasks change more often than anything else, so that table is vacuumed when a hundredth of it is dead, not a
//     fifth. Pages of the table game keep room for updates, so that its index need not be changed.
//   - Blobs are compressed already.
const begin = `
create sequence tag;

create table game (
	id   text collate "C" primary key,
	rev  bigint not null,
	next bigint not null,
	head bytea not null
) with (fillfactor = 90);

create table log (
	game text collate "C" not null,
	seq  bigint not null,
	kind text not null,
	key  text collate "C",
	at   timestamptz not null,
	body bytea not null,
	primary key (game, seq)
);
create unique index log_key on log (game, key) where key is not null;

create table task (
	game  text collate "C" not null,
	name  text collate "C" not null,
	due   timestamptz not null,
	tries bigint not null,
	tag   bigint not null default nextval('tag'),
	body  bytea not null,
	primary key (game, name)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.05);
create index task_due on task (due, game, name);

create table blob (
	ref  bytea primary key,
	data bytea not null
);
alter table blob alter column data set storage external`

// prepare initialises an empty database, upgrades an older one, and refuses those that this program can't use.
func prepare(ctx context.Context, pool *pgxpool.Pool, steps []string) error {
	bound, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	conn, err := acquire(bound, pool)
	if err != nil {
		return err
	}
	defer conn.Release()
	if err := suits(bound, conn.Conn()); err != nil {
		return err
	}
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.ReadCommitted}, func(tx pgx.Tx) error {
			return migrate(ctx, tx, steps)
		})
		overtaken := slices.Contains([]string{uniqueness, tableExists, typeExists, serialization, deadlock}, code(err))
		if !overtaken || n == tries { // another process that opens the database has done the step
			return err
		}
	}
}

// suits returns an error if the server's settings could lose or change data.
func suits(ctx context.Context, conn *pgx.Conn) error {
	if version := conn.PgConn().ParameterStatus("server_version"); old(version) {
		return fmt.Errorf("the server is PostgreSQL %s: it is to be %d or newer", version, oldest)
	}
	var encoding, commit, messages string
	err := conn.QueryRow(ctx,
		`select current_setting('server_encoding'), current_setting('synchronous_commit'),
			current_setting('client_min_messages')`).
		Scan(&encoding, &commit, &messages)
	switch {
	case err != nil:
		return err
	case encoding != "UTF8":
		return fmt.Errorf("the database keeps text as %s: make another one: createdb -T template0 -E UTF8 NAME",
			encoding)
	case commit == "off":
		return errors.New("synchronous_commit is off, which loses what was acknowledged: set it to on, for the " +
			"server, the database or the account")
	case messages == "error" || messages == "fatal" || messages == "panic":
		return fmt.Errorf("client_min_messages is %s, which hides the warning that a standby may not have a commit: "+
			"set it to warning", messages)
	}
	return nil
}

// old reports whether a server version is too old.
func old(version string) bool {
	number, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(number)
	return err == nil && n < oldest
}

// migrate makes the missing steps. If several processes try, the first to lock the version does the work, and the
// others find nothing left to do.
func migrate(ctx context.Context, tx pgx.Tx, steps []string) error {
	fresh, err := empty(ctx, tx)
	if err != nil {
		return err
	}
	if fresh {
		if _, err := tx.Exec(ctx, `create table deaddrop (schema bigint not null)`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `insert into deaddrop (schema) values (0)`); err != nil {
			return err
		}
	}
	made, err := schema(ctx, tx, `select schema from deaddrop`)
	if err == nil && made < len(steps) {
		made, err = schema(ctx, tx, `select schema from deaddrop for update`)
	}
	switch {
	case err != nil:
		return err
	case made > len(steps):
		return fmt.Errorf("the database has schema %d and was written by a newer program; this one reads up to %d: "+
			"run the newer one here, too", made, len(steps))
	case made == len(steps):
		return nil
	}
	for i, step := range steps[made:] {
		// the simple protocol allows several statements at once
		if _, err := tx.Exec(ctx, step, pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("bringing the database to schema %d: %w", made+i+1, err)
		}
	}
	_, err = tx.Exec(ctx, `update deaddrop set schema = $1`, int64(len(steps)))
	return err
}

// empty reports whether the database has no tables, and returns an error if it has tables other than ours. It reads
// pg_class, which every account may, whereas information_schema shows an account only what it may use. If search_path
// names a schema, only that schema counts; otherwise the whole database does. Tables of extensions are ignored.
func empty(ctx context.Context, tx pgx.Tx) (bool, error) {
	rows, err := tx.Query(ctx, `select n.nspname = current_schema(), c.relname::text
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'f') and (n.nspname = current_schema()
	or current_schema() = 'public' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'crdb_internal'))
	and not exists (select from pg_catalog.pg_depend d
		where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`)
	if err != nil {
		return false, err
	}
	type table struct {
		Here bool
		Name string
	}
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByPos[table])
	if err == nil && len(tables) > 0 && !slices.Contains(tables, table{true, "deaddrop"}) {
		such := slices.MinFunc(tables, func(a, b table) int { return strings.Compare(a.Name, b.Name) }).Name
		err = fmt.Errorf("the database has tables, such as %q, but is not a store of games: give the games a "+
			"database of their own, with createdb", such)
	}
	return len(tables) == 0, err
}

// schema returns the schema version.
func schema(ctx context.Context, tx pgx.Tx, query string) (int, error) {
	var n int64
	err := tx.QueryRow(ctx, query).Scan(&n)
	if errors.Is(err, pgx.ErrNoRows) || code(err) == noColumn || n < 0 {
		return 0,
			errors.New("the database has a table \"deaddrop\", but is not a store of games: give the games a " +
				"database of their own, with createdb")
	}
	return int(n), err
}
