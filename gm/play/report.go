package play

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// report writes to every seat that is told or asked something, or to all seats when the game begins or ends or press
// is waiting. While all questions are within a turn, it writes only to the seats asked, and the others are told
// everything with their next letter.
func report(s *gm.Step, p adjudicator.Position) error {
	first, aside := s.Begins, s.Game.Aside()
	var diaries []templates.Diary
	if s.Game.State == game.Over {
		var err error
		if diaries, err = Diaries(s); err != nil {
			return err
		}
		writing.ShareFilms(s)
	}
	for _, seat := range s.Game.Seats {
		due := first || s.Game.HasTold(seat)
		if seat.Address == "" { // a later player will be told everything except the press
			keep(s, seat, due || !aside)
			press(s, seat)
			continue
		}
		if aside && !due && !s.Game.Forgotten(seat) {
			keep(s, seat, false)
			continue
		}
		events, err := Events(s, seat)
		if err != nil {
			return err
		}
		press := press(s, seat)
		nothing := len(events) == 0 && len(press) == 0
		if nothing && !due && s.Game.State != game.Over {
			continue
		}
		page := writing.PageFor(s, p, seat)
		page.First, page.Events, page.Press = first, events, press
		page.Short = !first && seat.Short()
		page.Between = seat.Settled() && page.Ask != nil && (page.Ask.Stands || page.Ask.Within)
		if within := page.Ask != nil && page.Ask.Within; !within {
			seat.Reports++
		}
		switch {
		case first:
			writing.TellFirst(s, &page)
		case page.Over:
			writing.TellLast(s, &page, diaries)
		}
		writing.Send(s, seat, "turn", page, nil)
	}
	if err := show(s, p); err != nil {
		return err
	}
	announce(s)
	s.News = nil
	dropPress(s)
	return nil
}

// keep notes that a seat is not told the news. A robot counts as told what is due, so that whoever takes its seat over is
// told the newest report.
func keep(s *gm.Step, seat *game.Seat, due bool) {
	if seat.Unheard == nil || seat.IsRobot() && due {
		from := s.NewsFrom
		seat.Unheard = &from
	}
}

// Events returns the events that a seat has not been told of, in order, and marks them as told.
func Events(s *gm.Step, seat *game.Seat) ([]adjudicator.Event, error) {
	if seat.Unheard == nil {
		return heard(seat.Name, s.News), nil
	}
	from := *seat.Unheard
	seat.Unheard = nil
	return unheard(s, seat.Name, from)
}

// heard returns the events that a seat may see.
func heard(seat adjudicator.Seat, news []adjudicator.EventRecord) []adjudicator.Event {
	var out []adjudicator.Event
	for _, told := range news {
		if told.To.Has(seat) {
			out = append(out, told.Event)
		}
	}
	return out
}

// unheard returns what a seat may know of the events since a mark, including this step's, by replaying the phases. If
// the program now plays a phase differently, the game is not held; instead the game master is asked to tell the seat.
func unheard(s *gm.Step, seat adjudicator.Seat, from game.Mark) ([]adjudicator.Event, error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return nil, err
	}
	var out []adjudicator.Event
	err = s.Phases(from, func(ph gm.Phase) error {
		var news []adjudicator.EventRecord
		stack, err := gm.Guarded(func() (err error) { _, news, err = ph.Told(rules); return err })
		if err != nil {
			stack = err.Error()
		}
		if stack != "" {
			s.Master.Log.Error("a phase can't be told again", "game", s.Name, "phase", ph.Luck.Phase,
				"seat", seat, "why", gm.TopFrame(stack))
			askDesk(s, seat, ph, gm.FirstLine(stack))
		}
		if ph.Luck.Phase == from.Phase {
			news = news[min(from.Told, len(news)):]
		}
		out = append(out, heard(seat, news)...)
		return nil
	})
	return out, err
}

