package bolt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// errIdle says that no task is due.
var errIdle = errors.New("nothing is due")

// Take implements store.Store. It writes nothing if no task is due, so it may be called often. If ctx is cancelled
// while the write is queued or being flushed, tasks may be leased and counted as tried although nobody got them.
func (db *DB) Take(ctx context.Context, now, until time.Time, max int, except ...string) ([]store.Task, error) {
	if err := store.CheckHold(now, until); err != nil {
		return nil, err
	}
	s := &take{file: db.file, now: now, until: until, max: max, except: except}
	err := db.view(ctx, s.judge)
	if err == nil {
		err = db.writer.do(ctx, s)
	}
	if errors.Is(err, errIdle) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.tasks, nil
}

// Due implements store.Dues.
func (db *DB) Due(ctx context.Context, now time.Time, most int) (n int, oldest time.Time, err error) {
	if err := store.CheckTime(now); err != nil {
		return 0, oldest, err
	}
	err = db.view(ctx, func(tx *bbolt.Tx) error {
		c, limit := at(tx, inDue).Cursor(), appendTime(nil, now)
		for k, _ := c.First(); k != nil && n < most; k, _ = c.Next() {
			if len(k) < timeLen {
				return fmt.Errorf("key %q of the times: %w", k, errDamaged)
			}
			if bytes.Compare(k[:timeLen], limit) > 0 {
				return nil
			}
			if n++; n == 1 {
				oldest = (&fields{rest: k}).time()
			}
		}
		return nil
	})
	return n, oldest, err
}

// take is the step that leases due tasks.
type take struct {
	file       *file
	now, until time.Time
	max        int
	except     []string     // how the bodies of tasks that are not wanted begin
	tasks      []store.Task // set by judge
}

func (s *take) judge(tx *bbolt.Tx) (err error) {
	s.tasks, err = s.due(tx)
	if err == nil && len(s.tasks) == 0 {
		err = errIdle
	}
	return err
}

// due returns the tasks to take, the oldest first. It skips damaged tasks, so that other games can go on, and returns
// an error only if there are no others, wanted or not.
func (s *take) due(tx *bbolt.Tx) (found []store.Task, err error) {
	var damage error
	passed := false
	c, tasks, limit := at(tx, inDue).Cursor(), at(tx, inTask), appendTime(nil, s.now)
	err = s.file.reading(func() error {
		for k, _ := c.First(); k != nil && len(found) < s.max; k, _ = c.Next() {
			if len(k) < timeLen {
				return fmt.Errorf("key %q of the times: %w", k, errDamaged)
			}
			if bytes.Compare(k[:timeLen], limit) > 0 {
				break
			}
			err := s.file.reading(func() error {
				game, name, err := splitName(k[timeLen:])
				if err != nil {
					return err
				}
				t, err := decodeTask(game, name, tasks.Get(k[timeLen:]))
				if err != nil {
					return err
				}
				if t.Begins(s.except) {
					passed = true
				} else {
					found = append(found, t)
				}
				return nil
			})
			damage = cmp.Or(damage, err)
		}
		return nil
	})
	if len(found) > 0 || passed {
		return found, nil
	}
	return nil, cmp.Or(err, damage)
}

func (s *take) write(tx *bbolt.Tx) error {
	for i := range s.tasks {
		t := &s.tasks[i]
		t.Tries++
		held := *t
		held.Due = s.until
		tag, err := putTask(tx, nameKey(t.Game, t.Name), encodeTask(held))
		if err != nil {
			return err
		}
		t.Tag = tag
	}
	return nil
}

// Settle implements store.Store. If ctx is cancelled while the write is queued or being flushed, the task may be
// settled nevertheless.
func (db *DB) Settle(ctx context.Context, t store.Task, again time.Time) error {
	if err := errors.Join(store.CheckName(t.Game), store.CheckName(t.Name), store.CheckTime(again),
		store.CheckBody(t.Body)); err != nil {
		return fmt.Errorf("task %q of game %q: %w", t.Name, t.Game, err)
	}
	return db.writer.do(ctx, &settle{game: t.Game, name: t.Name, tag: t.Tag, again: again, body: bytes.Clone(t.Body)})
}

// settle is the step that ends a lease.
type settle struct {
	game, name string
	tag        uint64
	again      time.Time
	body       []byte
	task       store.Task // set by judge
}

