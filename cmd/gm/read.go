package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
	"deaddrop/templates"
)

func newRead(d *console) *cobra.Command {
	var seat string
	var resolve, lines bool
	cmd := &cobra.Command{
		Use:   "read GAME --seat=SEAT [FILE | -] | --jsonl",
		Short: "Show how a letter would be read, without filing it",
		Long: `read takes the body of a letter, from a file or else from its input, and shows how it would be read if
the player of a seat sent it now: what would be on file, what the player would be asked and what a YES would file then,
what can't be accepted, what is not an order, what would go to the game master, what is missing, and whether the turn
would still wait for the player. Nothing is filed, logged or mailed. Press and other commands that have nothing to do
with the turn are ignored. With --resolve it adds what the orders would lead to, judged only by what the player knows
and what lines such as SUPPOSE Germany: A Mun-Bur say about others.

With --jsonl it needs no game and no configuration. It reads letters from its input, one line of JSON each, and prints
one line for each: "id", "filed", "asked", "refused", "talk", "to_gm", "missing" and "settled". A line has

  "id", "title", "seat", "kind" (of the question, such as "orders"), "old" (the lines on file before, as a player
  may write them), "text" (the body), "position" (as a game saves it; without "Options", the default ones),
  "luck" and "record" to play the phase up to the question that is open by that record,
  "answers" (by seat) to the first question of the phase, when a later one is asked.

A line that can't be read is reported with its number and the field; the others are still answered.`,
		Example: "  gm read dm1 --seat France letter.txt\n  gm read dm1 --seat France --resolve - < letter.txt\n" +
			"  gm read --jsonl < examples/letters.jsonl",
		Args: func(cmd *cobra.Command, args []string) error {
			if lines {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.RangeArgs(1, 2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if lines {
				return d.readLines(cmd)
			}
			text, err := d.body(cmd, args[1:])
			if err != nil {
				return err
			}
			return d.tells(cmd, func(ctx context.Context, m *gm.Master) (string, any, error) {
				t, err := inspect.ReadAs(ctx, m, d.now(), args[0], seat, text, resolve)
				if err != nil {
					return "", nil, err
				}
				return readAs(t), t, nil
			})
		},
	}
	cmd.Flags().Bool("json", false, "print JSON, as with --jsonl but with more details")
	cmd.Flags().StringVar(&seat, "seat", "", "the seat that the letter is from")
	cmd.Flags().BoolVar(&resolve, "resolve", false, "add what the orders would lead to, as far as the player knows")
	cmd.Flags().BoolVar(&lines, "jsonl", false, "read letters that belong to no game here, one line of JSON each")
	cmd.MarkFlagsMutuallyExclusive("jsonl", "seat")
	cmd.MarkFlagsMutuallyExclusive("jsonl", "resolve")
	cmd.MarkFlagsMutuallyExclusive("jsonl", "json")
	cmd.MarkFlagsOneRequired("seat", "jsonl")
	return cmd
}

// standardInput is the name for standard input among the files of a command.
const standardInput = "-"

// body returns the text of a letter: from the file that a command names, or from standard input. A running service
// gets it with the command.
func (d *console) body(cmd *cobra.Command, names []string) (string, error) {
	name := strings.Join(names, "")
	if name != "" && name != standardInput {
		text, err := d.file(name, maxFile)
		return string(text), unread(name, "Without one, the letter is read from standard input.", err)
	}
	if text, ok := d.files[standardInput]; ok {
		return string(text), nil
	}
	text, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxFile+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("reading standard input: %w", err)
	case len(text) > maxFile:
		return "", &refusal.Error{Text: fmt.Sprintf("The letter is too long: it has more than %d bytes.", maxFile)}
	}
	if d.files == nil {
		d.files = map[string][]byte{}
	}
	d.files[standardInput] = text
	return string(text), nil
}

// readAs describes in words how a letter would be read.
func readAs(t reception.Trial) string {
	w := new(strings.Builder)
	of := t.Details
	printf(w, "%s, %s, %s. Nothing is done with the letter.\n", of.Seat, of.Kind, of.Phase)
	listLines(w, "On file then", t.Filed)
	if len(t.Filed) == 0 {
		printf(w, "Nothing would be on file.\n")
	}
	listLines(w, "New", of.New)
	listLines(w, "No longer on file", of.Gone)
	listLines(w, "Read as orders", of.Taken)
	for _, p := range of.Vain {
		printf(w, "On file, but it can't be carried out: %s\n    %s\n", parser.OneLine(p.Line), parser.Plain(p.Text))
	}
	for i, p := range t.Asked {
		printf(w, "Asked: %s\n    %s\n", parser.OneLine(p.Line), parser.Plain(p.Text))
		for _, offer := range of.Offers[i] {
			printf(w, "    A YES would file: %s\n", strings.ReplaceAll(offer, "\n", "; "))
		}
	}
	for _, p := range t.Refused {
		printf(w, "Refused: %s\n    %s\n", parser.OneLine(p.Line), parser.Plain(p.Text))
	}
	listLines(w, "No orders", t.Talk)
	listLines(w, "To the game master", of.Passed)
	listLines(w, "Told beside", of.Notes)
	listLines(w, "Ignored here (not orders)", of.Aside)
	listLines(w, "Missing", t.Missing)
	if t.Settled {
		printf(w, "The turn would not wait for %s.\n", of.Seat)
	} else {
		printf(w, "The turn would wait for %s.\n", of.Seat)
	}
	listLines(w, "What would happen, as far as "+string(of.Seat)+" can tell", of.Foreseen)
	listLines(w, "Assumed of others", of.Assumed)
	for _, p := range of.Misread {
		printf(w, "Not understood: %s\n    %s\n", parser.OneLine(p.Line), parser.Plain(p.Text))
	}
	if of.Unforeseen != "" {
		printf(w, "%s\n", of.Unforeseen)
	}
	return w.String()
}

// listLines prints lines below a heading, or nothing if there are no lines.
func listLines(w io.Writer, heading string, lines []string) {
	if len(lines) == 0 {
		return
	}
	printf(w, "%s:\n", heading)
	for _, line := range lines {
		printf(w, "    %s\n", parser.OneLine(line))
	}
}

// A lineIn is an input line of gm read --jsonl.
type lineIn struct {
	ID       string
	Title    string
	Position json.RawMessage
	Luck     struct {
		Secret []byte
		Phase  uint64
	}
	Record  adjudicator.Record
	Answers map[adjudicator.Seat]string
	Seat    adjudicator.Seat
	Kind    string
	Old     []string
	Text    *string
}

// A lineOut is an output line of gm read --jsonl.
type lineOut struct {
	ID string `json:"id"`
	reception.Trial
}

// readLines reads letters, one per line, and prints how each would be read. It processes all lines before it returns
// the errors of invalid ones.
func (d *console) readLines(cmd *cobra.Command) error {
	if d.mail {
		return &refusal.Error{Text: "By mail, read takes letters to a game; --jsonl is for the command line."}
	}
	words, err := templates.New()
	if err != nil {
		return err
	}
	reader := reception.Reader{Rules: titles(), Words: words}
	out := json.NewEncoder(cmd.OutOrStdout())
	out.SetEscapeHTML(false)
	var faults []string
	in := bufio.NewReader(cmd.InOrStdin())
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading standard input: %w", err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			answer, fault := readLine(cmd.Context(), reader, line)
			if fault != nil {
				faults = append(faults, fmt.Sprintf("line %d: %v", n, fault))
			} else if err := out.Encode(answer); err != nil {
				return err
			}
		}
		if err != nil {
			break
		}
	}
	if len(faults) > 0 {
		return &refusal.Error{Text: strings.Join(faults, "\n")}
	}
	return nil
}

