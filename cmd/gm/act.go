package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// actFlags are the flags that all acts of the game master have in common.
type actFlags struct {
	gm.ActOptions
	json, letters bool
	waits         bool // whether letters are only sent once a service is running
}

// acts adds the flags of an act to a command that carries out one act with fn.
func (d *console) acts(cmd *cobra.Command, fn func(ctx context.Context, at *desk.Operator,
	args []string) error) *cobra.Command {
	one := func(_ context.Context, _ *gm.Master, args []string) ([][]string, error) { return [][]string{args}, nil }
	return d.actsOn(cmd, one, fn)
}

// A spread expands the arguments of a command into the arguments of each of its acts.
type spread func(ctx context.Context, m *gm.Master, args []string) ([][]string, error)

// oneByOne is a spread with one act for each argument.
func oneByOne(_ context.Context, _ *gm.Master, args []string) (out [][]string, err error) {
	for _, arg := range args {
		out = append(out, []string{arg})
	}
	return out, nil
}

// actsOn is like acts, for a command that may carry out several acts, one after another. It prints the result of
// each; if one fails, the others are carried out nevertheless.
func (d *console) actsOn(cmd *cobra.Command, acts spread,
	fn func(ctx context.Context, at *desk.Operator, args []string) error) *cobra.Command {
	var how actFlags
	f := cmd.Flags()
	f.BoolVar(&how.Dry, "dry-run", false, "say what would be done and which letters would be sent, without doing it")
	f.StringVar(&how.Reason, "reason", "", "the reason, for the game's chronicle and for the players if they are told")
	f.BoolVar(&how.letters, "letters", false, "show letters in full, not only their first lines")
	f.BoolVar(&how.json, "json", false, "print JSON")
	asked := slices.Contains(asksFirst, cmd.Name()) && !strings.HasSuffix(cmd.Use, "NAME ...") // gm inbox reopen writes to nobody
	if asked {
		f.BoolVar(&how.Sure, "yes", false, "do not ask first")
		cmd.Long += asksFirstHelp
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := d.readFiles(cmd); err != nil {
			return err
		}
		settled := how.Dry || how.Sure || how.json
		if asked && !settled && d.asks(cmd) {
			if err := d.makeSure(cmd); err != nil {
				return err
			}
			how.Sure = true
		}
		return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
			each, err := acts(ctx, m, args)
			if err != nil {
				return err
			}
			failed := false
			for i, args := range each {
				if d.at != nil { // another command has set the options, and prints the result
					if err := fn(ctx, d.at, args); err != nil {
						return err
					}
					continue
				}
				brief := len(each) > 1 && isMarked(cmd, severalGames)
				err := d.actOnce(m, cmd, &how, i, brief, func(at *desk.Operator) error { return fn(ctx, at, args) })
				switch {
				case err == nil:
				case len(each) == 1 || ctx.Err() != nil:
					return err
				default:
					printf(cmd.ErrOrStderr(), "%s: ", args[0])
					complain(cmd.ErrOrStderr(), err)
					failed = true
				}
			}
			if failed {
				return &said{exitFailed}
			}
			return nil
		})
	}
	return cmd
}

// actOnce carries out one act of a command and prints the result, on a single line if brief is set.
func (d *console) actOnce(m *gm.Master, cmd *cobra.Command, how *actFlags, i int, brief bool,
	act func(at *desk.Operator) error) error {
	at := desk.At(m, how.ActOptions)
	if d.lacks != "" {
		return &refusal.Error{Text: d.lacks}
	}
	at.By, at.Way = d.person(cmd), game.ByCommand
	if d.mail {
		at.Way = game.ByMail
	}
	if at.Once = d.once; d.once != "" && i > 0 {
		at.Once += fmt.Sprintf("/%d", i)
	}
	unseen, err := d.isUnseen(m, cmd, cmd.Flags().Args())
	if err != nil {
		return err
	}
	if err := act(at); err != nil && unseen {
		return errUnseen
	} else if err != nil {
		return err
	}
	if begun, err := d.isUnseen(m, cmd, []string{at.Effect.Game}); err != nil {
		return err
	} else if begun || unseen {
		return unseenAct(cmd.OutOrStdout(), at.Effect, how.json)
	}
	how.waits, how.Undoes = d.master == nil, at.Undoes
	whole := how.json || how.letters || at.Dry
	if brief && !whole && !at.Effect.Before {
		how.line(cmd.OutOrStdout(), at.Effect)
		return nil
	}
	if how.isSummary(cmd, at.Effect) {
		how.summary(cmd.OutOrStdout(), at.Effect)
		return nil
	}
	return how.tell(cmd.OutOrStdout(), at.Effect)
}

