package gm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// replay plays the current phase as far as its answers go, from the position at its start.
func (s *step) replay() (adjudicator.Position, *adjudicator.Table, error) {
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
	table := adjudicator.NewTable(adjudicator.Luck{Secret: s.g.Secret, Phase: s.g.Count}, s.g.Record)
	return p, table, table.Run(p)
}

// position is what was saved at the start of the phase, by this step or an earlier one.
func (s *step) position() ([]byte, error) {
	if s.g.Position >= s.next {
		return unsqueezed(s.log[s.g.Position-s.next].Body)
	}
	for e, err := range s.m.Store.Log(s.ctx, s.name, s.g.Position) {
		if err != nil {
			return nil, fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		return unsqueezed(e.Body)
	}
	return nil, fmt.Errorf("the log of %s has no entry %d", s.name, s.g.Position)
}

// advance plays on until something is asked that nobody has answered, and reports what happened.
func (s *step) advance() error {
	for range maxUnasked {
		p, table, err := s.replay()
		if err != nil {
			return err
		}
		s.g.Record = table.Record()
		s.news = append(s.news, table.News()...)
		if open := table.Open(); open != nil {
			s.ask(p, open)
			s.report(p)
			return nil
		}
		s.write(kindPhase, fmt.Sprintf("phase/%d", s.g.Count), s.g.Record)
		s.begin(p)
		if s.g.State == over {
			s.report(p)
			return nil
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
		s.g.State, s.g.Deadline = over, time.Time{}
		s.task(taskDeadline, time.Time{})
		s.task(taskResolve, time.Time{})
	}
}

// ask puts new questions, and sets their deadline.
func (s *step) ask(p adjudicator.Position, reqs []adjudicator.Request) {
	s.g.Open = nil
	for _, r := range reqs {
		q := &question{Seat: r.Seat, Kind: r.Kind, Default: r.Default}
		if seat := s.g.seat(r.Seat); seat != nil {
			seat.Asked++
			seat.Ready, seat.Wait = false, false
			q.Number = seat.Asked
			q.Missing = p.View(r.Seat).Read(r.Kind, "", "").Missing
		}
		s.g.Open = append(s.g.Open, q)
	}
	s.g.Deadline, s.g.Resolve = s.g.Clock.next(s.now), time.Time{}
	s.task(taskDeadline, s.g.Deadline)
	s.task(taskResolve, time.Time{})
}

// goOn resolves the turn if nobody has to be waited for: at once when the deadline is over, as when
// only the game master was missing, or where the game has no delay for second thoughts; else after that.
func (s *step) goOn() error {
	late := !s.now.Before(s.g.Deadline)
	if late { // the task may be gone, while a ruling was waited for
		s.task(taskDeadline, s.g.Deadline)
	}
	switch {
	case late && s.g.ruling() == nil && !s.m.early(s.g.Deadline), s.g.allIn() && s.g.Clock.Delay == 0:
		return s.close()
	case s.g.allIn():
		s.g.Resolve = s.now.Add(s.g.Clock.Delay)
	default:
		s.g.Resolve = time.Time{}
	}
	s.task(taskResolve, s.g.Resolve)
	return nil
}

// close takes what is on file, and the default of the silent, and plays on. What only the game master
// can decide is waited for.
func (s *step) close() error {
	if s.g.ruling() != nil {
		return nil
	}
	last := s.g.Record.Asked[len(s.g.Record.Asked)-1]
	for i, q := range s.g.Open {
		last.Answers[i] = cmp.Or(q.Answer, q.Default)
	}
	return s.advance()
}

// early reports whether letters that came before a deadline may still lie in the mailbox.
func (m *Master) early(deadline time.Time) bool {
	return m.TakenIn != nil && m.TakenIn().Before(deadline)
}

// expire resolves the turn if its time has come. A task of an older deadline does nothing.
func (m *Master) expire(ctx context.Context, now time.Time, name, task string) error {
	err := m.do(ctx, now, name, nil, func(s *step) error {
		switch {
		case s.g == nil || s.g.State != running,
			task == taskResolve && (!s.g.allIn() || s.g.Resolve.IsZero() || now.Before(s.g.Resolve)),
			task == taskDeadline && now.Before(s.g.Deadline):
			return errNothing
		case task == taskDeadline && m.early(s.g.Deadline):
			return errEarly
		}
		return s.close()
	})
	if errors.Is(err, errHeld) {
		return nil
	}
	return err
}

// report writes to every seat that has heard something or is asked something; to all when the game begins
// or ends, or when press waits.
func (s *step) report(p adjudicator.Position) {
	first := s.rev == 0
	for _, seat := range s.g.Seats {
		var events []adjudicator.Event
		for _, told := range s.news {
			if told.To.Has(seat.Name) {
				events = append(events, told.Event)
			}
		}
		q := s.g.question(seat, 0)
		if len(events) == 0 && q == nil && !first && s.g.State != over && len(s.g.Press) == 0 {
			continue
		}
		page := s.page(p, seat)
		page.First, page.Events, page.Press = first, events, s.g.Press
		switch {
		case first:
			page.Luck = s.g.hash()
		case page.Over:
			page.Luck = s.g.secret()
		}
		s.send(seat, "turn", page, nil)
	}
	s.g.Press, s.news = nil, nil
}

// page has what every letter to a seat starts from: nothing that the seat may not know.
func (s *step) page(p adjudicator.Position, seat *seat) templates.Page {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		rules = &adjudicator.Rules{Title: s.g.Rules} // a program without them; nothing is played by it
	}
	page := templates.Page{Game: s.g.Name, Rules: s.g.Rules, Title: rules.Title, Phase: s.g.Phase, Seat: string(seat.Name),
		Desk: seat.Name == adjudicator.GM, Over: s.g.State == over, Now: s.now.In(s.g.Clock.zone())}
	if p != nil {
		page.View = p.View(seat.Name)
	}
	for _, o := range rules.Options {
		page.Options = append(page.Options, templates.Option{Name: o.Name, Value: s.g.Options[o.Name], Rule: o.Rule, Doc: o.Doc})
	}
	for _, name := range s.g.players() {
		page.Seats = append(page.Seats, string(name))
	}
	if q := s.g.question(seat, 0); q != nil && s.g.State == running {
		page.Ask = &templates.Ask{Kind: q.Kind, Number: q.Number, Answer: q.Answer, Missing: q.Missing, Ready: seat.Ready, Wait: seat.Wait}
		page.Deadline = s.g.Deadline.In(s.g.Clock.zone())
	}
	return page
}

// send writes a letter to a seat from a template, as an answer to another letter or on its own.
func (s *step) send(to *seat, kind string, page templates.Page, answer *Letter) {
	subject, text, err := s.m.Words.Letter(kind, page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing a %s letter of %s: %v", kind, s.g.Rules, err))
	}
	to.Sent++
	l := Letter{To: to.Address, Subject: subject, Text: text}
	switch {
	case answer != nil:
		l.Answer, l.InReplyTo = true, answer.ID
		l.References = append(answer.References[max(0, len(answer.References)-20):len(answer.References):len(answer.References)], answer.ID)
	case to.Thread != "":
		l.InReplyTo, l.References = to.Thread, []string{to.Thread}
	}
	l = s.post(s.g.Secret, string(to.Name), to.Sent, l)
	if to.Thread == "" {
		to.Thread = l.ID
	}
}

// notice writes to a seat what there is to say: "notice" to players, "desk" to the game master.
func (s *step) notice(to *seat, kind, text string, answer *Letter) {
	page := s.page(nil, to)
	page.Notice = text
	s.send(to, kind, page, answer)
}
