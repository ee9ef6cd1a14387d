package gm

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// replay plays the current phase as far as its answers go, from the position at its start.
func (s *step) replay() (adjudicator.Position, *adjudicator.Table, error) {
	s.when = ""
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, nil, err
	}
	saved, err := s.position()
	if err != nil {
		return nil, nil, err
	}
	p := rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		return nil, nil, fmt.Errorf("reading the position of %s: %w", s.name, err)
	}
	if s.g.State == over {
		return p, nil, nil
	}
	luck := s.luck()
	table := adjudicator.NewTable(luck, s.g.Record)
	err = table.Run(p)
	s.guessed = s.guessed || luck.Beyond != nil && table.Drew() >= luck.Known
	return p, table, err
}

// position is what was saved at the start of the phase, by this step or an earlier one.
func (s *step) position() ([]byte, error) {
	e, err := s.entry(s.g.Position)
	switch {
	case err != nil:
		return nil, err
	case e.Kind != kindPosition:
		return nil, fmt.Errorf("entry %d of %s is no position", s.g.Position, s.name)
	}
	return unsqueezed(e.Body)
}

// advance plays on until something is asked that nobody has answered, and reports what happened.
func (s *step) advance() error {
	s.from = mark{s.g.Position, s.g.Count, len(s.g.Record.Told)}
	for range maxUnasked {
		p, table, err := s.replay()
		if err != nil {
			return err
		}
		s.g.Record = table.Record()
		s.news = append(s.news, table.News()...)
		if open := table.Open(); open != nil {
			s.ask(p, open)
			if s.g.Clock.Ends == calendar.WhenIn && s.g.allIn(s.now) { // by standing orders, or by a queue of turns
				switch queued := slices.ContainsFunc(open, func(r adjudicator.Request) bool { return r.Stands }); {
				case s.g.brisk(), queued && s.g.delay() == 0:
					s.accept()
					continue
				case queued:
					s.g.Resolve = s.now.Add(s.g.delay())
					s.task(taskResolve, s.g.Resolve)
				}
			}
			return s.report(p)
		}
		s.write(kindPhase, s.g.phaseKey(), s.g.Record)
		s.begin(p)
		if s.g.State == over {
			return s.report(p)
		}
	}
	panic(fmt.Sprintf("gm: %s plays phase after phase and asks nobody", s.g.Rules))
}

const maxUnasked = 1000 // phases in which nobody has to be asked, one after another

// begin starts the phase that comes next, or ends the game.
func (s *step) begin(p adjudicator.Position) {
	s.g.Count++
	s.g.Record, s.g.Open = adjudicator.Record{}, nil
	s.g.Position = s.write(kindPosition, "", p)
	s.g.Phase = p.Phase()
	if s.g.Phase == "" {
		s.g.State = over
		s.due(time.Time{})
		s.task(taskResolve, time.Time{})
	}
}

// ask puts new questions, and sets their deadline.
func (s *step) ask(p adjudicator.Position, reqs []adjudicator.Request) {
	s.g.Open = nil
	for _, r := range reqs {
		q := &question{Seat: r.Seat, Kind: r.Kind, Default: r.Default, Short: r.Short, Stands: r.Stands, Aside: r.Aside}
		switch seat := s.g.seat(r.Seat); {
		case seat == nil:
		case q.quiet(): // its number must not tell that it was put
			seat.Asked = max(seat.Asked, 1)
			q.Number, q.Answer, q.Since = seat.Asked, r.Filed, seat.Sent
		default:
			s.put(q, seat, r.Filed, p.View(r.Seat))
		}
		s.g.Open = append(s.g.Open, q)
	}
	deadline, away := s.behind(s.g.notBefore(s.g.deadline(s.began())))
	s.due(deadline)
	s.g.Delayed = awayness{Deadline: deadline, Seats: away}
	s.g.Resolve = time.Time{}
	s.task(taskResolve, time.Time{})
}

