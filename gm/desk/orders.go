package desk

import (
	"context"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// Orders files orders for a seat. Like those of a player's letter, they change what they name and leave the rest;
// with all, they replace everything on file. An empty text deletes what is on file. The text is read as if the seat
// had sent it, and refused with a list of the invalid lines. The seat is told; the game master is told what is
// missing.
func (d *Operator) Orders(ctx context.Context, now time.Time, name, seat, text string, all bool) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		who, err := inspect.OneSeat(s, seat)
		if err != nil {
			return err
		}
		q := s.Game.Question(who, 0)
		if q == nil {
			return refusal.New("%s has nothing to decide in %s now.", who.Name, s.Game.Phase)
		}
		p, err := s.View()
		if err != nil {
			return err
		}
		text = strings.TrimSpace(text)
		view := p.View(who.Name)
		old := q.Answer
		if all || text == "" {
			old = ""
		}
		read := view.Read(q.Kind, old, text)
		if len(read.Faults()) > 0 {
			return inspect.Refused(who.Name, read.Faults())
		}
		switch {
		case text == "" && q.Answer == "" && !q.Heard:
			return refusal.New("%s has nothing on file.", who.Name)
		case text != "" && (read.Answer == "" || !read.Has(adjudicator.Filed)):
			return refusal.New("Nothing in that says what %s is to do, so nothing was put on file. gm orders %s %s "+
				"shows what is missing.", who.Name, name, game.Word(string(who.Name)))
		case read.Answer == q.Answer && q.Heard == (text != ""):
			return refusal.New("%s has exactly that on file already, so nothing was changed.", who.Name)
		}
		undo := []string{"orders", name, string(who.Name), "clear"}
		if q.Answer != "" {
			undo = []string{"orders", name, string(who.Name), "set", "--all", "--", strings.ReplaceAll(q.Answer, "\n", "; ")}
		}
		play.FileAnswer(s, q, view, read)
		q.Clear()
		q.Heard, who.Ready = text != "", false
		page := writing.PageFor(s, p, who)
		page.Notice = writing.WithReason(s,
			"The game master has put orders on file for you; they are shown below. You can change them.")
		if text == "" {
			page.Notice = writing.WithReason(s,
				"The game master has taken away what you had on file. You can send it again.")
		}
		writing.Send(s, who, "notice", page, nil)
		logAct(s, done{what: "orders " + name + " " + string(who.Name), detail: read.Answer, undo: undo})
		for _, missing := range read.Missing {
			s.Notes = append(s.Notes, "Missing: "+missing)
		}
		return play.GoOn(s)
	})
}
