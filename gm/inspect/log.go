package inspect

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/parser"
)

// Chronicle writes everything that happened in a game, in order: incoming and outgoing letters, the game master's
// acts, and the questions, answers and events of each phase. It contains all secrets, so it is for the game master
// only.
func Chronicle(ctx context.Context, m *gm.Master, name string, w io.Writer) error {
	if _, err := m.Load(ctx, name); err != nil {
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

// inWords returns a log entry as the chronicle shows it.
func inWords(e store.Entry) (string, error) {
	switch e.Kind {
	case gm.KindLetter, gm.KindOut:
		var l letter.Letter
		if err := gm.Decode(e.Body, &l); err != nil {
			return "", err
		}
		if e.Kind == gm.KindOut {
			headline, text := parser.Headline(l.Text)
			return fmt.Sprintf("letter to %s: %s\n%s", l.To, cmp.Or(headline, l.Subject), game.Indented(text)), nil
		}
		return parser.Plain(fmt.Sprintf("letter from %s: %s\n%s", l.From, l.Subject, game.Indented(l.Text))), nil
	case gm.KindRobot:
		var r gm.RobotOrders
		if err := gm.Decode(e.Body, &r); err != nil {
			return "", err
		}
		return parser.Plain(fmt.Sprintf("the robot of %s, %s:\n%s", r.Seat, r.Kind, game.Indented(r.Text))), nil
	case gm.KindAct:
		var a game.Act
		if err := gm.Decode(e.Body, &a); err != nil {
			return "", err
		}
		return a.Words(), nil
	case gm.KindBack:
		var t game.RollbackEntry
		if err := gm.Decode(e.Body, &t); err != nil {
			return "", err
		}
		return fmt.Sprintf("taken from %s to the position in entry %d", cmp.Or(t.Was.Phase, "its end"), t.Position), nil
	case gm.KindPhase:
		var rec adjudicator.Record
		if err := gm.Decode(e.Body, &rec); err != nil {
			return "", err
		}
		var b strings.Builder
		b.WriteString("played")
		for _, a := range rec.Asked {
			for i, r := range a.Requests {
				fmt.Fprintf(&b, "\n    %s, %s:\n%s", r.Seat, r.Kind, game.Indented(a.Answers[i]))
			}
		}
		for _, t := range rec.Told {
			fmt.Fprintf(&b, "\n    %s to %s: %s", t.Kind, audience(t.To), t.Data)
		}
		return b.String(), nil
	}
	body, err := gm.Decompressed(e.Body)
	return fmt.Sprintf("%s %s", e.Kind, body), err
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
