package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/parser"
)

// newSecret returns a new secret for a game's luck: 32 random bytes.
func newSecret() []byte {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails, according to its documentation
	return secret
}

func newRollback(d *console) *cobra.Command {
	var without, anew, same bool
	cmd := d.acts(&cobra.Command{
		Use:   "rollback GAME [PHASE]",
		Short: "Take a game back to the start of a phase",
		Long: `rollback takes a game back to the start of a phase, by its name or number: the one before this one, or
the current one if it is partly played. What was resolved since no longer counts; it stays in the log. What was on file
for the phase is on file again, and no turn waits past its deadline, but whoever has something on file counts as in
only when they say READY or send it again. Rulings, clock and press stay as they are. Everybody gets a letter that
says so, and shows how they stand.

Players can't forget what they were told: rollback lists who was sent results of what is undone, and when. Unsent
letters about it are withdrawn (gm rollforward sends them after all). If players were told the results of dice or draws
since then, luck comes from a new secret, whose SHA-256 everybody is told; otherwise it stays the same, so that the same
orders get the same dice. --new-luck and --same-luck choose one or the other. New luck is possible once the letters with
the last SHA-256 are out.`,
		Example: "  gm rollback dm1 Spring 1901 --dry-run\n" +
			"  gm rollback dm1 Spring 1901 --reason 'Two orders were read wrongly'",
		Args: cobra.MinimumNArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		to := desk.Back{Phase: strings.Join(args[1:], " "), WithoutOrders: without, IfTold: !anew}
		if !same {
			to.Luck = newSecret()
		}
		return at.Rollback(ctx, d.now(), args[0], to)
	})
	cmd.Flags().BoolVar(&without, "without-orders", false, "start the phase with nothing on file")
	cmd.Flags().BoolVar(&anew, "new-luck", false, "dice and draws come from a new secret, whose hash everybody is told")
	cmd.Flags().BoolVar(&same, "same-luck", false, "dice and draws stay the same")
	cmd.MarkFlagsMutuallyExclusive("new-luck", "same-luck")
	return cmd
}

func newRollforward(d *console) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:   "rollforward GAME",
		Short: "Take back a rollback",
		Long: `rollforward undoes the last rollback: everything that had been resolved before it counts again, with what
was on file then. What was filed or resolved since no longer counts. Everybody gets a letter.`,
		Example: "  gm rollback dm1 Spring 1901\n  gm rollforward dm1",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		return at.Rollforward(ctx, d.now(), args[0])
	})
}

func newDiff(d *console) *cobra.Command {
	var phase string
	cmd := d.reads(&cobra.Command{
		Use:   "diff GAME SEAT SEAT",
		Short: "Show what one seat knows and another does not",
		Long: `diff compares what gm show --as prints for two seats: it shows what only one of them is told, in the
words of the letters. GM knows everything, Observer what is public. With --json it compares the data from which letters
are written, field by field.`,
		Example: "  gm diff dm1 France GM\n  gm diff dm1 France Italy --at Spring 1901",
		Args:    cobra.ExactArgs(3),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		facts, err := inspect.Between(ctx, m, d.now(), args[0], args[1], args[2], phase)
		if err != nil {
			return "", nil, err
		}
		var texts [2]string
		for i, seat := range args[1:] {
			if texts[i], _, err = inspect.AsAt(ctx, m, d.now(), args[0], seat, phase); err != nil {
				return "", nil, err
			}
			_, texts[i], _ = strings.Cut(texts[i], "\n") // the first line of each view only says whose view it is
		}
		var b strings.Builder
		for i, seat := range args[1:] {
			if only := onlyIn(texts[i], texts[1-i]); only != "" {
				printf(&b, "Only %s is told:\n%s", seat, only)
			}
		}
		if b.Len() == 0 {
			printf(&b, "Both know exactly the same.\n")
		}
		return parser.Plain(b.String()), facts, err
	})
	ofPhase(cmd, &phase, 3, "as it was when that phase began (now)")
	return cmd
}

// onlyIn returns the lines of a text that another text lacks, each below the less indented lines that it belongs to.
func onlyIn(text, other string) string {
	has := map[string]bool{}
	for _, l := range outline(other) {
		has[strings.Join(l, "\n")] = true
	}
	var b strings.Builder
	var printed []string
	for _, l := range outline(text) {
		if has[strings.Join(l, "\n")] {
			continue
		}
		for i, line := range l {
			if i >= len(printed) || !slices.Equal(l[:i+1], printed[:i+1]) {
				printf(&b, "  %s\n", line)
			}
		}
		printed = l
	}
	return b.String()
}

