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

// oldest is the first version of PostgreSQL that is good enough.
const oldest = 13

// migrations returns the steps from an empty database to the present one. The number of a schema is how many steps were
// made. A step is never changed once it was released; what is to be different is one more.
// There are as many as [store.Format] says: where only what games keep has changed, a step does nothing.
func migrations() []string { return []string{begin, nothing} }

const nothing = `select`

// begin is the first schema.
//
//   - Names sort by their bytes, whatever the database's language.
//   - Nothing refers to a game's row: each would be one more lock on it. Whoever writes to a game writes its row first.
//   - Tags come from a sequence. It goes on when a game is removed or a statement fails, so no tag comes back, and it
//     is copied with the database, which counters of transactions are not.
//   - The index of the times has the names, too: when the deadlines of many games fall together, the first few of them
//     are found without sorting them all.
//   - Tasks change more often than anything else: what was is to be swept away when a hundredth is left over, and
//     not a fifth. The rows of games leave room on their page for the next one, so that no index has to be touched.
//   - What is in a blob is compressed already.
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

// prepare makes an empty database a store, brings an older one up to date, and refuses those that this program can't
// use.
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
		if !overtaken || n == tries { // by another process that opens it
			return err
		}
	}
}

// suits refuses a server that would not keep what it is given.
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

// old says whether a server that calls its version so is too old.
func old(version string) bool {
	number, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(number)
	return err == nil && n < oldest
}

// migrate makes the steps that were not made yet. Of several processes the first to lock the number makes them, and the
// others find that there is nothing left to do.
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
		// which takes several statements at once
		if _, err := tx.Exec(ctx, step, pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("bringing the database to schema %d: %w", made+i+1, err)
		}
	}
	_, err = tx.Exec(ctx, `update deaddrop set schema = $1`, int64(len(steps)))
	return err
}

// empty says whether the database has no tables, and refuses one that has others. Everybody can read pg_class, where
// information_schema shows an account only what it may use. A schema that search_path names is a place of our own, and
// what is in the others is not our business; else all of the database is to be ours. Tables of extensions are nobody's.
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

// schema reads the number of the schema.
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
