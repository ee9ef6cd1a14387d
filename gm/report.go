package gm

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// report writes to every seat that is told something or asked something; to all when the game begins or ends, or
// when press waits. While all that is asked is within a turn, it writes only to those who are asked, and the others
// are told the whole with their next letter.
func (s *step) report(p adjudicator.Position) error {
	first, aside := s.begins, s.g.aside()
	var diaries []templates.Diary
	if s.g.State == over {
		var err error
		if diaries, err = s.diaries(); err != nil {
			return err
		}
		s.premiere()
	}
	for _, seat := range s.g.Seats {
		asked := s.g.told(seat)
		if seat.Address == "" { // who will sit there hears of it all, but for the press
			if seat.Unheard == nil {
				from := s.from
				seat.Unheard = &from
			}
			s.press(seat)
			continue
		}
		if aside && !asked && !first && !s.g.forgotten(seat) {
			if seat.Unheard == nil {
				from := s.from
				seat.Unheard = &from
			}
			continue
		}
		events, err := s.events(seat)
		if err != nil {
			return err
		}
		press := s.press(seat)
		if len(events) == 0 && !asked && !first && s.g.State != over && len(press) == 0 {
			continue
		}
		page := s.page(p, seat)
		page.First, page.Events, page.Press = first, events, press
		switch {
		case first:
			page.Luck, page.Terms = s.g.hash(), terms(s.g.Clock)
			s.ruled(&page)
		case page.Over:
			page.Luck, page.Diaries = s.g.secrets(), diaries
		}
		s.send(seat, "turn", page, nil)
	}
	if err := s.show(p); err != nil {
		return err
	}
	s.news = nil
	s.dropPress()
	return nil
}

// told reports whether a seat is asked something of which a letter tells it. What only stands within a turn it may answer, but
// is not written to about.
func (g *game) told(s *seat) bool {
	q := g.question(s, 0)
	return q != nil && !q.quiet()
}

// events are those that a seat has not been told of, in their order. From now on it counts as told.
func (s *step) events(seat *seat) ([]adjudicator.Event, error) {
	if seat.Unheard == nil {
		return heard(seat.Name, s.news), nil
	}
	from := *seat.Unheard
	seat.Unheard = nil
	return s.unheard(seat.Name, from)
}

// heard are the events that are for a seat.
func heard(seat adjudicator.Seat, news []adjudicator.Told) []adjudicator.Event {
	var out []adjudicator.Event
	for _, told := range news {
		if told.To.Has(seat) {
			out = append(out, told.Event)
		}
	}
	return out
}

// unheard is what a seat was told from a mark on, this step included: the phases are played again for it, as for a
// history. One that the program plays otherwise by now does not hold the game; the game master is asked to tell of it.
func (s *step) unheard(seat adjudicator.Seat, from mark) ([]adjudicator.Event, error) {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return nil, err
	}
	var out []adjudicator.Event
	err = s.phases(from, func(ph phase) error {
		var news []adjudicator.Told
		stack, err := guarded(func() (err error) { _, news, err = ph.told(rules); return err })
		if err != nil {
			stack = err.Error()
		}
		if stack != "" {
			s.m.Log.Error("a phase can't be told again", "game", s.name, "phase", ph.luck.Phase, "seat", seat, "why", place(stack))
			s.askDesk(seat, ph, firstLine(stack))
		}
		if ph.luck.Phase == from.Phase {
			news = news[min(from.Told, len(news)):]
		}
		out = append(out, heard(seat, news)...)
		return nil
	})
	return out, err
}

// askDesk asks the game master to tell a seat of a phase that the program can't tell of again.
func (s *step) askDesk(seat adjudicator.Seat, ph phase, why string) {
	desk := s.g.seat(adjudicator.GM)
	if desk == nil {
		return
	}
	page := s.page(nil, desk)
	page.Notice = fmt.Sprintf("Part of what happened in phase %[2]d of this game has not been told to %[1]s yet. The program has changed since, and can't tell it again. "+
		"Please write to %[1]s what the chronicle has of it.", seat, ph.luck.Phase)
	page.Trace = why
	s.sendPlain(desk, "desk", page, nil)
}

// press is what a report has for a seat of the press that waits. A small decision of all does not take it out: then it
// waits for the report of the whole phase.
func (s *step) press(seat *seat) []templates.Press {
	if s.g.State == running && !s.g.aside() && !slices.ContainsFunc(s.g.Open, func(q *question) bool { return !q.Short }) {
		return nil
	}
	from := seat.Read
	seat.Read = len(s.g.Press)
	var out []templates.Press
	for _, p := range arranged(s.g.Press[from:]) {
		if s.g.reaches(p, seat) {
			out = append(out, shown(p, seat))
		}
	}
	return out
}

// dropPress forgets the press that every seat has got.
func (s *step) dropPress() {
	all := len(s.g.Press)
	for _, seat := range s.g.Seats {
		all = min(all, seat.Read)
	}
	if s.g.Gallery != nil {
		all = min(all, s.g.Gallery.Read)
		s.g.Gallery.Read -= all
	}
	for _, seat := range s.g.Seats {
		seat.Read -= all
	}
	s.g.Press = s.g.Press[all:]
}
