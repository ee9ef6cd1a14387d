// Package folder stores blobs as files in a directory, each named by the SHA-256 of its content. It is a place for
// archived games: the directory may be a mount that several machines share, and be backed up by any tool for files.
// The package is in charge of file names, of durability, and of checking each file against its name.
package folder

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"deaddrop/gm/store"
)

// Dir is the path of a directory of blobs. Only Make creates it: if it is missing, that may be because its file
// system is not mounted. Its methods may be called concurrently, also on several machines.
type Dir string

var (
	_ store.Blobs      = Dir("")
	_ store.BlobLister = Dir("")
)

// Make creates the directory, accessible to its owner only, unless it exists. Its parent must exist. Callers must be
// sure that no blob was put into it before. The directory is durable when Make returns, even if an earlier Make was
// killed.
func (d Dir) Make() error {
	err := os.Mkdir(string(d), 0o700)
	there := errors.Is(err, fs.ErrExist)
	if there {
		err = d.check()
	}
	if err != nil {
		return err
	}
	err = store.SyncDir(filepath.Dir(filepath.Clean(string(d))))
	if there && errors.Is(err, fs.ErrPermission) { // somebody else has created it
		return nil
	}
	return err
}

// check returns an error if the directory can't be used.
func (d Dir) check() error {
	info, err := os.Stat(string(d))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no directory %s; make it, or mount what it is to be on", d)
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is a file, and no directory", d)
	}
	return err
}

// file returns the path of a blob, in one of 256 subdirectories.
func (d Dir) file(ref store.Ref) string {
	name := ref.String()
	return filepath.Join(string(d), name[:2], name)
}

// PutBlob implements store.Blobs. It replaces a file that is damaged.
func (d Dir) PutBlob(ctx context.Context, data []byte) (store.Ref, error) {
	if err := store.CheckBlob(data); err != nil {
		return store.Ref{}, err
	}
	if err := d.check(); err != nil {
		return store.Ref{}, err
	}
	ref := store.RefOf(data)
	if _, err := d.Blob(ctx, ref); err == nil { // its name may not be durable yet
		if err := errors.Join(store.SyncDir(filepath.Dir(d.file(ref))), store.SyncDir(string(d))); err != nil {
			return store.Ref{}, fmt.Errorf("keeping a blob: %w", err)
		}
		return ref, nil
	} else if ctx.Err() != nil {
		return store.Ref{}, err
	}
	if err := d.write(d.file(ref), data); err != nil {
		return store.Ref{}, fmt.Errorf("keeping a blob: %w", err)
	}
	return ref, nil
}

// write creates a file atomically and durably.
func (d Dir) write(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := store.SyncDir(string(d)); err != nil { // even if another process has just created it
		return err
	}
	f, err := os.CreateTemp(dir, "new-") // readable by its owner only
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	return store.SyncDir(dir)
}

// Blob implements store.Blobs. It returns an error if a file's content does not match its name.
func (d Dir) Blob(ctx context.Context, ref store.Ref) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(d.file(ref))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := d.check(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("blob %v in %s: %w", ref, d, store.ErrNotFound)
	case err != nil:
		return nil, fmt.Errorf("reading a blob: %w", err)
	case store.RefOf(data) != ref:
		return nil, fmt.Errorf("%s is damaged", d.file(ref))
	case len(data) == 0:
		return nil, nil
	}
	return data, nil
}

// BlobRefs implements store.BlobLister. It ignores files that are not blobs, such as incomplete ones.
func (d Dir) BlobRefs(ctx context.Context, after store.Ref) iter.Seq2[store.Ref, error] {
	return func(yield func(store.Ref, error) bool) {
		if err := d.check(); err != nil {
			yield(store.Ref{}, err)
			return
		}
		for first := range 256 {
			if first < int(after[0]) {
				continue
			}
			files, err := os.ReadDir(filepath.Join(string(d), hex.EncodeToString([]byte{byte(first)}))) // sorted
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
			if err = errors.Join(err, ctx.Err()); err != nil {
				yield(store.Ref{}, fmt.Errorf("listing the blobs: %w", err))
				return
			}
			for _, f := range files {
				ref, err := store.ParseRef(f.Name())
				if err == nil && ref.String() > after.String() && !yield(ref, nil) {
					return
				}
			}
		}
	}
}
