package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

func newLetter(d *console) *cobra.Command {
	var subject string
	cmd := &cobra.Command{
		Use:   "letter GAME SEAT TEXT | -",
		Short: "Write a letter to one seat, as the game master",
		Long: `letter writes to one seat alone, under a subject of its own. Nobody else learns of it. The game's
chronicle keeps the text. To write to several players or to all, use press.`,
		Example: "  gm letter dm1 France --subject 'Your question' 'Yes, an army in Portugal may move to Spain.'\n" +
			"  gm letter dm1 France - < letter.txt",
		Args: cobra.MinimumNArgs(3),
	}
	d.acts(cmd, func(ctx context.Context, at *desk.Operator, args []string) error {
		text, err := textOf(cmd, args[2:])
		if err != nil {
			return err
		}
		return at.Letter(ctx, d.now(), args[0], args[1], subject, text)
	})
	cmd.Flags().StringVar(&subject, "subject", "", "the subject, between the game's tag and the seat")
	return cmd
}

func newAnswer(d *console) *cobra.Command {
	var unsaid bool
	cmd := &cobra.Command{
		Use:   "answer GAME TEXT | --clear",
		Short: "Answer a question that a game has put to you",
		Long: `answer answers a question that the rules of a game leave to its game master; gm show GAME --as GM shows
the question. A letter to the game does the same. The game goes on once it waits for nobody else; until then --clear
takes the answer back, and after that gm rollback does.`,
		Example: "  gm answer dm1 'The plea is heard.'\n  gm answer dm1 --clear",
		Args: func(cmd *cobra.Command, args []string) error {
			if unsaid {
				return cobra.ExactArgs(1)(cmd, args)
			}
			return cobra.MinimumNArgs(2)(cmd, args)
		},
	}
	d.acts(cmd, func(ctx context.Context, at *desk.Operator, args []string) error {
		text, err := textOf(cmd, args[1:])
		if err != nil {
			return err
		}
		return at.Rule(ctx, d.now(), args[0], text)
	})
	cmd.Flags().BoolVar(&unsaid, "clear", false, "take back the answer that is on file")
	return cmd
}

func newPreview(d *console) *cobra.Command {
	var as string
	cmd := d.reads(&cobra.Command{
		Use:   "preview GAME [PHASE]",
		Short: "Show what each seat would be told if the turn were resolved now",
		Long: `preview resolves the turn with what is on file, shows what would come of it, and changes nothing: for
each seat what it has on file and the letters that it would get; with --as it shows the letters of one seat in full. It
is gm resolve --dry-run as a table. Dice and draws that are still to come will differ from the real ones; it says so
where there are any.`,
		Example: "  gm preview dm1\n  gm preview dm1 --as France",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		o, err := inspect.OverviewOf(ctx, m, args[0])
		if err != nil {
			return "", nil, err
		}
		at := desk.At(m, gm.ActOptions{Dry: true})
		if err := at.Resolve(ctx, d.now(), args[0], strings.Join(args[1:], " ")); err != nil {
			return "", nil, err
		}
		text, err := previewText(o, at.Effect, as)
		return text, at.Effect, err
	})
	cmd.Flags().StringVar(&as, "as", "", "the seat whose letters are shown in full")
	return cmd
}

// previewText describes, seat by seat, what resolving a turn would do.
func previewText(o inspect.Overview, e desk.Effect, as string) (string, error) {
	w := new(strings.Builder)
	printf(w, "Nothing is done yet. If %s were resolved now (%s):\n", o.Name, stateLine(o))
	for _, note := range e.Notes {
		printf(w, "  %s\n", note)
	}
	for _, f := range e.Changes {
		if f.Name == "phase" || f.Name == "state" || f.Name == "deadline" {
			printf(w, "  %s: %s\n", f.Name, parser.Plain(changeText(f)))
		}
	}
	known := false
	for _, s := range o.Seats {
		if as != "" && !strings.EqualFold(as, string(s.Name)) {
			continue
		}
		known = true
		printf(w, "\n%s\n", s.Name)
		if s.Asked {
			file := "nothing, so the default of the rules applies"
			if s.Orders != "" {
				file = strings.ReplaceAll(s.Orders, "\n", "; ")
			}
			printf(w, "  on file: %s\n", file)
		}
		previewLetters(w, o.Name, s, e.Letters, as != "")
	}
	if !known {
		return "", &refusal.Error{Text: fmt.Sprintf("%s has no seat %q.", o.Name, as)}
	}
	return w.String(), nil
}

// previewLetters prints the letters that a seat would get.
func previewLetters(w io.Writer, game string, s inspect.SeatOverview, letters []letter.Letter, whole bool) {
	n := 0
	for _, l := range letters {
		headline, text := parser.Headline(l.Text)
		_, to, _ := strings.Cut(headline, "] ")
		if l.To != s.Address || !strings.HasPrefix(to, string(s.Name)+":") {
			continue
		}
		n++
		printf(w, "  told: %s (%d lines)\n", headline, strings.Count(text, "\n"))
		if whole {
			printf(w, "%s\n", indent(text))
		}
	}
	if n == 0 {
		printf(w, "  told: nothing\n")
	}
}
