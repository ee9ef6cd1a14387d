package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// A page is the set of records that an iterator reads in one transaction before it yields them.
const (
	pageLen   = 100     // largest number of entries, names, games or tasks
	pageBytes = 4 << 20 // limit for entries or games; the last one may exceed it
	firstPage = 1       // entries in the first page: a caller who needs only one should not pay for the others
)

// Load implements store.Store.
func (db *DB) Load(ctx context.Context, game string) (g store.Game, err error) {
	if err := store.CheckName(game); err != nil {
		return store.Game{}, err
	}
	err = db.view(ctx, func(tx *bbolt.Tx) (err error) {
		g, err = load(tx, game)
		return err
	})
	return g, err
}

// Revision implements store.Revisions.
func (db *DB) Revision(ctx context.Context, game string) (rev uint64, err error) {
	if err := store.CheckName(game); err != nil {
		return 0, err
	}
	err = db.view(ctx, func(tx *bbolt.Tx) error {
		g, err := stand(tx, game)
		rev = g.Rev
		return err
	})
	return rev, err
}

func load(tx *bbolt.Tx, game string) (store.Game, error) {
	record := at(tx, inGame).Get([]byte(game))
	if record == nil {
		return store.Game{Next: 1}, nil
	}
	return decodeGame(game, record)
}

// stand is like load, without the head, which may be large.
func stand(tx *bbolt.Tx, game string) (store.Game, error) {
	record := at(tx, inGame).Get([]byte(game))
	if record == nil {
		return store.Game{Next: 1}, nil
	}
	g, _, err := decodeStand(game, record)
	return g, err
}

// Commit implements store.Store. If ctx is cancelled while the commit is queued or being flushed, the change may be
// made nevertheless. If another commit in the same transaction cannot be written, this one is not affected; if the
// transaction as a whole fails, all of its commits return that error.
func (db *DB) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if err := c.Validate(game); err != nil {
		return 0, err
	}
	if err := db.writer.do(ctx, newCommit(game, c)); err != nil {
		return 0, err
	}
	return c.Rev + 1, nil
}

// Enqueue implements store.Queue.
func (db *DB) Enqueue(ctx context.Context, game string, c store.Change) (wait func() error, err error) {
	if err := c.Validate(game); err != nil {
		return nil, err
	}
	j := &job{step: newCommit(game, c), done: make(chan struct{})}
	if err := db.writer.enqueue(ctx, j); err != nil {
		return nil, err
	}
	return func() error { <-j.done; return j.answer }, nil
}

// commit is the step that makes a change. It holds the encoded records, so that the writer has little to do and uses
// no memory of the caller.
type commit struct {
	game string
	rev  uint64
	head []byte // the game's new record, with its revision still to be filled in; nil keeps the old head
	log  []entryRecord
	set  []taskRecord
	done []string
	was  store.Game // the game before, set by judge
}

type entryRecord struct {
	key    string
	record []byte
}

type taskRecord struct {
	name   string
	record []byte
}

func newCommit(game string, c store.Change) *commit {
	s := &commit{game: game, rev: c.Rev, done: append([]string(nil), c.Done...)}
	if c.Head != nil {
		s.head = encodeGame(store.Game{Head: c.Head})
	}
	for _, e := range c.Log {
		s.log = append(s.log, entryRecord{e.Key, encodeEntry(e)})
	}
	for _, t := range c.Set {
		s.set = append(s.set, taskRecord{t.Name, encodeTask(t)})
	}
	return s
}

func (s *commit) judge(tx *bbolt.Tx) (err error) {
	if s.head == nil {
		s.was, err = load(tx, s.game)
	} else {
		s.was, err = stand(tx, s.game)
	}
	if err != nil {
		return err
	}
	if s.was.Rev != s.rev {
		return fmt.Errorf("%w: game %q is at revision %d, the change says %d", store.ErrConflict,
			s.game, s.was.Rev, s.rev)
	}
	keys := at(tx, inKey)
	for _, e := range s.log {
		if e.key != "" && keys.Get(nameKey(s.game, e.key)) != nil {
			return fmt.Errorf("%w: game %q, key %q", store.ErrDuplicate, s.game, e.key)
		}
	}
	return nil
}

func (s *commit) write(tx *bbolt.Tx) error {
	g := s.was
	g.Rev++
	for _, e := range s.log {
		if err := s.append(tx, g.Next, e); err != nil {
			return err
		}
		g.Next++
	}
	if err := s.writeTasks(tx); err != nil {
		return err
	}
	record := s.head
	if record == nil {
		record = encodeGame(g)
	}
	setStand(record, g)
	return at(tx, inGame).Put([]byte(s.game), record)
}

func (s *commit) append(tx *bbolt.Tx, seq uint64, e entryRecord) error {
	if e.key != "" {
		if err := at(tx, inKey).Put(nameKey(s.game, e.key), binary.BigEndian.AppendUint64(nil, seq)); err != nil {
			return err
		}
	}
	return at(tx, inLog).Put(seqKey(s.game, seq), e.record)
}

func (s *commit) writeTasks(tx *bbolt.Tx) error {
	for _, name := range s.done {
		if err := removeTask(tx, nameKey(s.game, name)); err != nil {
			return err
		}
	}
	for _, t := range s.set {
		if _, err := putTask(tx, nameKey(s.game, t.name), t.record); err != nil {
			return err
		}
	}
	return nil
}