// askDesk asks the game master to tell a seat about a phase that can't be replayed.
func askDesk(s *gm.Step, seat adjudicator.Seat, ph gm.Phase, why string) {
	desk := s.Game.Seat(adjudicator.GM)
	if desk == nil {
		return
	}
	page := writing.PageFor(s, nil, desk)
	page.Notice = fmt.Sprintf("Part of what happened in phase %[2]d of this game has not been told to %[1]s yet. "+
		"The program has changed since, and can't tell it again. Please write to %[1]s what the history has of it.",
		seat, ph.Luck.Phase)
	page.Trace = why
	writing.SendPlain(s, desk, "desk", page, nil)
}

// press returns the waiting press for a seat's report.
func press(s *gm.Step, seat *game.Seat) []templates.Press {
	if !goesOut(s.Game) {
		return nil
	}
	from := seat.Read
	seat.Read = len(s.Game.Press)
	var out []templates.Press
	for _, p := range game.Arranged(s.Game.Press[from:]) {
		if s.Game.Reaches(p, seat) {
			out = append(out, game.Shown(p, seat))
		}
	}
	return out
}

// goesOut reports whether press goes out with reports now. When only small decisions are due, it stays for the report
// on the whole phase.
func goesOut(g *game.Game) bool {
	if g.State != game.Running || g.Aside() {
		return true
	}
	return slices.ContainsFunc(g.Open, func(q *game.Question) bool { return !q.Short })
}

// dropPress drops the press that every seat has got.
func dropPress(s *gm.Step) {
	all := len(s.Game.Press)
	for _, seat := range s.Game.Seats {
		all = min(all, seat.Read)
	}
	if b := s.Game.Bulletin; b != nil {
		all = min(all, b.Heard)
	}
	if s.Game.Gallery != nil {
		all = min(all, s.Game.Gallery.Read)
		s.Game.Gallery.Read -= all
	}
	if b := s.Game.Bulletin; b != nil {
		b.Heard -= all
	}
	for _, seat := range s.Game.Seats {
		seat.Read -= all
	}
	s.Game.Press = s.Game.Press[all:]
}

// KindDiary is the kind of log entries with an addition to a player's diary, as JSON of templates.Diary.
const KindDiary = "diary"

// Diaries returns the diaries of all players, by seat.
func Diaries(s *gm.Step) ([]templates.Diary, error) {
	by := map[string][]templates.Diary{}
	size := 0
	for _, seat := range s.Game.Seats {
		size += seat.Diary
	}
	if size == 0 {
		return nil, nil
	}
	// before the start was undone, players may have had other seats
	for e, err := range s.Entries(max(1, s.Game.Formed)) {
		if err != nil {
			return nil, fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		if e.Kind != KindDiary {
			continue
		}
		var d templates.Diary
		if err := gm.Decode(e.Body, &d); err != nil {
			return nil, fmt.Errorf("reading a diary of %s: %w", s.Name, err)
		}
		by[d.Seat] = append(by[d.Seat], d)
	}
	var out []templates.Diary
	for _, seat := range s.Game.Seats {
		out = append(out, by[string(seat.Name)]...)
	}
	return out, nil
}

// HistoryOf returns everything that a seat was told in a range of phases, both included. It replays each phase with
// its answers; the last one may be incomplete.
func HistoryOf(s *gm.Step, seat *game.Seat, first, last uint64) ([]templates.Chapter, error) {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return nil, err
	}
	var out []templates.Chapter
	err = s.Phases(game.Mark{Position: 1, Phase: 1}, func(ph gm.Phase) error {
		if ph.Luck.Phase < first || last < ph.Luck.Phase {
			return nil
		}
		name, news, err := ph.Told(rules)
		if from := seat.Unheard; !ph.Over && from != nil { // the rest is for the next letter
			if from.Phase < ph.Luck.Phase {
				return err
			}
			news = news[:min(from.Told, len(news))]
		}
		if events := heard(seat.Name, news); len(events) > 0 {
			out = append(out, templates.Chapter{Phase: name, Events: events})
		}
		return err
	})
	return out, err
}
