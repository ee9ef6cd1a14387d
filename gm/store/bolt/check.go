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

// Check reads the whole file and returns what is wrong with it, at most the first
// twenty findings; nil if all is well. It looks at bbolt's own structure and then
// at ours: every record decodes; the log of each game is without gaps and ends
// before its Next; keys and entries point to each other, and so do tasks and
// their times; nothing belongs to a game that does not exist; every blob has the
// content that its name says. It changes nothing. Writers wait until it is done.
func (db *DB) Check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	tx, err := db.file.begin(true) // for its lock: bbolt's check must see no writer
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

// enough is how many findings are kept.
const enough = 20

func (c *checker) report(format string, args ...any) {
	if len(c.found) < enough {
		c.found = append(c.found, fmt.Errorf(format, args...))
	}
}

func (c *checker) all() error {
	if c.pages(); len(c.found) == 0 { // damaged pages would only say it once more
		c.records()
	}
	return nil
}

func (c *checker) pages() {
	// it would be a fault of memory in a goroutine of bbolt's
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

// each calls check for every record of a bucket, while it is wanted.
func (c *checker) each(bucket string, check func(k, v []byte) error) {
	cur := at(c.tx, bucket).Cursor()
	for k, v := cur.First(); k != nil && c.ctx.Err() == nil; k, v = cur.Next() {
		if err := check(k, v); err != nil {
			c.report("%s: %w", bucket, err)
		}
	}
}

// game checks a game's record, and that its last entry is the one before Next.
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

// log checks all entries, and that each follows the one before it.
func (c *checker) log() {
	last := map[string]uint64{} // of the present game only
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
	if g, err := stand(c.tx, game); err == nil && seq >= g.Next { // a bad game is reported as such
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

// key checks that a key leads to the entry that has it.
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

// task checks a task's record, and that its time leads to it.
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

// due checks that a time leads to a task that is due then.
func (c *checker) due(k, _ []byte) error {
	if len(k) <= timeLen {
		return fmt.Errorf("key %q: %w", k, errDamaged)
	}
	if v := at(c.tx, inTask).Get(k[timeLen:]); !bytes.HasPrefix(v, k[:timeLen]) {
		return fmt.Errorf("%q leads to no task of that time", k)
	}
	return nil
}

// blob checks that a blob is what its name says.
func (c *checker) blob(k, v []byte) error {
	if ref := store.RefOf(v); !bytes.Equal(k, ref[:]) {
		return fmt.Errorf("blob %x: %w", k, errDamaged)
	}
	return nil
}
