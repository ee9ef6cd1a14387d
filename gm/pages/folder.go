package pages

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"deaddrop/gm/refusal"
)

// mark is the name of the file that marks a directory as one of pages.
const mark = ".deaddrop-pages"

// A Folder is a directory for pages.
type Folder struct{ path string }

// OpenFolder opens the directory for pages at a path, and creates it if it does not exist. It refuses a directory
// with other contents, since files in it could be replaced or removed.
func OpenFolder(path string) (Folder, error) {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = os.MkdirAll(path, 0o755)
	case err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == mark }):
		return Folder{}, refusal.New("%s contains files that are not pages made by gm. Name an empty directory, or "+
			"a new one.", path)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(path, mark), []byte("gm writes the files here, and removes those of games that are gone.\n"), 0o644)
	}
	if err != nil {
		return Folder{}, fmt.Errorf("opening the directory of the pages: %w", err)
	}
	return Folder{path}, nil
}

// put writes files atomically: first those deep in the directory, then those that link to them. Unchanged files are
// left alone, so that their times reveal nothing either. It returns the number of files written.
func (f Folder) put(files Files) (written int, err error) {
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return cmp.Or(strings.Count(b, "/")-strings.Count(a, "/"), strings.Compare(a, b))
	})
	for _, name := range names {
		changed, err := f.putFile(name, files[name])
		if err != nil {
			return written, fmt.Errorf("writing a page: %w", err)
		}
		if changed {
			written++
		}
	}
	return written, nil
}

// putFile writes a file unless it is unchanged.
func (f Folder) putFile(name string, text []byte) (changed bool, err error) {
	path := filepath.Join(f.path, filepath.FromSlash(name))
	if was, err := os.ReadFile(path); err == nil && bytes.Equal(was, text) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	next := path + ".new"
	if err := os.WriteFile(next, text, 0o644); err != nil {
		return false, err
	}
	return true, os.Rename(next, path)
}

// prune removes the pages of games that no longer have any.
func (f Folder) prune(c Change) error {
	dirs, err := filepath.Glob(filepath.Join(f.path, "games", "*"))
	if err != nil {
		return err
	}
	translated, err := filepath.Glob(filepath.Join(f.path, "??", "games", "*"))
	if err != nil {
		return err
	}
	for _, dir := range append(dirs, translated...) {
		name := filepath.Base(dir)
		if _, unread := c.Unread[name]; unread || slices.Contains(c.Games, name) {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("removing the pages of %s: %w", name, err)
		}
	}
	return nil
}

// pruneTurns removes the pages of turns that a game no longer has.
func (f Folder) pruneTurns(files Files) error {
	for name := range files {
		dir, ok := strings.CutSuffix(name, "/index.html")
		if !ok || strings.Contains(dir, "/turns/") {
			continue
		}
		turns, err := filepath.Glob(filepath.Join(f.path, filepath.FromSlash(dir), "turns", "*"))
		if err != nil {
			return err
		}
		for _, turn := range turns {
			if files[dir+"/turns/"+filepath.Base(turn)+"/index.html"] != nil {
				continue
			}
			if err := os.RemoveAll(turn); err != nil {
				return fmt.Errorf("removing a turn: %w", err)
			}
		}
	}
	return nil
}
