// Package writing writes a game's letters: the page with what its reader asked, is asked and is told, the picture and
// the film that go with it, the thread that it belongs to, the dates for a calendar. It leaves them in the step, to be
// sent when that is committed. How a page is worded is a matter of the templates; when somebody is written to, that
// of the rooms above.
package writing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// WithReason adds the game master's reason to what players are told of an act.
func WithReason(s *gm.Step, text string) string {
	if s.Options.Reason == "" {
		return text
	}
	return text + " The reason: " + strings.TrimSuffix(s.Options.Reason, ".") + "."
}

// SendPlain is send for when something is wrong already: if it is the templates, the letter is what there
// is to say and nothing else.
func SendPlain(s *gm.Step, to *game.Seat, kind string, page templates.Page, answer *letter.Letter) {
	if to.Address == "" {
		return
	}
	if stack, _ := gm.Guarded(func() error { Send(s, to, kind, page, answer); return nil }); stack != "" {
		s.Master.Log.Error("templates failed", "game", s.Name, "why", gm.TopFrame(stack))
		tag := parser.Tag{Game: s.Name}.String()
		l := letter.Letter{To: to.WrittenAt(answer), Subject: tag + " " + page.Title + ": " + page.Seat,
			Text: tag + " " + page.Seat + ": a word from the game master\n\n" + page.Notice + "\n\n" + page.Quoted +
				"\n\n" + page.Trace + "\n"}
		to.ThreadWith("").Refer(&l, answer)
		s.Post(to, letter.Reply, 0, l)
	}
}

// PageFor has what every letter to a seat starts from: nothing that the seat may not know.
func PageFor(s *gm.Step, p adjudicator.Position, seat *game.Seat) templates.Page {
	page := templates.Page{Language: seat.Language, Game: s.Game.Name, Rules: s.Game.Rules, Title: s.Title().Title,
		Phase: s.Game.Phase, Seat: string(seat.Name), Desk: seat.Name == adjudicator.GM,
		Over: s.Game.State == game.Over, Now: s.Now.In(s.Game.Zone(seat)), Early: s.Game.EndsEarly(),
		Reply: s.Master.Address}
	if p != nil {
		page.View = p.View(seat.Name)
	}
	page.Several, page.Master = s.Game.Several(seat), s.Game.Seat(adjudicator.GM) != nil
	for _, name := range s.Game.Players() {
		page.Seats = append(page.Seats, string(name))
	}
	switch q := s.Game.Question(seat, 0); {
	case s.Game.State != game.Running:
	case q != nil:
		page.Ask = AskFor(s, q, seat, page.View)
		TellDeadline(s, &page, seat)
	case page.Desk && len(s.Game.Open) > 0: // they want to know it of all
		TellDeadline(s, &page, seat)
	}
	return page
}

// AskFor is what a seat is asked, with what is on file for it and the form to change that.
func AskFor(s *gm.Step, q *game.Question, seat *game.Seat, view adjudicator.View) *templates.Ask {
	a := &templates.Ask{Kind: q.Kind, Number: q.Number, Revision: q.Revision, Answer: q.Answer, Missing: q.Missing,
		Default: q.Default, Standing: q.Standing, Ahead: q.Ahead, Stands: q.Stands, Ready: seat.Ready, Wait: seat.Wait,
		Doubt: q.Unclear(), Points: q.OpenPoints(seat.Sent + 1),
		Brisk: s.Game.EndsEarly() && s.Game.Brisk(), Within: q.Within()}
	if view != nil {
		a.Form = s.Form(view, q)
		if shows, ok := view.(adjudicator.Exemplar); ok {
			a.Examples = shows.Examples(q.Kind)
		}
	}
	if d := s.Game.Delay(); d > 0 {
		a.After = game.Lasting(d)
	}
	// else when it ends tells of others
	resolves := !s.Title().Blind && !s.Game.Resolve.IsZero()
	if resolves && !q.Stands && s.Game.IsIn(q) {
		if a.AtDeadline = !s.Game.Resolve.Before(s.Game.Deadline); !a.AtDeadline {
			a.Resolve = s.Game.Resolve.In(s.Game.Zone(seat))
		}
	}
	return a
}

// TellRulings has a letter say how the game is played.
func TellRulings(s *gm.Step, page *templates.Page) {
	page.Options, page.PressRules, page.Ladder = game.Rulings(s.Title(), s.Game.Options),
		game.PressWords(s.Game.PressRules), Ladder(s)
	page.Terms, page.Ruled = game.Terms(s.Game.Clock), s.Title().Ruled(s.Game.Options)
	if s.Game.State != game.Over {
		page.Luck = s.Game.Hash()
	}
}

// Send writes a letter to a seat from a template, as an answer to another letter or on its own. An answer is not
// written when too many were.
func Send(s *gm.Step, to *game.Seat, kind string, page templates.Page, answer *letter.Letter) {
	if answer == nil || answerable(s, to, answer) {
		SendAs(s, letter.Reply, to, kind, page, answer)
	}
}

// SendAs is send with the kind of token that proves an answer.
func SendAs(s *gm.Step, proof letter.Kind, to *game.Seat, kind string, page templates.Page, answer *letter.Letter) {
	if to.Address == "" { // nobody sits there
		return
	}
	with := correspondent(s, to, kind, page, answer)
	page.Correspondent = string(with)
	picture, film := Illustrate(s, to, kind, &page), filmWith(s, to, page.Title)
	page.Film = film != nil
	words, err := s.Master.Words.Letter(kind, page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing a %s letter of %s: %v", kind, s.Game.Rules, err))
	}
	l := letter.Letter{To: to.WrittenAt(answer), Subject: words.Subject, Text: words.Text, HTML: words.HTML,
		Answer: answer != nil, Picture: picture, Film: film, Files: dates(s, to, kind, &page),
		Parting: kind == "farewell" && s.Game.State != game.Over, State: !page.First && slices.Contains(ofState, kind)}
	if l.State {
		l.Press = page.Press
	}
	to.ThreadWith(with).Refer(&l, answer)
	if answer != nil && answer.Proof != letter.Proved {
		to.Bytes.Allow(s.Now, len(l.Text)+len(l.HTML), math.MaxInt)
	}
	l = s.Post(to, proof, page.Number(), l)
	if q := s.Game.Question(to, page.Number()); q != nil && page.Ask != nil && game.ShowsPoints(kind) {
		q.Tells(to.Sent)
	}
	to.Joined(with, l.ID)
}

// ofState are the kinds of letters that tell how a game stands. A first letter is none, as it tells more.
var ofState = []string{"turn", "reminder", "late", "anew"}

// Notice writes to a seat what there is to say: "notice" to players, "desk" to the game master.
func Notice(s *gm.Step, to *game.Seat, kind, text string, answer *letter.Letter) {
	page := PageFor(s, nil, to)
	page.Notice = text
	Send(s, to, kind, page, answer)
}

// TellAll writes a notice to everybody, game master included, and to those who have signed up. At a position, it also
// shows each how they stand. A game master who gets an answer about the act anyway gets none, if there is nothing in it
// but that.
func TellAll(s *gm.Step, p adjudicator.Position, say func(*templates.Page, *game.Seat)) {
	var page templates.Page
	say(&page, &game.Seat{})
	tellSignedUp(s, page.Notice)
	for _, seat := range s.Game.Seats {
		page := PageFor(s, p, seat)
		say(&page, seat)
		actor := seat.Name == adjudicator.GM && seat.Address == s.Options.By
		if actor && page.Ask == nil && s.Films == nil {
			continue
		}
		Send(s, seat, "notice", page, nil)
	}
}
