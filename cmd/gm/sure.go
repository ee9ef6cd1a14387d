package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"deaddrop/gm/amount"
	"deaddrop/gm/desk"
	"deaddrop/gm/refusal"
)

// asksFirst lists the acts that write to players, for which a user at a terminal must confirm.
var asksFirst = []string{"new", "start", "unstart", "resolve", "rollback", "rollforward", "undo", "switch", "rule", "clock", "deadline",
	"pause", "resume", "missing", "press-rules", "eject", "end", "reopen"}

const asksFirstHelp = "\n\nAt a terminal you are asked first, and told to whom it would write; with --yes you are not. Scripts, whose " +
	"standard input is no terminal, are never asked."

// mostTold is the largest number of addresses that the question names.
const mostTold = 3

// isTerminal reports whether a command talks to a person at a terminal.
func isTerminal(cmd *cobra.Command) bool {
	in, isFile := cmd.InOrStdin().(*os.File)
	return isFile && term.IsTerminal(int(in.Fd()))
}

// asks reports whether there is a person who can be asked.
func (d *console) asks(cmd *cobra.Command) bool {
	if d.master != nil || d.at != nil || d.mail {
		return false
	}
	if d.terminal != nil {
		return d.terminal(cmd)
	}
	return isTerminal(cmd)
}

// makeSure asks for confirmation of an act that writes to people, and returns a refusal unless the answer is yes.
func (d *console) makeSure(cmd *cobra.Command) error {
	out, err := d.said(cmd, withFlags(d.args, "--dry-run", "--json")...)
	if err != nil {
		return err
	}
	var to []string
	for effects := json.NewDecoder(strings.NewReader(out)); ; {
		var e desk.Effect
		if err := effects.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("reading what it would do: %w", err)
		}
		for _, l := range e.Letters {
			to = append(to, l.To)
		}
	}
	if len(to) == 0 {
		return nil
	}
	people := slices.Compact(slices.Sorted(slices.Values(to)))
	names := strings.Join(people[:min(len(people), mostTold)], ", ")
	if more := len(people) - mostTold; more > 0 {
		names += " and " + amount.Count(more, "other", "others")
	}
	printf(cmd.ErrOrStderr(), "It sends %s, to %s, which can't be recalled (--dry-run shows more).\nGo on? [y/N] ",
		amount.Count(len(to), "letter", "letters"), names)
	answer, err := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading the answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		d.args = withFlags(d.args, "--yes") // the person has agreed here; the service must not ask again
		return nil
	}
	return &refusal.Error{Text: "Nothing was done."}
}

// withFlags adds flags to a command line, before an argument "--" if there is one.
func withFlags(args []string, flags ...string) []string {
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	return slices.Concat(args[:end], flags, args[end:])
}
