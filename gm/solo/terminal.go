package solo

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"deaddrop/gm/letter"
	"deaddrop/gm/post"
)

// Talk shows a person their letters and reads their answers line by line, until the game is over, the person leaves,
// or in ends. Attachments of letters, such as maps and the film, are written to the game's directory.
func (t *Table) Talk(ctx context.Context, in io.Reader, out io.Writer) error {
	e := &evening{table: t, in: bufio.NewReader(in), out: out}
	for {
		if err := e.show(); err != nil {
			return err
		}
		s, err := e.table.Standing(ctx)
		if err != nil {
			return err
		}
		if s.Over {
			fmt.Fprintf(e.out, "The game is over. gm play --new begins another.\n")
			return nil
		}
		e.prompt(s)
		text, err := e.read(ctx)
		switch {
		case errors.Is(err, io.EOF):
			fmt.Fprintf(e.out, "The game is kept in %s. gm play goes on with it.\n", e.table.dir)
			return nil
		case err == nil && text == skip:
			err = e.table.Skip(ctx)
		case err == nil && text != "":
			err = e.table.Write(ctx, text)
		}
		if err != nil {
			return err
		}
	}
}

// An evening is a person's session with a game at a terminal.
type evening struct {
	table  *Table
	in     *bufio.Reader
	out    io.Writer
	hinted bool // whether the person has been told of TRY and the like
}

// Commands that the person may type on a line of their own, besides those of letters.
const (
	skip  = "/skip"
	edit  = "/edit"
	again = "/again"
	quit  = "/quit"
)

// prompt prints what the person is asked for.
func (e *evening) prompt(s Standing) {
	if !e.hinted {
		e.hinted = true
		fmt.Fprintln(e.out, "TRY above your orders tells what they would come to, and files nothing. WHY and an order or "+
			"a place\ntells why it went so in the last turn. RULES lists all orders, HELP all commands.")
	}
	for _, line := range s.Open {
		fmt.Fprintf(e.out, "Not settled yet: %s\n", line)
	}
	for _, line := range s.Missing {
		fmt.Fprintf(e.out, "Missing: %s\n", line)
	}
	switch {
	case len(s.Open) > 0:
		fmt.Fprintf(e.out, "[%s, %s] Put it right, or READY leaves what is on file.\n", e.table.Seat(), s.Phase)
	case len(s.Missing) > 0:
		fmt.Fprintf(e.out, "[%s, %s] Your orders; an empty line sends them. READY below them ends your turn without the "+
			"rest. /quit leaves.\n", e.table.Seat(), s.Phase)
	default:
		fmt.Fprintf(e.out, "[%s, %s] Your orders; an empty line sends them. /quit leaves.\n", e.table.Seat(), s.Phase)
	}
}

// read returns a letter that the person has typed, or one of the commands of the terminal. It returns io.EOF if the
// person leaves.
func (e *evening) read(ctx context.Context) (string, error) {
	var lines []string
	for {
		line, err := e.in.ReadString('\n')
		line = strings.TrimRight(line, "\r\n")
		if err != nil && line == "" && len(lines) == 0 {
			return "", err
		}
		switch word := strings.TrimSpace(line); {
		case (word == quit || word == skip) && len(lines) > 0:
			fmt.Fprintln(e.out, "What you have written was not sent. An empty line sends it.")
		case word == quit:
			return "", io.EOF
		case word == skip:
			return skip, nil
		case word == again:
			fmt.Fprintln(e.out, plain(e.table.Latest()))
		case word == edit:
			return e.edited(ctx, strings.Join(lines, "\n"))
		case word == "" && len(lines) > 0:
			return strings.Join(lines, "\n"), nil
		case word != "":
			lines = append(lines, line)
		}
		if err != nil { // at the end of the input, the letter typed so far is sent
			return strings.Join(lines, "\n"), nil
		}
	}
}

// edited lets the person write a letter in an editor, below the newest letter quoted as in a reply.
func (e *evening) edited(ctx context.Context, begun string) (string, error) {
	editor := strings.Fields(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
	if len(editor) == 0 {
		fmt.Fprintln(e.out, "There is no editor here: set $EDITOR.")
		return begun, nil
	}
	path := filepath.Join(e.table.dir, "letter.txt")
	quoted := "> " + strings.ReplaceAll(strings.TrimRight(e.table.Latest().Text, "\n"), "\n", "\n> ")
	if err := os.WriteFile(path, []byte(begun+"\n\n"+quoted+"\n"), 0o600); err != nil {
		return "", err
	}
	defer os.Remove(path)
	run := exec.CommandContext(ctx, editor[0], append(editor[1:], path)...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := run.Run(); err != nil {
		return "", fmt.Errorf("running %s: %w", editor[0], err)
	}
	text, err := os.ReadFile(path)
	return strings.TrimSpace(string(text)), err
}

// show prints the letters that have arrived, and writes the attachments of the newest to files.
func (e *evening) show() error {
	news := e.table.News()
	for _, l := range news {
		fmt.Fprintf(e.out, "%s\n%s\n", strings.Repeat("─", 72), plain(l))
	}
	for _, l := range news {
		if err := e.attachments(l); err != nil {
			return err
		}
	}
	return nil
}

// attachments writes the map and the film of a letter to the game's directory, and prints their names. It records
// them for Discard.
func (e *evening) attachments(l letter.Letter) error {
	drafts, ok := e.table.master.Maps.(*post.Draftsman)
	if !ok || l.Picture == nil && l.Film == nil {
		return nil
	}
	draft := drafts.Draft(l)
	for _, f := range slices.Concat(draft.Inline, draft.Attached) {
		if strings.HasSuffix(f.Name, ".ics") {
			continue
		}
		path := filepath.Join(e.table.dir, f.Name)
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return err
		}
		e.table.wrote(f.Name)
		fmt.Fprintf(e.out, "Wrote %s\n", path)
	}
	return e.table.keep()
}

// plain returns the text of a letter without the links at its end, which are for mail programs.
func plain(l letter.Letter) string {
	text, _, _ := strings.Cut(l.Text, "\nOne word is enough:\n")
	return text
}