func (s *settle) judge(tx *bbolt.Tx) (err error) {
	record := at(tx, inTask).Get(nameKey(s.game, s.name))
	if record == nil {
		return fmt.Errorf("%w: task %q of game %q is gone", store.ErrConflict, s.name, s.game)
	}
	if s.task, err = decodeTask(s.game, s.name, record); err != nil {
		return err
	}
	if s.task.Tag != s.tag {
		return fmt.Errorf("%w: task %q of game %q is another's", store.ErrConflict, s.name, s.game)
	}
	return nil
}

func (s *settle) write(tx *bbolt.Tx) error {
	key := nameKey(s.game, s.name)
	if s.again.IsZero() {
		return removeTask(tx, key)
	}
	s.task.Due, s.task.Body = s.again, s.body
	_, err := putTask(tx, key, encodeTask(s.task))
	return err
}

// putTask stores the record of a task with a new tag, replacing an earlier one.
func putTask(tx *bbolt.Tx, key, record []byte) (tag uint64, err error) {
	tasks := at(tx, inTask)
	if err := removeTime(tx, key, tasks.Get(key)); err != nil {
		return 0, err
	}
	if tag, err = tasks.NextSequence(); err != nil {
		return 0, err
	}
	setTag(record, tag)
	if err := tasks.Put(key, record); err != nil {
		return 0, err
	}
	return tag, at(tx, inDue).Put(dueKey(key, record), nil)
}

// removeTask removes a task and its entry in the index of times, if it exists.
func removeTask(tx *bbolt.Tx, key []byte) error {
	tasks := at(tx, inTask)
	record := tasks.Get(key)
	if record == nil {
		return nil
	}
	if err := removeTime(tx, key, record); err != nil {
		return err
	}
	return tasks.Delete(key)
}

// removeTime removes a task's entry from the index of times; record is the task's record, or nil if there is no task.
func removeTime(tx *bbolt.Tx, key, record []byte) error {
	if record == nil {
		return nil
	}
	if len(record) < timeLen {
		return fmt.Errorf("task %q: %w", key, errDamaged)
	}
	return at(tx, inDue).Delete(dueKey(key, record))
}

// Tasks implements store.Store. It reads in pages, as Log does.
func (db *DB) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	return pages("", func(after string) (page []store.Task, last string, err error) {
		if err := store.CheckName(game); err != nil {
			return nil, "", err
		}
		err = db.view(ctx, func(tx *bbolt.Tx) (err error) {
			page, err = readTasks(tx, game, after)
			return err
		})
		if len(page) > 0 {
			last = page[len(page)-1].Name
		}
		return page, last, err
	})
}

// readTasks returns a page of the tasks after the name after. With an error, the page holds the tasks before the
// damaged one.
func readTasks(tx *bbolt.Tx, game, after string) (page []store.Task, err error) {
	c, mine := at(tx, inTask).Cursor(), prefix(game)
	k, v := c.Seek(nameKey(game, after))
	if after != "" && bytes.Equal(k, nameKey(game, after)) {
		k, v = c.Next()
	}
	for ; bytes.HasPrefix(k, mine) && len(page) < pageLen; k, v = c.Next() {
		_, name, err := splitName(k)
		if err != nil {
			return page, err
		}
		t, err := decodeTask(game, name, v)
		if err != nil {
			return page, err
		}
		page = append(page, t)
	}
	return page, nil
}

// AllTasks implements store.Survey. It reads in pages, as Log does.
func (db *DB) AllTasks(ctx context.Context, prefix string) iter.Seq2[store.Task, error] {
	return pages(nil, func(after []byte) (page []store.Task, last []byte, err error) {
		err = db.view(ctx, func(tx *bbolt.Tx) (err error) {
			page, last, err = readAllTasks(tx, prefix, after)
			return err
		})
		return page, last, err
	})
}

// readAllTasks returns a page of the tasks of all games whose names begin with prefix, after the key after, and the
// last key. With an error, the page holds the tasks before the damaged one.
func readAllTasks(tx *bbolt.Tx, prefix string, after []byte) (page []store.Task, last []byte, err error) {
	c := at(tx, inTask).Cursor()
	k, v := c.Seek(after)
	if after != nil && bytes.Equal(k, after) {
		k, v = c.Next()
	}
	for ; k != nil && len(page) < pageLen; k, v = c.Next() {
		game, name, err := splitName(k)
		if err == nil && !strings.HasPrefix(name, prefix) {
			continue
		}
		var t store.Task
		if err == nil {
			t, err = decodeTask(game, name, v)
		}
		if err != nil {
			return page, last, err
		}
		page, last = append(page, t), bytes.Clone(k)
	}
	return page, last, nil
}
