package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/gm/files"
	"deaddrop/gm/refusal"
)

// How many bytes a file may have that a command names.
const (
	maxFile  = 1 << 18
	maxWhole = 64 << 20 // of a whole game, or a position
)

// isFile marks flags that name a file.
const isFile = "names a file"

// fileFlag notes that a flag names a file, which is read where the command is typed, and not where it is carried out;
// wanted is a sentence about what file that is.
func fileFlag(f *pflag.FlagSet, flag, wanted string) {
	f.Lookup(flag).Annotations = map[string][]string{isFile: {wanted}}
}

// readFiles reads the files that a command's flags name.
func (d *console) readFiles(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if wanted, ok := f.Annotations[isFile]; ok && f.Value.String() != "" && err == nil {
			_, err = d.file(f.Value.String(), maxFile)
			err = unread(f.Value.String(), wanted[0], err)
		}
	})
	return err
}

// file is what a file has in it that a command names, up to so many bytes. A running service gets it with the command,
// as it may stand in another directory.
func (d *console) file(path string, most int64) ([]byte, error) {
	if d.mail {
		return nil, &refusal.Error{Text: "A letter can't name a file such as " + path + "; the command line can."}
	}
	if text, ok := d.files[path]; ok {
		return text, nil
	}
	text, err := files.Read(path, most)
	if err != nil {
		return nil, err
	}
	if d.files == nil {
		d.files = map[string][]byte{}
	}
	d.files[path] = text
	return text, nil
}

// textOf is the text that a command was given: its last words, or standard input for "-".
func textOf(cmd *cobra.Command, words []string) (string, error) {
	text := strings.Join(words, " ")
	if text != "-" {
		return text, nil
	}
	in, err := io.ReadAll(cmd.InOrStdin())
	if err != nil {
		return "", fmt.Errorf("reading standard input: %w", err)
	}
	return string(in), nil
}

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
		why = path + " is a directory, not a file."
	default:
		return err
	}
	if wanted != "" {
		why += " " + wanted
	}
	return &refusal.Error{Text: why}
}
