// Package files reads and writes the files that are named in commands. A file is written completely or not at all,
// and never replaces a file of another kind than the command writes.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A Kind is a kind of file that a command writes. Writing a file may replace an existing one only if that is of the
// same kind.
type Kind struct {
	Name string // what the file contains, such as "a map"
	Is   func(path string) bool
}

// MayWrite returns a refusal if writing a file of this kind to path would replace anything else. settings is the path
// of the configuration, which need not exist.
func (k Kind) MayWrite(path, settings string) error {
	if path == "" {
		return &refusal.Error{Text: "A file without a name can't be written. Name one."}
	}
	if c, err := config.Read(settings); err == nil && !c.Shared() && Same(path, c.Data) {
		return &refusal.Error{Text: path + " is the file that the games are in. Name another file."}
	}
	if Same(path, settings) {
		return &refusal.Error{Text: path + " is the configuration. Name another file."}
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && os.IsPathSeparator(path[len(path)-1]):
		return &refusal.Error{Text: path + " is to be a directory; name a file in one."}
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return Unwritten(path, err)
	case info.IsDir():
		return &refusal.Error{Text: path + " is a directory; name a file in it."}
	case !info.Mode().IsRegular():
		return &refusal.Error{Text: path + " is no ordinary file. Name another, or a new one."}
	case info.Size() > 0 && !k.Is(path):
		return &refusal.Error{Text: fmt.Sprintf("%s contains something other than %s, so it is not overwritten. "+
			"Name another file, or remove that one first.", path, k.Name)}
	}
	return nil
}

// Write writes a file completely or not at all. Only its owner can read it.
func (k Kind) Write(path, config string, text []byte) (err error) {
	if err := k.MayWrite(path, config); err != nil {
		return err
	}
	return InPlaceOf(path, func(f *os.File) error {
		_, err := f.Write(text)
		return err
	})
}

// newSuffix follows the name of a file that is still being written; digits follow it.
const newSuffix = ".new-"

// InPlaceOf replaces a file atomically: write fills a new file beside path, which is renamed to path when it is
// complete and on the disk.
func InPlaceOf(path string, write func(*os.File) error) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil { // a symbolic link is kept, and its target replaced
		path = target
	}
	dir := filepath.Dir(path)
	if err := sweep(path); err != nil {
		return Unwritten(path, err)
	}
	f, err := os.CreateTemp(dir, filepath.Base(path)+newSuffix) // CreateTemp makes a file that only its owner can read
	if err != nil {
		return Unwritten(path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return Unwritten(path, err)
	}
	return store.SyncDir(dir)
}

// sweep deletes incomplete files that killed processes have left beside a file.
func sweep(path string) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, e := range entries {
		digits, left := strings.CutPrefix(e.Name(), filepath.Base(path)+newSuffix)
		if _, err := strconv.ParseUint(digits, 10, 64); left && err == nil && e.Type().IsRegular() {
			if err := os.Remove(filepath.Join(filepath.Dir(path), e.Name())); err != nil &&
				!errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// Same reports whether two paths lead to the same existing file.
func Same(a, b string) bool {
	x, err := os.Stat(a)
	y, other := os.Stat(b)
	return err == nil && other == nil && os.SameFile(x, y)
}

// Unwritten returns an error that explains in a sentence why a file can't be written.
func Unwritten(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &refusal.Error{Text: fmt.Sprintf("%s can't be written: there is no directory %s.", path,
			filepath.Dir(path))}
	case errors.Is(err, fs.ErrPermission):
		return &refusal.Error{Text: path + " can't be written: you may not write there."}
	case errors.Is(err, syscall.EISDIR):
		return &refusal.Error{Text: path + " is a directory; name a file in it."}
	}
	return err
}

// Read returns the content of a file, or an error if it is longer than most bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s has more than %d bytes, and is too large", path, most)
	}
	return text, err
}

// BeginningOf returns the first bytes of a file, or "" if it can't be read.
func BeginningOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 512))
	if err != nil {
		return ""
	}
	return string(head)
}

// SamePlace reports whether two paths are the same place, even if there is no file yet.
func SamePlace(a, b string) bool {
	x, err := filepath.Abs(a)
	y, other := filepath.Abs(b)
	return err == nil && other == nil && x == y
}
