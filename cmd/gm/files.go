package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"deaddrop/gm"
)

// unread says in a sentence why a file can't be read that a command was given; wanted is what file it should be.
func unread(path, wanted string, err error) error {
	why := ""
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		why = "There is no file " + path + "."
	case errors.Is(err, fs.ErrPermission):
		why = "You may not read the file " + path + "."
	case errors.Is(err, syscall.EISDIR):
		why = path + " is a directory, and no file."
	default:
		return err
	}
	if wanted != "" {
		why += " " + wanted
	}
	return &gm.Refusal{Text: why}
}

// unwritten says in a sentence why a file can't be written.
func unwritten(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &gm.Refusal{Text: fmt.Sprintf("%s can't be written: there is no directory %s.", path, filepath.Dir(path))}
	case errors.Is(err, fs.ErrPermission):
		return &gm.Refusal{Text: path + " can't be written: you may not write there."}
	case errors.Is(err, syscall.EISDIR):
		return &gm.Refusal{Text: path + " is a directory; name a file in it."}
	}
	return err
}
