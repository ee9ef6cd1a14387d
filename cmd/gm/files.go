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

// Largest sizes of files that commands read, in bytes.
const (
	maxFile  = 1 << 18
	maxWhole = 64 << 20 // size limit for a file with a whole game or a position
)

// isFile marks flags whose value is the name of a file.
const isFile = "names a file"

// fileFlag marks a flag as the name of a file, which is read where the command is typed and not where it is carried
// out. wanted is a sentence about the expected file.
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

// file returns the content of a file that a command names, if it is at most so many bytes long. If a running service
// carries out the command, it gets the content with the command, because it may run in another directory.
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

// textOf returns the text given to a command: its last arguments, or standard input if that is "-".
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

// unread returns an error that explains in a sentence why a file can't be read. wanted is a sentence about the
// expected file.
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
