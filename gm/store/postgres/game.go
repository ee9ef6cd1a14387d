package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A page is the set of records that an iterator reads with one statement before it yields them.
const (
	pageLen   = 100     // largest number of entries, names, games or tasks
	pageBytes = 4 << 20 // limit for entries or games; the last one may exceed it
	firstPage = 1       // entries in the first page: a caller who needs only one should not pay for the others
)

// Load implements store.Store.
func (db *DB) Load(ctx context.Context, game string) (store.Game, error) {
	if err := store.CheckName(game); err != nil {
		return store.Game{}, err
	}
	var rev, next int64
	var head []byte
	err := db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `select rev, next, head from game where id = $1`, game).Scan(&rev, &next, &head)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return store.Game{Next: 1}, nil
	case err != nil:
		return store.Game{}, err
	}
	return store.Game{Rev: uint64(rev), Next: uint64(next), Head: some(head)}, nil
}

// Revision implements store.Revisions.
func (db *DB) Revision(ctx context.Context, game string) (uint64, error) {
	if err := store.CheckName(game); err != nil {
		return 0, err
	}
	var rev int64
	err := db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `select rev from game where id = $1`, game).Scan(&rev)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return uint64(rev), err
}

// Parts of the statement that makes a change. All depend on g, which has one row if the game is at the change's
// revision, and none otherwise. Parts that a change does not need are left out. base is the number of the first new
// entry, minus one.
const (
	partCreate = `with g as (
	insert into game (id, rev, next, head) values ($1, $2::bigint + 1, 1 + $3::bigint, coalesce($4::bytea, ''))
	on conflict (id) do nothing returning next - $3::bigint - 1 as base)`

	partUpdate = `with g as (
	update game set rev = rev + 1, next = next + $3::bigint, head = coalesce($4::bytea, head)
	where id = $1 and rev = $2::bigint returning next - $3::bigint - 1 as base)`

	partLog = `, l as (
	insert into log (game, seq, kind, key, at, body)
	select $1, g.base + e.i, e.kind, nullif(e.key, ''), e.at, e.body
	from g, unnest(%s::text[], %s::text[], %s::timestamptz[], %s::bytea[])
		with ordinality as e(kind, key, at, body, i))`

	partSet = `, t as (
	insert into task (game, name, due, tries, body)
	select $1, e.name, e.due, e.tries, e.body
	from g, unnest(%s::text[], %s::timestamptz[], %s::bigint[], %s::bytea[]) as e(name, due, tries, body)
	on conflict (game, name) do update
	set due = excluded.due, tries = excluded.tries, tag = excluded.tag, body = excluded.body)`

	partDone = `, d as (delete from task using g where game = $1 and name = any(%s::text[]))`

	partEnd = ` select base from g`
)

// statement builds an SQL statement with its arguments.
type statement struct {
	sql  strings.Builder
	args []any
}

// add appends a part, and numbers its arguments after the earlier ones.
func (s *statement) add(part string, args ...any) {
	places := make([]any, len(args))
	for i := range args {
		places[i] = fmt.Sprint("$", len(s.args)+1+i)
	}
	fmt.Fprintf(&s.sql, part, places...)
	s.args = append(s.args, args...)
}

// newCommit returns the statement that makes a change.
func newCommit(game string, c store.Change) *statement {
	s := &statement{args: []any{game, int64(c.Rev), int64(len(c.Log)), c.Head}}
	if c.Rev == 0 {
		s.sql.WriteString(partCreate)
	} else {
		s.sql.WriteString(partUpdate)
	}
	if n := len(c.Log); n > 0 {
		kinds, keys, at, bodies := make([]string, n), make([]string, n), make([]time.Time, n), make([][]byte, n)
		for i, e := range c.Log {
			kinds[i], keys[i], at[i], bodies[i] = e.Kind, e.Key, e.At, bytea(e.Body)
		}
		s.add(partLog, kinds, keys, at, bodies)
	}
	if n := len(c.Set); n > 0 {
		names, due, tries, bodies := make([]string, n), make([]time.Time, n), make([]int64, n), make([][]byte, n)
		for i, t := range c.Set {
			names[i], due[i], tries[i], bodies[i] = t.Name, t.Due, int64(t.Tries), bytea(t.Body)
		}
		s.add(partSet, names, due, tries, bodies)
	}
	if len(c.Done) > 0 {
		s.add(partDone, c.Done)
	}
	s.sql.WriteString(partEnd)
	return s
}

// Commit implements store.Store. If ctx is cancelled while the server executes it, the change may be made
// nevertheless.
func (db *DB) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if err := c.Validate(game); err != nil {
		return 0, err
	}
	s := newCommit(game, c)
	sql := s.sql.String()
	err := db.write(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		if c.Rev > math.MaxInt64 {
			return pgx.ErrNoRows // no game has such a high revision
		}
		var base int64
		err := conn.QueryRow(ctx, sql, s.args...).Scan(&base)
		if isDuplicateKey(err) {
			return db.settled(ctx, conn, game)
		}
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = fmt.Errorf("%w: game %q is not at revision %d", store.ErrConflict, game, c.Rev)
	}
	if err != nil {
		return 0, err
	}
	return c.Rev + 1, nil
}

