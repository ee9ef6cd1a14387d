package gm

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/parser"
)

// Chronicle writes all that happened in a game, in the order in which it did: letters in and out, acts of the
// game master, and what was asked, answered and told in each phase. It is for the game master alone, for
// it keeps no secrets.
func (m *Master) Chronicle(ctx context.Context, name string, w io.Writer) error {
	if _, err := m.load(ctx, name); err != nil {
		return err
	}
	for e, err := range m.Store.Log(ctx, name, 1) {
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", name, err)
		}
		text, err := inWords(e)
		if err != nil {
			return fmt.Errorf("reading entry %d of %s: %w", e.Seq, name, err)
		}
		if _, err := fmt.Fprintf(w, "%d  %s  %s\n", e.Seq, e.At.UTC().Format(time.RFC3339), text); err != nil {
			return err
		}
	}
	return nil
}

// inWords is an entry of a log as the chronicle has it.
func inWords(e store.Entry) (string, error) {
	switch e.Kind {
	case kindLetter, kindOut:
		var l letter.Letter
		if err := decode(e.Body, &l); err != nil {
			return "", err
		}
		if e.Kind == kindOut {
			headline, text := parser.Headline(l.Text)
			return fmt.Sprintf("letter to %s: %s\n%s", l.To, cmp.Or(headline, l.Subject), indented(text)), nil
		}
		return parser.Plain(fmt.Sprintf("letter from %s: %s\n%s", l.From, l.Subject, indented(l.Text))), nil
	case kindAct:
		var a Act
		if err := decode(e.Body, &a); err != nil {
			return "", err
		}
		return a.words(), nil
	case kindBack:
		var t turned
		if err := decode(e.Body, &t); err != nil {
			return "", err
		}
		return fmt.Sprintf("taken from %s to the position in entry %d", cmp.Or(t.Was.Phase, "its end"), t.Position), nil
	case kindPhase:
		var rec adjudicator.Record
		if err := decode(e.Body, &rec); err != nil {
			return "", err
		}
		var b strings.Builder
		b.WriteString("played")
		for _, a := range rec.Asked {
			for i, r := range a.Requests {
				fmt.Fprintf(&b, "\n    %s, %s:\n%s", r.Seat, r.Kind, indented(a.Answers[i]))
			}
		}
		for _, t := range rec.Told {
			fmt.Fprintf(&b, "\n    %s to %s: %s", t.Kind, audience(t.To), t.Data)
		}
		return b.String(), nil
	}
	body, err := unsqueezed(e.Body)
	return fmt.Sprintf("%s %s", e.Kind, body), err
}

// words are an act in a line, with what was done beyond the command below it.
func (a Act) words() string {
	text := "act: " + a.What
	if a.Reason != "" {
		text += " (" + parser.OneLine(a.Reason) + ")"
	}
	if a.Undoes != 0 {
		text += fmt.Sprintf(", which takes %d back", a.Undoes)
	}
	if a.Detail != "" {
		text += "\n" + indented(parser.Plain(a.Detail))
	}
	return text
}

func audience(a adjudicator.Audience) string {
	switch {
	case a.But && len(a.Seats) == 0:
		return "all"
	case a.But:
		return fmt.Sprintf("all but %v", a.Seats)
	}
	return fmt.Sprint(a.Seats)
}

func indented(text string) string {
	return "      " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n      ")
}
