package gm

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/templates"
)

// maxOwnSubject is how many bytes the subject of a letter of the game master may have.
const maxOwnSubject = 80

// Letter writes to one seat as the game master, under a subject of its own. Nobody else learns of it.
func (d *Desk) Letter(ctx context.Context, now time.Time, name, seat, subject, text string) error {
	subject = strings.Join(strings.Fields(subject), " ")
	switch {
	case strings.TrimSpace(text) == "":
		return refusal.New("There is nothing to send.")
	case len(subject) > maxOwnSubject, strings.ContainsAny(subject, "[]:"):
		return refusal.New("A subject is no longer than %d bytes, and has no brackets and no colon; %q is none.", maxOwnSubject, subject)
	}
	return d.act(ctx, now, name, func(s *step) error {
		who, err := s.one(seat)
		if err != nil {
			return err
		}
		page := s.page(nil, who)
		page.Subject = cmp.Or(subject, "A letter from the game master")
		page.Press = []templates.Press{{From: string(adjudicator.GM), To: []string{string(who.Name)}, Text: strings.TrimSpace(text)}}
		s.send(who, "official", page, nil)
		s.act("letter "+name+" "+string(who.Name), page.Subject+"\n\n"+text)
		return nil
	})
}

// Rule answers the question that waits for the game master, as his letter would; with an empty text it takes back an answer
// that is still on file. The game goes on if it waited for nothing else.
func (d *Desk) Rule(ctx context.Context, now time.Time, name, text string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		i := slices.IndexFunc(s.g.Open, func(q *question) bool { return q.Seat == adjudicator.GM })
		if i < 0 {
			return refusal.New("Nothing in %s waits for a ruling of yours.", name)
		}
		q := s.g.Open[i]
		was := q.Answer
		p, _, err := s.replay()
		if err != nil {
			return err
		}
		view := p.View(adjudicator.GM)
		read := view.Read(q.Kind, "", text)
		if len(read.Faults()) > 0 {
			return refusal.New("That is no answer to what is asked (%s): %s: %s", q.Kind, read.Faults()[0].Line, read.Faults()[0].Text)
		}
		if read.Answer == was {
			return refusal.New("That is on file already.")
		}
		s.file(q, view, read)
		q.Heard = true
		if err := s.goOn(); err != nil {
			return err
		}
		if !slices.Contains(s.g.Open, q) { // it was played on
			s.act("ruling "+name, text)
			return nil
		}
		undo := []string{"ruling", name, was}
		if was == "" {
			undo = []string{"ruling", name, "--clear"}
		}
		s.act("ruling "+name, text, undo...)
		return nil
	})
}
