package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// maxOwnSubject is the largest length of the subject of a game master's letter, in bytes.
const maxOwnSubject = 80

// Letter writes to one seat as the game master, with a subject of its own. Nobody else is told.
func (d *Operator) Letter(ctx context.Context, now time.Time, name, seat, subject, text string) error {
	subject = strings.Join(strings.Fields(subject), " ")
	switch {
	case strings.TrimSpace(text) == "":
		return refusal.New("There is nothing to send.")
	case len(subject) > maxOwnSubject, strings.ContainsAny(subject, "[]:"):
		return refusal.New("A subject has up to %d bytes, without brackets or a colon; %q can't be one.",
			maxOwnSubject, subject)
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		who, err := inspect.OneSeat(s, seat)
		if err != nil {
			return err
		}
		page := writing.PageFor(s, nil, who)
		page.Subject = cmp.Or(subject, "A letter from the game master")
		page.Press = []templates.Press{
			{From: string(adjudicator.GM), To: []string{string(who.Name)}, Text: strings.TrimSpace(text)},
		}
		writing.Send(s, who, "official", page, nil)
		logAct(s, done{what: "letter " + name + " " + string(who.Name), detail: page.Subject + "\n\n" + text})
		return nil
	})
}

// Rule answers the question to the game master, as a letter of theirs would; an empty text withdraws an answer that
// is still on file. The game goes on if it waited only for that.
func (d *Operator) Rule(ctx context.Context, now time.Time, name, text string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		i := slices.IndexFunc(s.Game.Open, func(q *game.Question) bool { return q.Seat == adjudicator.GM })
		if i < 0 {
			return refusal.New("Nothing in %s waits for a ruling.", name)
		}
		q := s.Game.Open[i]
		was := q.Answer
		p, _, err := s.Replay()
		if err != nil {
			return err
		}
		view := p.View(adjudicator.GM)
		read := view.Read(q.Kind, "", text)
		if len(read.Faults()) > 0 {
			return refusal.New("That does not answer the question (%s): %s: %s", q.Kind, read.Faults()[0].Line,
				read.Faults()[0].Text)
		}
		if read.Answer == was {
			return refusal.New("That is already on file.")
		}
		play.FileAnswer(s, q, view, read)
		q.Heard = true
		if err := play.GoOn(s); err != nil {
			return err
		}
		if !slices.Contains(s.Game.Open, q) { // it was played on
			logAct(s, done{what: "answer " + name, detail: text})
			return nil
		}
		undo := []string{"answer", name, was}
		if was == "" {
			undo = []string{"answer", name, "--clear"}
		}
		logAct(s, done{what: "answer " + name, detail: text, undo: undo})
		return nil
	})
}
