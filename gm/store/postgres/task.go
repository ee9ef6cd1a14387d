package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
)

// mostTaken is the largest number of tasks taken at a time.
const mostTaken = 10_000

// take leases due tasks. The limit must be a literal: a planner that does not know it would read all tasks.
const take = `with found as (
	select game, name, due from task where due <= $1 %s order by due, game, name limit %d for update skip locked)
update task t set due = $2, tries = t.tries + 1, tag = nextval('tag')
from found f where t.game = f.game and t.name = f.name
returning t.game, t.name, f.due, t.body, t.tries, t.tag`

// unwanted is the condition that passes tasks over whose body begins with one of the values of $3.
const unwanted = `and not exists (select from unnest($3::bytea[]) u where substring(body from 1 for length(u)) = u)`

// Take implements store.Store. It writes nothing if no task is due, so it may be called often. It skips tasks that
// others are taking or settling at the same moment.
func (db *DB) Take(ctx context.Context, now, until time.Time, max int, except ...string) (
	tasks []store.Task, err error) {
	if err := store.CheckHold(now, until); err != nil {
		return nil, err
	}
	if max = min(max, mostTaken); max < 1 {
		return nil, ctx.Err()
	}
	sql, args := fmt.Sprintf(take, "", max), []any{now, until}
	if len(except) > 0 {
		begins := make([][]byte, len(except))
		for i, e := range except {
			begins[i] = []byte(e)
		}
		sql, args = fmt.Sprintf(take, unwanted, max), append(args, begins)
	}
	err = db.write(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		tasks, err = pgx.CollectRows(rows, scanTask)
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(tasks, func(a, b store.Task) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Name, b.Name))
	})
	return tasks, nil
}

func scanTask(row pgx.CollectableRow) (t store.Task, err error) {
	var tries, tag int64
	err = row.Scan(&t.Game, &t.Name, &t.Due, &t.Body, &tries, &tag)
	t.Due, t.Body, t.Tries, t.Tag = t.Due.UTC(), some(t.Body), int(tries), uint64(tag)
	return t, err
}

// Settle implements store.Store. If ctx is cancelled while the server executes it, the task may be settled
// nevertheless.
func (db *DB) Settle(ctx context.Context, t store.Task, again time.Time) error {
	if err := errors.Join(store.CheckName(t.Game), store.CheckName(t.Name), store.CheckTime(again),
		store.CheckBody(t.Body)); err != nil {
		return fmt.Errorf("task %q of game %q: %w", t.Name, t.Game, err)
	}
	sql, args := `delete from task where game = $1 and name = $2 and tag = $3`, []any{t.Game, t.Name, int64(t.Tag)}
	if !again.IsZero() {
		sql = `update task set due = $4, body = $5, tag = nextval('tag') where game = $1 and name = $2 and tag = $3`
		args = append(args, again, bytea(t.Body))
	}
	var settled int64
	err := db.write(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, sql, args...)
		settled = tag.RowsAffected()
		return err
	})
	if err == nil && settled == 0 {
		err = fmt.Errorf("%w: task %q of game %q is gone, or another's", store.ErrConflict, t.Name, t.Game)
	}
	return err
}

// Tasks implements store.Store. It reads in pages, as Log does.
func (db *DB) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	return pages("", func(after string) (page []store.Task, last string, more bool, err error) {
		if err := store.CheckName(game); err != nil {
			return nil, "", false, err
		}
		err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, `select game, name, due, body, tries, tag from task
				where game = $1 and name > $2 order by name limit $3`, game, after, int64(pageLen))
			if err != nil {
				return err
			}
			page, err = pgx.CollectRows(rows, scanTask)
			return err
		})
		if len(page) > 0 {
			last = page[len(page)-1].Name
		}
		return page, last, len(page) == pageLen, err
	})
}

// allTasks reads a page of the tasks of all games. The limit must be a literal, as in take. coalesce keeps the
// planner from guessing that hardly any task has the prefix, in which case it would read and sort all tasks for each
// page.
const allTasks = `select game, name, due, body, tries, tag from task
	where (game, name) > ($1, $2) and coalesce(left(name, length($3)) = $3, false) order by game, name limit %d`

// AllTasks implements store.Survey. It reads in pages, as Log does. It is quick when few tasks have the prefix, as
// the server skips the others.
func (db *DB) AllTasks(ctx context.Context, prefix string) iter.Seq2[store.Task, error] {
	sql := fmt.Sprintf(allTasks, pageLen)
	return pages(store.Task{}, func(after store.Task) (page []store.Task, last store.Task, more bool, err error) {
		err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, sql, after.Game, after.Name, prefix)
			if err != nil {
				return err
			}
			page, err = pgx.CollectRows(rows, scanTask)
			return err
		})
		if len(page) > 0 {
			last = page[len(page)-1]
		}
		return page, last, len(page) == pageLen, err
	})
}

// Due implements store.Dues.
func (db *DB) Due(ctx context.Context, now time.Time, most int) (n int, oldest time.Time, err error) {
	if err := store.CheckTime(now); err != nil {
		return 0, time.Time{}, err
	}
	sql := fmt.Sprintf(`select count(*), min(due)
		from (select due from task where due <= $1 order by due, game, name limit %d) found`,
		max(most, 0))
	var first *time.Time
	err = db.read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, sql, now).Scan(&n, &first)
	})
	if err == nil && first != nil {
		oldest = first.UTC()
	}
	return n, oldest, err
}