// isDuplicateKey reports whether a change was refused because one of its keys exists.
func isDuplicateKey(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == uniqueness && said.ConstraintName == "log_key"
}

// settled returns ErrDuplicate once the key that was found is replicated. After a crash a server may show commits
// that it never acknowledged because its standby did not have them; this write, which changes nothing, waits for the
// standby.
func (db *DB) settled(ctx context.Context, conn *pgx.Conn, game string) error {
	if _, err := conn.Exec(ctx, `update game set rev = rev where id = $1`, game); err != nil {
		return err
	}
	return fmt.Errorf("%w: game %q has a key of the change", store.ErrDuplicate, game)
}

// Remove implements store.Remover.
func (db *DB) Remove(ctx context.Context, game string, rev uint64) error {
	if err := store.CheckName(game); err != nil {
		return err
	}
	var gone int64
	err := db.write(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `with g as (delete from game where id = $1 and rev = $2 returning 1),
			l as (delete from log using g where game = $1),
			t as (delete from task using g where game = $1)
			select count(*) from g`, game, int64(min(rev, math.MaxInt64))).Scan(&gone)
	})
	if err == nil && gone == 0 {
		err = fmt.Errorf("%w: game %q is not at revision %d", store.ErrConflict, game, rev)
	}
	return err
}

// Log implements store.Store. It reads in pages, and holds no connection while the caller's loop runs.
func (db *DB) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		limit := firstPage
		pages(from, func(from uint64) (page []store.Entry, next uint64, more bool, err error) {
			page, err = db.readLog(ctx, game, from, limit)
			size := 0
			for _, e := range page {
				size, next = size+len(e.Body), e.Seq+1
			}
			more = len(page) == limit || size >= pageBytes
			limit = pageLen
			return page, next, more, err
		})(yield)
	}
}

// readLog returns up to limit entries, or fewer, ending with the one that reaches pageBytes.
func (db *DB) readLog(ctx context.Context, game string, from uint64, limit int) (page []store.Entry, err error) {
	if err := store.CheckName(game); err != nil {
		return nil, err
	}
	err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `select seq, kind, coalesce(key, ''), at, body from (
				select seq, kind, key, at, body,
						sum(octet_length(body)) over (order by seq) - octet_length(body) as before
					from (select seq, kind, key, at, body from log
						where game = $1 and seq >= $2 order by seq limit $3) page) sized
			where before < $4 order by seq`, game, int64(min(from, math.MaxInt64)), int64(limit), int64(pageBytes))
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scanEntry)
		return err
	})
	return page, err
}

func scanEntry(row pgx.CollectableRow) (e store.Entry, err error) {
	var seq int64
	err = row.Scan(&seq, &e.Kind, &e.Key, &e.At, &e.Body)
	e.Seq, e.At, e.Body = uint64(seq), e.At.UTC(), some(e.Body)
	return e, err
}

// Games implements store.Store. It reads in pages, as Log does.
func (db *DB) Games(ctx context.Context, after string) iter.Seq2[string, error] {
	return pages(after, func(after string) (page []string, last string, more bool, err error) {
		if after != "" {
			if err := store.CheckName(after); err != nil {
				return nil, "", false, err
			}
		}
		err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, `select id from game where id > $1 order by id limit $2`,
				after, int64(pageLen))
			if err != nil {
				return err
			}
			page, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		})
		if len(page) > 0 {
			last = page[len(page)-1]
		}
		return page, last, len(page) == pageLen, err
	})
}

// LoadAll implements store.Survey. It reads in pages, as Log does.
func (db *DB) LoadAll(ctx context.Context, after string) iter.Seq2[store.NamedGame, error] {
	return pages(after, func(after string) (page []store.NamedGame, last string, more bool, err error) {
		if after != "" {
			if err := store.CheckName(after); err != nil {
				return nil, "", false, err
			}
		}
		err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, `select id, rev, next, head from (
					select id, rev, next, head,
							sum(octet_length(head)) over (order by id) - octet_length(head) as before
						from (select id, rev, next, head from game where id > $1 order by id limit $2) page) sized
				where before < $3 order by id`, after, int64(pageLen), int64(pageBytes))
			if err != nil {
				return err
			}
			page, err = pgx.CollectRows(rows, scanGame)
			return err
		})
		size := 0
		for _, g := range page {
			size, last = size+len(g.Head), g.Name
		}
		return page, last, len(page) == pageLen || size >= pageBytes, err
	})
}

func scanGame(row pgx.CollectableRow) (g store.NamedGame, err error) {
	var rev, next int64
	err = row.Scan(&g.Name, &rev, &next, &g.Head)
	g.Rev, g.Next, g.Head = uint64(rev), uint64(next), some(g.Head)
	return g, err
}

// pages yields the elements of successive pages. read takes the place at which a page begins, and returns the place
// of the next.
func pages[T, Place any](from Place,
	read func(Place) (page []T, next Place, more bool, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		place, more := from, true
		for more {
			var page []T
			var err error
			page, place, more, err = read(place)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, v := range page {
				if !yield(v, nil) {
					return
				}
			}
		}
	}
}

// bytea returns b, or an empty slice instead of nil, for columns that are never null.
func bytea(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// some is the inverse of bytea: it returns nil instead of an empty slice.
func some(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}