// outline returns each line of a text, preceded by the less indented lines that it belongs to.
func outline(text string) (out [][]string) {
	var above []string
	depth := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" {
			above = nil
			continue
		}
		for len(above) > 0 && depth(above[len(above)-1]) >= depth(line) {
			above = above[:len(above)-1]
		}
		above = append(above[:len(above):len(above)], line)
		out = append(out, above)
	}
	return out
}

func newHistory(d *console) *cobra.Command {
	var as, from, to string
	cmd := d.reads(&cobra.Command{
		Use:   "history GAME",
		Short: "Tell what happened in a game, as a seat was told",
		Long: `history tells what happened in each phase, in the words of the letters: what you were told as the game
master, or with --as what another seat was told. Phases are given by their name or number. What was taken back is not
told.`,
		Example: "  gm history dm1\n  gm history dm1 --as France --from 'Spring 1901'",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		return inspect.HistoryOf(ctx, m, d.now(), args[0], as, from, to)
	})
	cmd.Flags().StringVar(&as, "as", "GM", "the seat that was told")
	cmd.Flags().StringVar(&from, "from", "", "the first phase")
	cmd.Flags().StringVar(&to, "to", "", "the last phase")
	return cmd
}

func newLog(d *console) *cobra.Command {
	var acts, letters, phases, whole bool
	var last int
	cmd := d.reads(&cobra.Command{
		Use:   "log GAME",
		Short: "Show the chronicle of a game: letters, acts and phases",
		Long: `log shows everything that happened in a game, in order, with the numbers that gm undo takes for your acts
and gm outbox for its letters. It shows the first line of each entry, or with --whole all of it. It contains all secrets
of the game. What belongs to no game is in the log of lobby, and letters from strangers are in the log of their week,
such as lobby/2026-47.`,
		Example: "  gm log dm1 --acts\n  gm log dm1 --last 5 --whole",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		only := inspect.Everything
		switch {
		case acts:
			only = inspect.OnlyActs
		case letters:
			only = inspect.OnlyLetters
		case phases:
			only = inspect.OnlyPhases
		}
		var lines []logged
		for l, err := range inspect.LogOf(ctx, m, args[0], only) {
			if err != nil {
				return "", nil, err
			}
			lines = append(lines, logged{l.Entry, l.At, l.Kind, l.Body, l.Text})
		}
		if last > 0 {
			lines = lines[max(0, len(lines)-last):]
		}
		var b strings.Builder
		if len(lines) > 0 {
			printf(&b, "%s", logTable(lines, whole, d.width))
		}
		return b.String(), lines, nil
	})
	f := cmd.Flags()
	f.BoolVar(&acts, "acts", false, "only what you did")
	f.BoolVar(&letters, "letters", false, "only letters, in and out")
	f.BoolVar(&phases, "phases", false, "only what was played")
	f.BoolVar(&whole, "whole", false, "show letters, positions and reasons in full, not only their first lines")
	f.IntVar(&last, "last", 0, "only this many of the newest entries; 0 for all")
	cmd.MarkFlagsMutuallyExclusive("acts", "letters", "phases")
	return cmd
}

// logTable returns lines of the chronicle as a table.
func logTable(lines []logged, whole bool, width int) string {
	rows := [][]string{{"ENTRY", "TIME", "WHAT"}}
	below := [][]string{nil} // further lines of each
	for _, l := range lines {
		text := l.text
		if !whole {
			text = shortened(text)
		}
		all := strings.Split(text, "\n")
		rows = append(rows, []string{strconv.FormatUint(l.Entry, 10), l.At.Format("2006-01-02 15:04:05 MST"), all[0]})
		below = append(below, all[1:])
	}
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(aligned(rows, width, words), "\n"), "\n") {
		printf(&b, "%s\n", line)
		for _, more := range below[i] {
			printf(&b, "%s\n", more)
		}
	}
	return b.String()
}

// maxLogged is the number of characters to which the first line of a log entry is cut.
const maxLogged = 120

// shortened returns the first line of a log entry; for an act, it adds the reason.
func shortened(text string) string {
	line, rest, _ := strings.Cut(text, "\n")
	if kind, _, ok := strings.Cut(line, " {"); ok && !strings.Contains(kind, " ") { // JSON is not shown to people
		return kind
	}
	if letters := []rune(line); len(letters) > maxLogged {
		line = string(letters[:maxLogged]) + " ..."
	}
	for more := range strings.Lines(rest) {
		if strings.HasPrefix(line, "act: ") && strings.TrimSpace(more) != "" {
			line += "\n" + strings.TrimRight(more, "\n")
		}
	}
	return line
}

// A logged is a log entry in JSON output.
type logged struct {
	Entry uint64
	At    time.Time
	Kind  string
	Body  json.RawMessage
	text  string
}
