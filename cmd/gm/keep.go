package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/config"
	"deaddrop/gm/load"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// A fileKind is one of the files that commands write. Such a file may take the place of an older one of its sort, and
// of no other.
type fileKind struct {
	name string // what it has in it
	is   func(path string) bool
}

var (
	anExport   = fileKind{"a game that gm export wrote", isExport}
	aBackup    = fileKind{"a file with games", bolt.IsStore}
	theFigures = fileKind{"the figures of a load", isFigures}
	aMap       = fileKind{"a map", isMap}
	aSpecimen  = fileKind{"a letter that gm letters wrote", isSpecimen}
)

// beginningOf is how a file begins; "" if it can't be read.
func beginningOf(path string) string {
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

// isExport reports whether a file begins as one of gm export does.
func isExport(path string) bool { return strings.HasPrefix(beginningOf(path), `{"Deaddrop":`) }

// isMap reports whether a file is of the kind that its name says, and may be one that gm map drew.
func isMap(path string) bool {
	head := beginningOf(path)
	switch filepath.Ext(path) {
	case ".png", ".apng":
		return strings.HasPrefix(head, "\x89PNG\r\n\x1a\n")
	case ".svg":
		return strings.HasPrefix(head, "<svg")
	case ".html":
		return isPage(head)
	}
	line, _, _ := strings.Cut(head, "\n")
	return slices.ContainsFunc(titles(), func(r *adjudicator.Rules) bool { return strings.Contains(line, r.Title) })
}

// isPage reports whether a file that begins so is a page for a browser.
func isPage(head string) bool {
	head = strings.ToLower(strings.TrimSpace(head))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

// isSpecimen reports whether a file is one of those of a letter, of which one is a page.
func isSpecimen(path string) bool {
	return isPage(beginningOf(strings.TrimSuffix(path, filepath.Ext(path)) + ".html"))
}

// isFigures reports whether a file has what gm load --json writes.
func isFigures(path string) bool {
	text, err := readFile(path, maxFile)
	if err != nil {
		return false
	}
	var f load.Figures
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	return in.Decode(&f) == nil && f.Games > 0
}

// mayWrite refuses to have a file of a sort take the place of something else. The configuration at settings need not be
// there.
func (s fileKind) mayWrite(path, settings string) error {
	if path == "" {
		return &refusal.Error{Text: "A file without a name can't be written. Name one."}
	}
	if c, err := config.Read(settings); err == nil && !c.Shared() && sameFile(path, c.Data) {
		return &refusal.Error{Text: path + " is what the games are in. Name another file."}
	}
	if sameFile(path, settings) {
		return &refusal.Error{Text: path + " is the configuration. Name another file."}
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && os.IsPathSeparator(path[len(path)-1]):
		return &refusal.Error{Text: path + " is to be a directory; name a file in one."}
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unwritten(path, err)
	case info.IsDir():
		return &refusal.Error{Text: path + " is a directory; name a file in it."}
	case !info.Mode().IsRegular():
		return &refusal.Error{Text: path + " is no ordinary file. Name another, or a new one."}
	case info.Size() > 0 && !s.is(path):
		return &refusal.Error{Text: fmt.Sprintf("%s has something else in it than %s, so it is not written over. "+
			"Name another file, or remove that one first.", path, s.name)}
	}
	return nil
}

// write writes a file, whole or not at all, that only its owner can read.
func (s fileKind) write(path, config string, text []byte) (err error) {
	if err := s.mayWrite(path, config); err != nil {
		return err
	}
	return inPlaceOf(path, func(f *os.File) error {
		_, err := f.Write(text)
		return err
	})
}

// newSuffix is behind the name of a file that is not yet whole, with digits behind it.
const newSuffix = ".new-"

// inPlaceOf has a file be written beside the one at path, and gives it that name when it is whole and on the disk.
func inPlaceOf(path string, write func(*os.File) error) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil { // a link stays one
		path = target
	}
	dir := filepath.Dir(path)
	if err := sweep(path); err != nil {
		return unwritten(path, err)
	}
	f, err := os.CreateTemp(dir, filepath.Base(path)+newSuffix) // which only its owner can read
	if err != nil {
		return unwritten(path, err)
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
		return unwritten(path, err)
	}
	return store.SyncDir(dir)
}

// sweep removes what a process left beside a file if it was killed while it wrote.
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

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, other := os.Stat(b)
	return err == nil && other == nil && os.SameFile(x, y)
}