// Remove implements store.Remover. The freed pages are reused for later records; the file does not shrink.
func (db *DB) Remove(ctx context.Context, game string, rev uint64) error {
	if err := store.CheckName(game); err != nil {
		return err
	}
	return db.writer.do(ctx, &remove{game: game, rev: rev})
}

// remove is the step that deletes a game.
type remove struct {
	game string
	rev  uint64
}

func (s *remove) judge(tx *bbolt.Tx) error {
	was, err := stand(tx, s.game)
	if err == nil && (was.Rev != s.rev || was.Rev == 0) {
		err = fmt.Errorf("%w: game %q is at revision %d, and not at %d", store.ErrConflict, s.game, was.Rev, s.rev)
	}
	return err
}

func (s *remove) write(tx *bbolt.Tx) error {
	for _, bucket := range []string{inLog, inKey} {
		if err := each(at(tx, bucket), s.game, at(tx, bucket).Delete); err != nil {
			return err
		}
	}
	if err := each(at(tx, inTask), s.game, func(key []byte) error { return removeTask(tx, key) }); err != nil {
		return err
	}
	return at(tx, inGame).Delete([]byte(s.game))
}

// each calls do with the keys of all records of a game in a bucket. do may delete them.
func each(b *bbolt.Bucket, game string, do func(key []byte) error) error {
	var keys [][]byte // collected first, as a cursor does not survive deletions
	mine := prefix(game)
	c := b.Cursor()
	for k, _ := c.Seek(mine); bytes.HasPrefix(k, mine); k, _ = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	for _, k := range keys {
		if err := do(k); err != nil {
			return err
		}
	}
	return nil
}

// Log implements store.Store. It reads each page in a transaction of its own, and holds none while the caller's loop
// runs.
func (db *DB) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		limit := firstPage
		all := pages(from, func(from uint64) (page []store.Entry, next uint64, err error) {
			if err := store.CheckName(game); err != nil {
				return nil, 0, err
			}
			err = db.view(ctx, func(tx *bbolt.Tx) (err error) {
				page, err = readLog(tx, game, from, limit)
				return err
			})
			limit = pageLen
			if len(page) > 0 {
				next = page[len(page)-1].Seq + 1
			}
			return page, next, err
		})
		all(yield)
	}
}

// readLog returns a page of the log. With an error, the page holds the entries before the damaged one.
func readLog(tx *bbolt.Tx, game string, from uint64, limit int) (page []store.Entry, err error) {
	c, mine := at(tx, inLog).Cursor(), prefix(game)
	size := 0
	for k, v := c.Seek(seqKey(game, from)); bytes.HasPrefix(k, mine); k, v = c.Next() {
		_, seq, err := splitSeq(k)
		if err != nil {
			return page, err
		}
		e, err := decodeEntry(game, seq, v)
		if err != nil {
			return page, err
		}
		page = append(page, e)
		if size += len(v); len(page) == limit || size >= pageBytes {
			break
		}
	}
	return page, nil
}

// Games implements store.Store. It reads in pages, as Log does.
func (db *DB) Games(ctx context.Context, after string) iter.Seq2[string, error] {
	return pages(after, func(after string) (page []string, last string, err error) {
		if after != "" {
			if err := store.CheckName(after); err != nil {
				return nil, "", err
			}
		}
		err = db.view(ctx, func(tx *bbolt.Tx) error {
			c := at(tx, inGame).Cursor()
			for k, _ := c.Seek(prefix(after)); k != nil && len(page) < pageLen; k, _ = c.Next() {
				page = append(page, string(k))
			}
			return nil
		})
		if len(page) > 0 {
			last = page[len(page)-1]
		}
		return page, last, err
	})
}

// LoadAll implements store.Survey. It reads in pages, as Log does.
func (db *DB) LoadAll(ctx context.Context, after string) iter.Seq2[store.NamedGame, error] {
	return pages(after, func(after string) (page []store.NamedGame, last string, err error) {
		if after != "" {
			if err := store.CheckName(after); err != nil {
				return nil, "", err
			}
		}
		err = db.view(ctx, func(tx *bbolt.Tx) error {
			c, size := at(tx, inGame).Cursor(), 0
			for k, v := c.Seek(prefix(after)); k != nil && len(page) < pageLen && size < pageBytes; k, v = c.Next() {
				g, err := decodeGame(string(k), v)
				page, size = append(page, store.NamedGame{Name: string(k), Game: g, Err: err}), size+len(v)
			}
			return nil
		})
		if len(page) > 0 {
			last = page[len(page)-1].Name
		}
		return page, last, err
	})
}

// pages yields the elements of successive pages until one is empty. read takes the place at which a page begins and
// returns the place of the next.
func pages[T, Place any](from Place, read func(Place) ([]T, Place, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for place := from; ; {
			page, next, err := read(place)
			for _, v := range page {
				if !yield(v, nil) {
					return
				}
			}
			if err != nil {
				yield(*new(T), err)
				return
			}
			if len(page) == 0 {
				return
			}
			place = next
		}
	}
}
