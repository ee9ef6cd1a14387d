package gm

import (
	"context"
	"fmt"
	"time"

	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
	"deaddrop/templates"
)

// Deadline sets the deadline of what is asked now, and tells everybody. The time is in the game's zone: "2026-12-24 20:00",
// "24 Dec 20:00", "Friday 20:00", "20:00" for the next such time; without a time of day it is the clock's. phase is as in
// [Desk.Resolve].
func (d *Desk) Deadline(ctx context.Context, now time.Time, name, phase, when string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.movable(phase); err != nil {
			return err
		}
		deadline, err := s.meantTime(when)
		if err != nil {
			return err
		}
		return s.move(deadline)
	})
}

// Extend moves the deadline, back for less than nothing, and tells everybody.
func (d *Desk) Extend(ctx context.Context, now time.Time, name string, by time.Duration) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.movable(""); err != nil {
			return err
		}
		return s.move(s.g.Deadline.Add(by))
	})
}

// movable refuses to move the deadline of a game that has none now.
func (s *step) movable(phase string) error {
	if err := s.running(); err != nil {
		return err
	}
	if s.g.Paused != nil {
		return refusal.New("%s is paused, so it has no deadline. gm resume %s --deadline TIME lets it go on with one.", s.name, s.name)
	}
	return s.inPhase(phase)
}

// move sets the deadline, as the game master wants it.
func (s *step) move(deadline time.Time) error {
	was := s.g.Deadline
	deadline = deadline.In(s.g.Clock.Location())
	if deadline.Before(s.now) {
		return refusal.New("Then the deadline would have been %s, which is over. To resolve the turn now: gm resolve %s", deadline.Format(dateTime), s.name)
	}
	if deadline.Equal(was) {
		return refusal.New("The deadline is %s already.", deadline.Format(dateTime))
	}
	s.due(deadline)
	s.tellAll(nil, func(page *templates.Page, seat *seat) {
		z := s.g.zone(seat)
		page.Notice = s.because("The deadline was moved by the game master, from " + was.In(z).Format(dateTime) + " to " + deadline.In(z).Format(dateTime) + ".")
	})
	s.act("deadline "+s.name, fmt.Sprintf("from %s to %s", was.Format(time.RFC3339), deadline.Format(time.RFC3339)),
		"deadline", s.name, was.In(s.g.Clock.Location()).Format(time.RFC3339), "--phase", s.g.Phase)
	return nil
}

// meantTime is a time that the game master writes, in the game's zone.
func (s *step) meantTime(text string) (time.Time, error) {
	at := s.g.Clock.At
	if at == "" && !s.g.Deadline.IsZero() {
		at = s.g.Deadline.In(s.g.Clock.Location()).Format("15:04")
	}
	t, err := calendar.ParseTime(text, s.now.In(s.g.Clock.Location()), at)
	return t, asRefusal(err)
}
