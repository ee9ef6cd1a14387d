package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
)

func newEdit(d *console) *cobra.Command {
	var file, base string
	var entry uint64
	var text bool
	cmd := &cobra.Command{
		Use:   "edit GAME [--file FILE]",
		Short: "Correct the position of a game in your editor",
		Long: `edit opens the position at the start of the phase, complete and as JSON, in $VISUAL or $EDITOR. Your
changes are shown before they take effect, and the rules must be able to play on from them. Orders on file are read
again with the new position, under new numbers, and count as filed ahead. Everybody gets a letter that says that you
have corrected the position, and shows how it now stands for them.

With --text the position is only printed; with --file it is read from a file, without an editor.`,
		Example: "  gm edit dm1\n  gm edit dm1 --text > position.json\n  gm edit dm1 --file position.json --dry-run",
		Args:    cobra.ExactArgs(1),
	}
	d.acts(cmd, func(ctx context.Context, at *desk.Operator, args []string) error {
		if entry > 0 {
			return at.Unedit(ctx, d.now(), args[0], entry)
		}
		position, err := d.file(file, maxWhole)
		if err != nil {
			return err
		}
		return at.Edit(ctx, d.now(), args[0], position, base)
	})
	act := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case text:
			return d.printPosition(cmd, args[0])
		case file == "" && entry == 0:
			return d.editBy(cmd, args[0])
		case file != "":
			if _, err := d.file(file, maxWhole); err != nil { // read here, because the service may not find the file
				return unread(file, "gm edit "+args[0]+" --text > "+file+" writes the position there.", err)
			}
		}
		return act(cmd, args)
	}
	f := cmd.Flags()
	f.StringVar(&file, "file", "", "a file with the position")
	f.BoolVar(&text, "text", false, "print the position")
	f.StringVar(&base, "base", "", "the position that you changed, as named in the editor's copy; any other is "+
		"left alone")
	f.Uint64Var(&entry, "entry", 0, "restore the position in that log entry")
	cmd.MarkFlagsMutuallyExclusive("file", "text", "entry")
	return cmd
}

// A printedPosition is a position in JSON output.
type printedPosition struct {
	Base     string // identifies the position
	Position string
}

// printPosition prints the game's position.
func (d *console) printPosition(cmd *cobra.Command, game string) error {
	return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
		position, base, err := inspect.PositionOf(ctx, m, game)
		return string(position), printedPosition{base, string(position)}, err
	})
}

// editBy opens the position in an editor, shows what the change would do, asks for confirmation, and carries it out.
// Fetching and replacing the position are separate commands, so that the game goes on meanwhile.
func (d *console) editBy(cmd *cobra.Command, game string) error {
	editor := strings.Fields(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
	if d.master != nil || len(editor) == 0 {
		return &refusal.Error{Text: "No editor was found. Set $EDITOR, or print the position with gm edit " + game +
			" --text, change it, and read it in with --file."}
	}
	var was printedPosition
	fetched, err := d.said(cmd, "edit", game, "--text", "--json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(fetched), &was); err != nil {
		return fmt.Errorf("reading the position: %w", err)
	}
	dir, err := os.MkdirTemp("", "gm-edit-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, game+".json")
	if err := os.WriteFile(path, []byte(was.Position), 0o600); err != nil {
		return err
	}
	in := bufio.NewReader(cmd.InOrStdin())
	for again := true; again; {
		run := exec.CommandContext(cmd.Context(), editor[0], append(editor[1:], path)...)
		run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := run.Run(); err != nil {
			return fmt.Errorf("running %s: %w", editor[0], err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) == was.Position {
			return errors.Join(err, &refusal.Error{Text: "You have changed nothing, and nothing was done."})
		}
		if again, err = d.handIn(cmd, in, "edit", game, "--file", path, "--base", was.Base); err != nil {
			return err
		}
	}
	return nil
}

// handIn shows what an act would do, asks for confirmation, and carries it out. again reports whether the user wants
// to edit once more.
func (d *console) handIn(cmd *cobra.Command, in *bufio.Reader, act ...string) (again bool, err error) {
	dry, _ := cmd.Flags().GetBool("dry-run")
	letters, _ := cmd.Flags().GetBool("letters")
	if reason, _ := cmd.Flags().GetString("reason"); reason != "" {
		act = append(act, "--reason", reason)
	}
	act = act[:len(act):len(act)]
	would, err := d.said(cmd, append(act, "--dry-run", fmt.Sprintf("--letters=%v", letters))...)
	printf(cmd.OutOrStdout(), "%s", would)
	if err != nil {
		complain(cmd.ErrOrStderr(), err)
		printf(cmd.OutOrStdout(), "Edit again? e: yes, anything else: no\n")
	} else if dry {
		return false, nil
	} else {
		printf(cmd.OutOrStdout(), "Do that? y: yes, e: edit again, anything else: no\n")
	}
	line, failed := in.ReadString('\n')
	switch word := strings.ToLower(strings.TrimSpace(line)); {
	case failed != nil && !errors.Is(failed, io.EOF):
		return false, fmt.Errorf("reading your answer: %w", failed)
	case word == "e":
		return true, nil
	case word != "y" && word != "yes" || err != nil:
		return false, &refusal.Error{Text: "Nothing was done."}
	}
	done, err := d.said(cmd, act...)
	printf(cmd.OutOrStdout(), "%s", done)
	return false, err
}