// line prints on one line what an act has done.
func (how actFlags) line(w io.Writer, e desk.Effect) {
	var said []string
	for _, f := range e.Changes {
		said = append(said, f.Name+": "+parser.OneLine(changeText(f)))
	}
	if n := len(e.Letters); n > 0 {
		said = append(said, lettersText(n))
	}
	text := cmp.Or(strings.Join(said, "; "), "nothing changes")
	if len(e.Undo) > 0 && how.Undoes == 0 {
		text += "; gm undo " + e.Game + " takes it back"
	}
	printf(w, "%s: %s\n", e.Game, text)
	for _, note := range e.Notes {
		printf(w, "  %s\n", note)
	}
}

// lettersText returns a number of letters in words.
func lettersText(n int) string {
	if n == 1 {
		return "1 letter"
	}
	return fmt.Sprintf("%d letters", n)
}

// tell prints what an act has done, or would do.
func (how actFlags) tell(w io.Writer, e desk.Effect) error {
	if how.json {
		return encode(w, e)
	}
	if e.Before {
		printf(w, "%s: that was already done, so it is not done again.\n", e.Game)
		return nil
	}
	how.heading(w, e)
	if len(e.Changes) == 0 && len(e.Letters) == 0 {
		printf(w, "  nothing changes\n")
	}
	for _, f := range e.Changes {
		printf(w, "  %s: %s\n", strings.TrimSuffix(f.Name, ":"), parser.Plain(changeText(f)))
	}
	for _, l := range e.Letters {
		headline, text := parser.Headline(l.Text)
		if headline == "" {
			headline, text = l.Subject, l.Text
		}
		printf(w, "  letter to %s: %s\n", l.To, headline)
		if how.letters {
			printf(w, "%s\n%s\n", indent("Subject: "+l.Subject), indent(text))
		}
	}
	if n := len(e.Letters); n > 1 {
		printf(w, "  %s in all\n", lettersText(n))
	}
	for _, x := range e.Exposed {
		printf(w, "  known: %s\n", x.Line(x.Sent.Location()))
	}
	for _, note := range e.Notes {
		printf(w, "%s\n", note)
	}
	if len(e.Letters) > 0 && e.Dry && !how.letters {
		printf(w, "--letters shows them whole.\n")
	}
	how.ends(w, e)
	return nil
}

// heading prints in which game an act was done, or would be.
func (how actFlags) heading(w io.Writer, e desk.Effect) {
	if e.Dry {
		printf(w, "Nothing is done yet. This would be done in %s:\n", e.Game)
		return
	}
	printf(w, "%s:\n", e.Game)
}

// ends prints when the letters of an act go out, and how it is taken back.
func (how actFlags) ends(w io.Writer, e desk.Effect) {
	if len(e.Letters) > 0 && !e.Dry && how.waits {
		printf(w, "They go out when gm serve runs.\n")
	}
	switch {
	case len(e.Undo) > mostUndoWords && !e.Dry && how.Undoes == 0:
		printf(w, "gm undo %s takes it back.\n", e.Game)
	case len(e.Undo) == 0 || e.Dry:
	case how.Undoes != 0:
		printf(w, "gm %s takes that back.\n", quoted(e.Undo))
	default:
		printf(w, "gm undo %s takes it back (gm %s).\n", e.Game, quoted(e.Undo))
	}
}

// mostUndoWords is the number of words up to which the command that undoes an act is printed.
const mostUndoWords = 40

// changeText describes the change of a fact, on a single line, or on several for orders.
func changeText(f game.Fact) string {
	was, is := f.Was, f.Is
	switch {
	case was == "" && !strings.Contains(is, "\n"):
		return is
	case was == "":
		return "\n" + indent(is)
	case is == "":
		is = "no longer"
	}
	if strings.Contains(was+is, "\n") {
		if f.Is == "" {
			is = "nothing"
		}
		return "was\n" + indent(was) + "\n  is now\n" + indent(is)
	}
	return is + " (was " + was + ")"
}

func newUndo(d *console) *cobra.Command {
	var entry uint64
	cmd := d.acts(&cobra.Command{
		Use:   "undo GAME",
		Short: "Take back your last act in a game, or an older one",
		Long: `undo takes back what you did last in a game and have not taken back yet. It carries out the command that
does so, which every act says beforehand. With --act it takes back an older one, by its number in gm log. Sent letters
can't be recalled; whoever was told of the act is also told that it was taken back. To take back what you did with
letters that belong to no game, give the first part of their names, as in gm undo lobby/2026-47.`,
		Example: "  gm undo dm1 --dry-run",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		act, n, err := desk.LastAct(ctx, at.Master, args[0], entry)
		if err != nil {
			return err
		}
		at.Undoes = n
		return d.again(ctx, at, act.Undo)
	})
	cmd.Flags().Uint64Var(&entry, "act", 0, "the number of the act in gm log")
	return cmd
}

// again carries out an act from the words of its command, with an operator that exists already.
func (d *console) again(ctx context.Context, at *desk.Operator, words []string) error {
	inner := &console{args: words, config: d.config, now: d.now, master: at.Master, at: at, mail: d.mail, as: d.as,
		sender: d.sender, alone: d.master == nil}
	root := d.tree(inner)
	root.SetArgs(words)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	return root.ExecuteContext(ctx)
}
