package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// compactSuffix is the suffix of the temporary file that replaces the original.
const compactSuffix = ".compact"

// Compact rewrites the store at path without its free pages, and returns how many bytes of the file were in use
// before and after. It returns ErrLocked if the store is open. The file system needs room for a second copy. The new
// file is checked, compared with the old one and flushed before it replaces it. So there is a good store at path
// whenever Compact ends, be it by an error, by cancellation or by a power cut; a temporary file that is left over,
// named path with ".compact" added, is removed by the next Compact.
func Compact(ctx context.Context, path string) (before, after int64, err error) {
	// unlike Open, this fails if there is no file
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return 0, 0, fmt.Errorf("compacting: %w", err)
	}
	before, after, err = compact(ctx, path)
	if err != nil {
		return 0, 0, fmt.Errorf("compacting %s: %w", path, err)
	}
	return before, after, nil
}

func compact(ctx context.Context, path string) (before, after int64, err error) {
	old, err := openFile(path, false)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, old.Close()) }() // keeps the lock until everything is done
	switch n, err := readSchema(old.DB); {
	case err != nil:
		return 0, 0, err
	case n == 0:
		return 0, 0, errors.New("there is nothing in it")
	}
	temp := path + compactSuffix
	if err := removeIfThere(temp); err != nil { // left over by a process that was killed
		return 0, 0, err
	}
	if before, after, err = rewrite(ctx, old, path, temp); err == nil {
		err = replace(old, path, temp)
	}
	if err != nil {
		return 0, 0, errors.Join(err, removeIfThere(temp))
	}
	return before, after, store.SyncDir(filepath.Dir(path))
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// rewrite creates a file at temp with the content of old, flushed and checked, owned by the owner of path.
func rewrite(ctx context.Context, old *file, path, temp string) (before, after int64, err error) {
	file, err := openFile(temp, true) // one flush at the end is enough
	if err != nil {
		return 0, 0, err
	}
	db := &DB{file: file}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := inherit(path, temp); err != nil {
		return 0, 0, err
	}
	err = old.View(func(from *bbolt.Tx) error {
		before = from.Size()
		if err := copyAll(ctx, file.DB, from); err != nil {
			return err
		}
		return file.View(func(to *bbolt.Tx) error {
			after = to.Size()
			return compare(ctx, from, to)
		})
	})
	if err == nil {
		err = db.Check(ctx)
	}
	if err == nil {
		err = file.Sync()
	}
	return before, after, err
}

// copyBytes is how much is written in one transaction, which is held in memory.
const copyBytes = 16 << 20

// copyAll copies all buckets in key order. Unlike bbolt.Compact, which may take minutes, it ends when the context is
// cancelled.
func copyAll(ctx context.Context, file *bbolt.DB, from *bbolt.Tx) error {
	c := &copier{ctx: ctx, file: file}
	err := c.begin()
	if err != nil {
		return err
	}
	err = from.ForEach(c.bucket)
	if err == nil {
		return c.tx.Commit()
	}
	return errors.Join(err, c.tx.Rollback())
}

// copier writes to a file in a series of transactions.
type copier struct {
	ctx  context.Context
	file *bbolt.DB
	tx   *bbolt.Tx
	size int // bytes written in tx
}

func (c *copier) begin() error {
	tx, err := c.file.Begin(true)
	if err == nil {
		c.tx, c.size = tx, 0
	}
	return err
}

func (c *copier) bucket(name []byte, from *bbolt.Bucket) error {
	to, err := c.tx.CreateBucket(name)
	if err == nil {
		err = to.SetSequence(from.Sequence())
	}
	if err != nil {
		return err
	}
	return from.ForEach(func(k, v []byte) error {
		if c.size += len(k) + len(v); c.size > copyBytes {
			if err := errors.Join(c.ctx.Err(), c.tx.Commit(), c.begin()); err != nil {
				return err
			}
		}
		to := c.tx.Bucket(name)
		to.FillPercent = 0.9 // leaves room, as running games insert records between existing ones
		return to.Put(k, v)
	})
}

var errDiffers = errors.New("the new file is not what the old one is")

// compare returns an error unless a and b have the same records and sequences.
func compare(ctx context.Context, a, b *bbolt.Tx) error {
	return a.ForEach(func(name []byte, was *bbolt.Bucket) error {
		is := b.Bucket(name)
		if is == nil || is.Sequence() != was.Sequence() {
			return fmt.Errorf("bucket %s: %w", name, errDiffers)
		}
		c, d := was.Cursor(), is.Cursor()
		k, v := c.First()
		l, w := d.First()
		for k != nil && ctx.Err() == nil {
			if !bytes.Equal(k, l) || !bytes.Equal(v, w) {
				break
			}
			k, v = c.Next()
			l, w = d.Next()
		}
		if ctx.Err() == nil && (k != nil || l != nil) {
			return fmt.Errorf("bucket %s, record %q: %w", name, k, errDiffers)
		}
		return ctx.Err()
	})
}

// inherit gives the file at temp the permissions and the owner of the file at path.
func inherit(path, temp string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return errors.Join(os.Chmod(temp, info.Mode().Perm()), chown(temp, info))
}

// replace renames the file at temp to path, whose file is open as old.
func replace(old *file, path, temp string) error {
	if runtime.GOOS == "windows" { // Windows can't rename open files
		if err := old.Close(); err != nil {
			return err
		}
	}
	return os.Rename(temp, path)
}