// readLine reads one letter. If a field is invalid, the error begins with its name.
func readLine(ctx context.Context, reader reception.Reader, line []byte) (lineOut, error) {
	var l lineIn
	if err := json.Unmarshal(line, &l); err != nil {
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
			return lineOut{}, fmt.Errorf("%s: wrong type: %s", strings.ToLower(wrong.Field), wrong.Value)
		} else if wrong != nil {
			return lineOut{}, errors.New("not a JSON object")
		}
		return lineOut{}, fmt.Errorf("not valid JSON: %w", err)
	}
	for _, field := range []struct {
		name string
		is   bool
	}{{"title", l.Title != ""}, {"position", l.Position != nil}, {"seat", l.Seat != ""}, {"kind", l.Kind != ""},
		{"text", l.Text != nil}} {
		if !field.is {
			return lineOut{}, fmt.Errorf("%s: it is missing", field.name)
		}
	}
	t, err := reader.Read(ctx, reception.Sample{Title: l.Title, Position: l.Position,
		Luck:   adjudicator.Luck{Secret: l.Luck.Secret, Phase: l.Luck.Phase},
		Record: l.Record, Answers: l.Answers, Seat: l.Seat, Kind: l.Kind, Old: strings.Join(l.Old, "\n"),
		Text: *l.Text})
	return lineOut{l.ID, t}, err
}
