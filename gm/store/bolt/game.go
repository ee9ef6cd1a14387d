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

// A page is what is read in one transaction and handed out after it.
const (
	pageLen   = 100     // entries or names
	pageBytes = 4 << 20 // of entries; the last one may exceed it
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

func load(tx *bbolt.Tx, game string) (store.Game, error) {
	record := at(tx, inGame).Get([]byte(game))
	if record == nil {
		return store.Game{Next: 1}, nil
	}
	return decodeGame(game, record)
}

// Commit implements store.Store. If ctx is cancelled while it waits for its turn or
// for the disk, the change may still be made afterwards. If another commit that
// shares the transaction cannot be written, this one is not affected; if the
// transaction as a whole fails, all of them return its error.
func (db *DB) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if err := c.Validate(game); err != nil {
		return 0, err
	}
	if err := db.writer.do(ctx, newCommit(game, c)); err != nil {
		return 0, err
	}
	return c.Rev + 1, nil
}

// commit is the step that makes a change: the change with its records encoded, so
// that the writer has little to do and nothing of the caller's memory.
type commit struct {
	game string
	rev  uint64
	head []byte // nil keeps it
	log  []entryRecord
	set  []taskRecord
	done []string
	was  store.Game // found by judge
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
	s := &commit{game: game, rev: c.Rev, head: bytes.Clone(c.Head), done: append([]string(nil), c.Done...)}
	for _, e := range c.Log {
		s.log = append(s.log, entryRecord{e.Key, encodeEntry(e)})
	}
	for _, t := range c.Set {
		t.Tries = 0
		s.set = append(s.set, taskRecord{t.Name, encodeTask(t)})
	}
	return s
}

func (s *commit) judge(tx *bbolt.Tx) (err error) {
	if s.was, err = load(tx, s.game); err != nil {
		return err
	}
	if s.was.Rev != s.rev {
		return fmt.Errorf("%w: game %q is at revision %d, the change says %d", store.ErrConflict, s.game, s.was.Rev, s.rev)
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
	if s.head != nil {
		g.Head = s.head
	}
	for _, e := range s.log {
		if err := s.append(tx, g.Next, e); err != nil {
			return err
		}
		g.Next++
	}
	if err := s.writeTasks(tx); err != nil {
		return err
	}
	return at(tx, inGame).Put([]byte(s.game), encodeGame(g))
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

// Log implements store.Store. It reads a page at a time, each in a transaction of
// its own, and holds none while the caller runs.
func (db *DB) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	return pages(from, func(from uint64) (page []store.Entry, next uint64, err error) {
		if err := store.CheckName(game); err != nil {
			return nil, 0, err
		}
		err = db.view(ctx, func(tx *bbolt.Tx) (err error) {
			page, err = readLog(tx, game, from)
			return err
		})
		if len(page) > 0 {
			next = page[len(page)-1].Seq + 1
		}
		return page, next, err
	})
}

// readLog returns a page of the log, also if there is an error after it.
func readLog(tx *bbolt.Tx, game string, from uint64) (page []store.Entry, err error) {
	c, mine := at(tx, inLog).Cursor(), prefix(game)
	size := 0
	for k, v := c.Seek(seqKey(game, from)); bytes.HasPrefix(k, mine); k, v = c.Next() {
		if len(page) == pageLen || size >= pageBytes {
			break
		}
		_, seq, err := splitSeq(k)
		if err != nil {
			return page, err
		}
		e, err := decodeEntry(game, seq, v)
		if err != nil {
			return page, err
		}
		page = append(page, e)
		size += len(v)
	}
	return page, nil
}

// Games implements store.Store, in pages as Log does.
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

// pages yields what read returns, page after page until one is empty. Read is
// given the place to start at and returns the next one.
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
