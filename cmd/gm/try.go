package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"

	"deaddrop/gm"
	"deaddrop/gm/files"
	"deaddrop/gm/transcript"
)

func newTry(d *console) *cobra.Command {
	var update bool
	cmd := &cobra.Command{
		Use:   "try FILE.txtar",
		Short: "Play a game from letters in a file, without any mail",
		Long: `try plays a game from a correspondence in a txtar file: letters that come in, time that passes, and
letters that go out. It prints the correspondence as it turned out. It fails at the first letter that differs from the
file, or if a game stops because its rules or templates fail. go doc ./gm/transcript explains the format.`,
		Example: "  gm try examples/year.txtar",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return tryFile(cmd, args[0], update, d.tryMaster)
		},
	}
	cmd.Flags().BoolVar(&update, "update", false, "write the letters into the file as they turned out")
	return cmd
}

// tryFile plays the correspondence in a file, with the game master that open creates in a directory.
func tryFile(cmd *cobra.Command, file string, update bool, open func(dir string) (*gm.Master, error)) error {
	want, err := txtar.ParseFile(file)
	if err != nil {
		return unread(file, "examples/year.txtar is such a correspondence.", err)
	}
	dir, err := os.MkdirTemp("", "gm-try-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	have, err := transcript.Play(cmd.Context(), want, func() (*gm.Master, error) { return open(dir) })
	printf(cmd.OutOrStdout(), "%s", txtar.Format(have))
	if err == nil {
		return settle(cmd, file, want, have, update)
	}
	err = fmt.Errorf("%s: %w", file, err)
	// otherwise the end of the file would be lost
	if death := (*transcript.Death)(nil); !update || !errors.As(err, &death) {
		return err
	}
	return errors.Join(err, updated(file, want, have))
}

// settle compares the played correspondence with the file's, and prints the result or updates the file.
func settle(cmd *cobra.Command, file string, want, have *txtar.Archive, update bool) error {
	if update {
		if err := updated(file, want, have); err != nil {
			return err
		}
		want = have
	}
	if w, h, differ := transcript.Differ(want, have); differ {
		printf(cmd.ErrOrStderr(), "\n%s says:\n\n%s\nbut it came out as:\n\n%s\n", file, w, h)
		return errors.New("the correspondence differs from the file (--update rewrites the file)")
	}
	letters := 0
	for _, f := range have.Files {
		if strings.HasPrefix(f.Name, "to ") {
			letters++
		}
	}
	printf(cmd.ErrOrStderr(), "\n%s: %d letters went out, each as it is written there.\n", file, letters)
	return nil
}

// updated writes the result to the file, unless it is already there.
func updated(file string, want, have *txtar.Archive) error {
	text := txtar.Format(have)
	if bytes.Equal(text, txtar.Format(want)) {
		return nil
	}
	return rewrite(file, text)
}

// rewrite replaces the content of a file and keeps its permissions.
func rewrite(path string, text []byte) error {
	was, err := os.Stat(path)
	if err != nil {
		return err
	}
	return files.InPlaceOf(path, func(f *os.File) error {
		_, err := f.Write(text)
		return errors.Join(err, f.Chmod(was.Mode().Perm()))
	})
}
