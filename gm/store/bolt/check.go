package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// Check reads the whole file and returns what is wrong with it, at most the first twenty findings, or nil. It checks
// bbolt's structure and then ours: every record decodes; the log of each game has no gaps and ends before its Next;
// keys and entries point to each other, and so do tasks and the index of their times; everything belongs to a game
// that exists; every blob matches its name. It changes nothing. Writers wait until it is done.
func (db *DB) Check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	tx, err := db.file.begin(true) // writable only to lock out writers, which bbolt's check needs
	if errors.Is(err, store.ErrClosed) {
		return err
	}
	if err != nil {
		return fmt.Errorf("checking the store: %w", err)
	}
	c := &checker{ctx: ctx, tx: tx, file: db.file}
	err = db.file.reading(c.all)
	err = errors.Join(err, errors.Join(c.found...), ctx.Err(), tx.Rollback())
	if err != nil {
		return fmt.Errorf("checking the store: %w", err)
	}
	return nil
}

// checker collects findings.
type checker struct {
	ctx   context.Context
	tx    *bbolt.Tx
	file  *file
	found []error
}

// enough is the largest number of findings.
const enough = 20

func (c *checker) report(format string, args ...any) {
	if len(c.found) < enough {
		c.found = append(c.found, fmt.Errorf(format, args...))
	}
}

func (c *checker) all() error {
	if c.pages(); len(c.found) == 0 { // damaged pages would cause the same findings again
		c.records()
	}
	return nil
}

func (c *checker) pages() {
	// walk first: bbolt's check would hit a memory fault in a goroutine of its own
	if err := walk(c.tx, c.file.raw, c.file.size); err != nil {
		c.report("pages: %w", err)
		return
	}
	for err := range c.tx.Check() {
		c.report("pages: %w", err)
	}
}

func (c *checker) records() {
	c.each(inGame, c.game)
	c.log()
	c.each(inKey, c.key)
	c.each(inTask, c.task)
	c.each(inDue, c.due)
	c.each(inBlob, c.blob)
}

// each calls check for every record of a bucket, unless the context is cancelled or there are enough findings.
func (c *checker) each(bucket string, check func(k, v []byte) error) {
	cur := at(c.tx, bucket).Cursor()
	for k, v := cur.First(); k != nil && c.ctx.Err() == nil; k, v = cur.Next() {
		if err := check(k, v); err != nil {
			c.report("%s: %w", bucket, err)
		}
	}
}

// game checks a game's record, and that the game's last entry is the one before Next.
func (c *checker) game(k, v []byte) error {
	if err := store.CheckName(string(k)); err != nil {
		return err
	}
	g, err := decodeGame(string(k), v)
	if err != nil {
		return err
	}
	if g.Next > 1 && at(c.tx, inLog).Get(seqKey(string(k), g.Next-1)) == nil {
		return fmt.Errorf("game %q: next is %d, but there is no entry %d", k, g.Next, g.Next-1)
	}
	return nil
}

// log checks all entries, and that their numbers have no gaps.
func (c *checker) log() {
	last := map[string]uint64{} // number of the last entry, for the current game only
	c.each(inLog, func(k, v []byte) error {
		game, seq, err := splitSeq(k)
		if err != nil {
			return err
		}
		was := last[game]
		clear(last)
		last[game] = seq
		if seq != was+1 {
			return fmt.Errorf("game %q: entry %d follows entry %d", game, seq, was)
		}
		return c.entry(game, seq, v)
	})
}

func (c *checker) entry(game string, seq uint64, record []byte) error {
	e, err := decodeEntry(game, seq, record)
	if err != nil {
		return err
	}
	if g, err := stand(c.tx, game); err == nil && seq >= g.Next { // damaged games are reported elsewhere
		return fmt.Errorf("game %q: entry %d, but next is %d", game, seq, g.Next)
	}
	if e.Key == "" {
		return nil
	}
	if v := at(c.tx, inKey).Get(nameKey(game, e.Key)); !bytes.Equal(v, binary.BigEndian.AppendUint64(nil, seq)) {
		return fmt.Errorf("game %q: entry %d is not found by its key %q", game, seq, e.Key)
	}
	return nil
}

// key checks that a key points to the entry that has it.
func (c *checker) key(k, v []byte) error {
	game, key, err := splitName(k)
	if err != nil {
		return err
	}
	if len(v) != 8 {
		return fmt.Errorf("game %q, key %q: %w", game, key, errDamaged)
	}
	seq := binary.BigEndian.Uint64(v)
	record := at(c.tx, inLog).Get(seqKey(game, seq))
	if e, err := decodeEntry(game, seq, record); err != nil || e.Key != key {
		return fmt.Errorf("game %q: key %q leads to entry %d, which has it not", game, key, seq)
	}
	return nil
}

// task checks a task's record, and that the index of times contains it.
func (c *checker) task(k, v []byte) error {
	game, name, err := splitName(k)
	if err != nil {
		return err
	}
	t, err := decodeTask(game, name, v)
	if err != nil {
		return err
	}
	if at(c.tx, inGame).Get([]byte(game)) == nil {
		return fmt.Errorf("task %q: there is no game %q", name, game)
	}
	if t.Tag == 0 || t.Tag > at(c.tx, inTask).Sequence() {
		return fmt.Errorf("task %q of game %q: tag %d was never given", name, game, t.Tag)
	}
	due := dueKey(k, v)
	if found, _ := at(c.tx, inDue).Cursor().Seek(due); !bytes.Equal(found, due) {
		return fmt.Errorf("task %q of game %q is not found by its time", name, game)
	}
	return nil
}

// due checks that an index entry points to a task that is due at that time.
func (c *checker) due(k, _ []byte) error {
	if len(k) <= timeLen {
		return fmt.Errorf("key %q: %w", k, errDamaged)
	}
	if v := at(c.tx, inTask).Get(k[timeLen:]); !bytes.HasPrefix(v, k[:timeLen]) {
		return fmt.Errorf("%q leads to no task of that time", k)
	}
	return nil
}

// blob checks that a blob matches its name.
func (c *checker) blob(k, v []byte) error {
	if ref := store.RefOf(v); !bytes.Equal(k, ref[:]) {
		return fmt.Errorf("blob %x: %w", k, errDamaged)
	}
	return nil
}