// put puts a question to a seat, with what it has filed ahead for it.
func (s *step) put(q *question, seat *seat, filed string, view adjudicator.View) {
	seat.burn()
	seat.Asked++
	seat.Ready, seat.Wait = false, false
	seat.Kinds = append(seat.Kinds, q.Kind)
	seat.Kinds = seat.Kinds[max(0, len(seat.Kinds)-maxKinds):]
	q.Number = seat.Asked
	q.Answer, q.Ahead = filed, filed != "" && !q.Stands
	s.g.fallBack(q, view)
	q.examine(view, seat.Sent+1)
	q.offerCrossed(seat, view)
}

// examine notes what is missing and what is open of an answer that is on file from the start. A letter to the seat tells of it.
func (q *question) examine(view adjudicator.View, letter int) {
	read := view.Read(q.Kind, "", q.Answer)
	q.Missing = read.Missing
	if !q.Stands {
		q.raise(read.Open(), letter)
	}
}

// close takes what is on file, and the default of the silent, and plays on. What only the game master
// can decide is waited for.
func (s *step) close() error {
	if s.g.waitsForDesk() != nil {
		return nil
	}
	if s.kept != nil {
		s.resolved = s.m.meter().Turn(s.g.Rules)
	}
	s.noteSilence()
	s.noteQuiet()
	s.accept()
	if err := s.advance(); err != nil {
		return err
	}
	s.reached()
	return s.offers()
}

// accept takes what is on file, and the default of the silent. Standing orders are orders.
func (s *step) accept() {
	last := &s.g.Record.Asked[len(s.g.Record.Asked)-1]
	for i, q := range s.g.Open {
		last.Answers[i] = cmp.Or(q.Answer, q.Default)
		if q.Heard || q.Standing && q.Answer != "" {
			last.Heard = append(last.Heard, q.Seat)
		}
	}
}

// title is the game's rules, or nothing but their name in a program without them; nothing is played by it then.
func (s *step) title() *adjudicator.Rules {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return &adjudicator.Rules{Title: s.g.Rules}
	}
	return rules
}

// page has what every letter to a seat starts from: nothing that the seat may not know.
func (s *step) page(p adjudicator.Position, seat *seat) templates.Page {
	page := templates.Page{Language: seat.Language, Game: s.g.Name, Rules: s.g.Rules, Title: s.title().Title, Phase: s.g.Phase, Seat: string(seat.Name),
		Desk: seat.Name == adjudicator.GM, Over: s.g.State == over, Now: s.now.In(s.g.zone(seat)), Early: s.g.Clock.Ends == calendar.WhenIn, Reply: s.m.Address}
	if p != nil {
		page.View = p.View(seat.Name)
	}
	page.Several, page.Master = s.g.several(seat), s.g.seat(adjudicator.GM) != nil
	for _, name := range s.g.players() {
		page.Seats = append(page.Seats, string(name))
	}
	switch q := s.g.question(seat, 0); {
	case s.g.State != running:
	case q != nil:
		page.Ask = s.asks(q, seat, page.View)
		s.until(&page, seat)
	case page.Desk && len(s.g.Open) > 0: // he wants to know it of all
		s.until(&page, seat)
	}
	return page
}

// several reports whether the reader of a seat's letters has another seat in the game. Whoever only looks on has none, and must
// not learn from it that one is empty.
func (g *game) several(of *seat) bool {
	return of.Address != "" && slices.ContainsFunc(g.Seats, func(other *seat) bool { return other != of && other.Address == of.Address })
}

// asks is what a seat is asked, with what is on file for it and the form to change that.
func (s *step) asks(q *question, seat *seat, view adjudicator.View) *templates.Ask {
	a := &templates.Ask{Kind: q.Kind, Number: q.Number, Revision: q.Revision, Answer: q.Answer, Missing: q.Missing, Default: q.Default,
		Standing: q.Standing, Ahead: q.Ahead, Stands: q.Stands, Ready: seat.Ready, Wait: seat.Wait,
		Doubt: q.unclear(), Points: q.points(seat.Sent + 1),
		Brisk: s.g.Clock.Ends == calendar.WhenIn && s.g.brisk(), Within: q.Aside && q.Short}
	if view != nil {
		a.Form = s.form(view, q)
	}
	if d := s.g.delay(); d > 0 {
		a.After = lasting(d)
	}
	if !s.title().Blind && !q.Stands && s.g.in(q) && !s.g.Resolve.IsZero() { // else when it ends tells of others
		if a.AtDeadline = !s.g.Resolve.Before(s.g.Deadline); !a.AtDeadline {
			a.Resolve = s.g.Resolve.In(s.g.zone(seat))
		}
	}
	return a
}

