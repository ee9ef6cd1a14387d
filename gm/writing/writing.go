// Package writing composes a game's letters: the page with what its reader has requested, is asked and is told, the
// map and the film, the thread, and the dates for calendars. Letters are added to the step, and sent when that is
// committed. The templates decide the wording; the packages above decide when somebody is written to.
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

// WithReason appends the game master's reason for an act to a text.
func WithReason(s *gm.Step, text string) string {
	if s.Options.Reason == "" {
		return text
	}
	return text + " The reason: " + strings.TrimSuffix(s.Options.Reason, ".") + "."
}

// SendPlain is like Send, for reports of trouble: if the template fails, it sends the bare text.
func SendPlain(s *gm.Step, to *game.Seat, kind string, page templates.Page, answer *letter.Letter) {
	if to.Address == "" {
		return
	}
	if stack, _ := gm.Guarded(func() error { Send(s, to, kind, page, answer); return nil }); stack != "" {
		s.Master.Log.Error("templates failed", "game", s.Name, "why", gm.TopFrame(stack))
		if blindfolded(s, to) {
			withhold(s, "desk", page)
			return
		}
		tag := parser.Tag{Game: s.Name}.String()
		l := letter.Letter{To: to.WrittenAt(answer), Subject: tag + " " + page.Title + ": " + page.Seat,
			Text: tag + " " + page.Seat + ": a word from the game master\n\n" + page.Notice + "\n\n" + page.Quoted +
				"\n\n" + page.Trace + "\n"}
		to.ThreadWith("").Refer(&l, answer)
		s.Post(to, letter.Reply, 0, l)
	}
}

// PageFor returns a page with what every letter to a seat contains. It has nothing that the seat may not know.
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
	for _, name := range s.Game.KnownRobots() {
		page.Robots = append(page.Robots, string(name))
	}
	switch q := s.Game.Question(seat, 0); {
	case s.Game.State != game.Running:
	case q != nil:
		page.Ask = AskFor(s, q, seat, page.View)
		TellDeadline(s, &page, seat)
	case page.Desk && len(s.Game.Open) > 0: // the game master is told about everybody's questions
		TellDeadline(s, &page, seat)
	}
	return page
}

// AskFor returns what a seat is asked, with the answer on file and the form to change it.
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
	// in a blind game the time would reveal that the others are done
	resolves := !s.Title().Blind && !s.Game.Resolve.IsZero()
	if resolves && !q.Stands && s.Game.IsIn(q) {
		if a.AtDeadline = !s.Game.Resolve.Before(s.Game.Deadline); !a.AtDeadline {
			a.Resolve = s.Game.Resolve.In(s.Game.Zone(seat))
		}
	}
	return a
}

// TellRulings adds the rulings of the game to a page.
func TellRulings(s *gm.Step, page *templates.Page) {
	page.Options, page.PressRules, page.Ladder = game.Rulings(s.Title(), s.Game.Options),
		game.PressWords(s.Game.PressRules), Ladder(s)
	page.House = house(s)
	page.Terms, page.Ruled = Terms(s), s.Title().Ruled(s.Game.Options)
	if s.Game.State != game.Over {
		page.Luck = s.Game.Hash()
	}
}

// Send writes a letter to a seat from a template. answer is the letter that it answers, or nil. If the daily limit
// for answers is reached, it writes nothing.
func Send(s *gm.Step, to *game.Seat, kind string, page templates.Page, answer *letter.Letter) {
	if answer == nil || answerable(s, to, answer) {
		SendAs(s, letter.Reply, to, kind, page, answer)
	}
}

// SendAs is like Send, with a given kind of token for the proof of an answer.
func SendAs(s *gm.Step, proof letter.Kind, to *game.Seat, kind string, page templates.Page, answer *letter.Letter) {
	if to.Address == "" { // the seat is vacant
		return
	}
	hidden := blindfolded(s, to) && kind != "confirm"
	if hidden && answer != nil {
		hidden, kind, page = false, "desk", blank(s, to)
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
		Parting: kind == "farewell" && s.Game.State != game.Over, State: !page.First && slices.Contains(ofState, kind), Reminder: kind == "reminder"}
	if l.State {
		l.Press = page.Press
	}
	if hidden {
		to.Sent++ // the letters to the others have a number of their own
	}
	if to.Name == adjudicator.GM && answer == nil && toFellows(s, to, kind, page, l) == 0 && hidden {
		withhold(s, kind, page)
	}
	if hidden {
		return
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

// ofState lists the kinds of letters that report the state of the game. First letters are not among them, as they
// report more.
var ofState = []string{"turn", "reminder", "late", "anew"}

// Notice writes a text to a seat, with the template "notice" for players or "desk" for the game master.
func Notice(s *gm.Step, to *game.Seat, kind, text string, answer *letter.Letter) {
	page := PageFor(s, nil, to)
	page.Notice = text
	Send(s, to, kind, page, answer)
}

// TellAll writes a notice to everybody, including the game master and applicants. With a position, it also shows each
// reader the state of the game. A game master who gets an answer about the act anyway gets no notice, unless it adds
// something.
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
