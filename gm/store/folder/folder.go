// Package folder keeps blobs as files of a directory, each named by the SHA-256 of its content. It is where finished
// games can be put that a store need not keep: the directory may be a mount that several machines share, and be backed
// up by any means that backs up files. It is in charge of the files' names, of what is durable and of whether a file is
// what its name says.
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

// Dir is the path of a directory of blobs, which has to be there: one that is missing may be a mount that is, so
// nothing but Make makes it. Its methods may be called by any number of goroutines, and on machines, at once.
type Dir string

var (
	_ store.Blobs      = Dir("")
	_ store.BlobLister = Dir("")
)

// Make makes the directory, which its owner alone can use, unless it is there. The one above it has to be there. It is
// for whoever knows that no blob was put into it yet. It is durable when Make returns, also if a Make before was
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
	if there && errors.Is(err, fs.ErrPermission) { // it was somebody else who made it
		return nil
	}
	return err
}

// check says what is wrong with the directory itself.
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

// file is where a blob lies: in one of 256 directories.
func (d Dir) file(ref store.Ref) string {
	name := ref.String()
	return filepath.Join(string(d), name[:2], name)
}

// PutBlob implements store.Blobs. A file that is there already and is damaged is replaced.
func (d Dir) PutBlob(ctx context.Context, data []byte) (store.Ref, error) {
	if err := store.CheckBlob(data); err != nil {
		return store.Ref{}, err
	}
	if err := d.check(); err != nil {
		return store.Ref{}, err
	}
	ref := store.RefOf(data)
	if _, err := d.Blob(ctx, ref); err == nil { // whoever put it may not have made its name durable yet
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

// write makes a file that is there whole or not at all.
func (d Dir) write(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := store.SyncDir(string(d)); err != nil { // also if another has just made it
		return err
	}
	f, err := os.CreateTemp(dir, "new-") // which only its owner can read
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

// Blob implements store.Blobs. A file that has not the content that its name says is an error.
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

// BlobRefs implements store.BlobLister. Files that are no blobs, such as half written ones, are passed over.
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
			files, err := os.ReadDir(filepath.Join(string(d), hex.EncodeToString([]byte{byte(first)}))) // in order
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