// ruled has a letter say how the game is played.
func (s *step) ruled(page *templates.Page) {
	page.Options, page.PressRules, page.Ladder = rulings(s.title(), s.g.Options), pressWords(s.g.PressRules), s.ladder()
}

// rulings are the options of a game as people read them: what is, and not what else could be.
func rulings(rules *adjudicator.Rules, values map[string]string) []templates.Option {
	var out []templates.Option
	for _, o := range rules.Options {
		v := templates.Option{Name: o.Name, Value: values[o.Name], Rule: o.Rule, Doc: o.Meaning(values[o.Name])}
		if v.Switched = v.Value != o.Values[0]; v.Switched {
			v.Tells = o.Tells
		}
		out = append(out, v)
	}
	return out
}

// send writes a letter to a seat from a template, as an answer to another letter or on its own. An answer is not
// written when too many were.
func (s *step) send(to *seat, kind string, page templates.Page, answer *letter.Letter) {
	if answer == nil || s.answerable(to, answer) {
		s.sendAs(letter.Reply, to, kind, page, answer)
	}
}

// sendAs is send with the kind of token that proves an answer.
func (s *step) sendAs(proof letter.Kind, to *seat, kind string, page templates.Page, answer *letter.Letter) {
	if to.Address == "" { // nobody sits there
		return
	}
	with := s.correspondent(to, kind, page, answer)
	page.Correspondent = string(with)
	picture, film := s.illustrate(to, kind, &page), s.filmFor(to, page.Title)
	page.Film = film != nil
	words, err := s.m.Words.Letter(kind, page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing a %s letter of %s: %v", kind, s.g.Rules, err))
	}
	l := letter.Letter{To: to.writtenAt(answer), Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: answer != nil, Picture: picture, Film: film,
		Files: s.dates(to, kind, &page), State: !page.First && slices.Contains(ofState, kind)}
	if l.State {
		l.Press = page.Press
	}
	to.thread(with).Refer(&l, answer)
	if answer != nil && answer.Proof != letter.Proved {
		to.Bytes.take(s.now, len(l.Text)+len(l.HTML), math.MaxInt)
	}
	l = s.post(to, proof, page.Number(), l)
	if q := s.g.question(to, page.Number()); q != nil && page.Ask != nil && showsPoints(kind) {
		q.tells(to.Sent)
	}
	to.joined(with, l.ID)
}

// ofState are the kinds of letters that tell how a game stands. A first letter is none, as it tells more.
var ofState = []string{"turn", "reminder", "late", "anew"}

// notice writes to a seat what there is to say: "notice" to players, "desk" to the game master.
func (s *step) notice(to *seat, kind, text string, answer *letter.Letter) {
	page := s.page(nil, to)
	page.Notice = text
	s.send(to, kind, page, answer)
}

// tellAll writes a notice to everybody, game master included, and to those who have signed up. At a position, it also shows
// each how he stands. A game master who gets an answer about the act anyway gets none, if there is nothing in it but that.
func (s *step) tellAll(p adjudicator.Position, say func(*templates.Page, *seat)) {
	var page templates.Page
	say(&page, &seat{})
	s.tellSignedUp(page.Notice)
	for _, seat := range s.g.Seats {
		page := s.page(p, seat)
		say(&page, seat)
		if seat.Name == adjudicator.GM && seat.Address == s.how.By && page.Ask == nil && s.films == nil {
			continue
		}
		s.send(seat, "notice", page, nil)
	}
}
