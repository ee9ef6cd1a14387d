package gm

import (
	"context"
	"fmt"
	"strings"
	"time"

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
		return refuse("%s is paused, so it has no deadline. gm resume %s --deadline TIME lets it go on with one.", s.name, s.name)
	}
	return s.inPhase(phase)
}

// move sets the deadline, as the game master wants it.
func (s *step) move(deadline time.Time) error {
	was := s.g.Deadline
	deadline = deadline.In(s.g.Clock.zone())
	if deadline.Before(s.now) {
		return refuse("Then the deadline would have been %s, which is over. To resolve the turn now: gm resolve %s", deadline.Format(dateTime), s.name)
	}
	if deadline.Equal(was) {
		return refuse("The deadline is %s already.", deadline.Format(dateTime))
	}
	s.due(deadline)
	s.tellAll(func(page *templates.Page, seat *seat) {
		z := s.g.zone(seat)
		page.Notice = s.because("The deadline was moved by the game master, from " + was.In(z).Format(dateTime) + " to " + deadline.In(z).Format(dateTime) + ".")
	})
	s.act("deadline "+s.name, fmt.Sprintf("from %s to %s", was.Format(time.RFC3339), deadline.Format(time.RFC3339)),
		"deadline", s.name, was.In(s.g.Clock.zone()).Format(time.RFC3339), "--phase", s.g.Phase)
	return nil
}

// meantTime is a time that the game master writes, in the game's zone.
func (s *step) meantTime(text string) (time.Time, error) {
	at := s.g.Clock.At
	if at == "" && !s.g.Deadline.IsZero() {
		at = s.g.Deadline.In(s.g.Clock.zone()).Format("15:04")
	}
	return parseTime(text, s.now.In(s.g.Clock.zone()), at)
}

// The layouts of days in which a game master may write one; those without a year mean the next such day.
var (
	fullDays = []string{"2006-01-02", "2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006"}
	bareDays = []string{"2 Jan", "2 January", "Jan 2", "January 2"}
)

// parseTime reads a time as people write it, in the zone of now; at is the time of day where they name none.
func parseTime(text string, now time.Time, at string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, strings.TrimSpace(text)); err == nil {
		return t.In(now.Location()), nil
	}
	wrong := refuse("%q is no time; write it as 2026-12-24 20:00, 24 Dec 20:00, Friday 20:00, or +1d to move what is.", text)
	if day, rest, ok := strings.Cut(text, "T"); ok && len(day) == len(time.DateOnly) && strings.Contains(rest, ":") { // 2026-12-24T20:00
		text = day + " " + rest
	}
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	day := strings.Join(words, " ")
	if n := len(words) - 1; n >= 0 && strings.Contains(words[n], ":") {
		day, at = strings.Join(words[:n], " "), words[n]
	}
	clock, err := time.Parse("15:04", at)
	if err != nil {
		return time.Time{}, wrong
	}
	on, ok := parseDay(day, now, clock)
	if !ok {
		return time.Time{}, wrong
	}
	t := onDay(on, 0, clock)
	if t.Hour() != clock.Hour() || t.Minute() != clock.Minute() {
		return time.Time{}, refuse("On that day there is no %s in %s: clocks are put forward over it. Write another time, such as %s.", at, now.Location(), t.Format("15:04"))
	}
	return t, nil
}

// parseDay reads a day; "" is today, or tomorrow if the time of day is over.
func parseDay(text string, now, clock time.Time) (time.Time, bool) {
	ahead := func(t time.Time) bool { return onDay(t, 0, clock).After(now) }
	z := now.Location()
	for _, layout := range fullDays {
		if t, err := time.ParseInLocation(layout, text, z); err == nil {
			return wall(t.Year(), t.Month(), t.Day(), 12, 0, 0, z), true
		}
	}
	for _, layout := range bareDays {
		t, err := time.Parse(layout+" 2006", text+" 2000") // a leap year, so that it knows 29 February
		if err != nil {
			continue
		}
		for year := now.Year(); year <= now.Year()+8; year++ {
			d := wall(year, t.Month(), t.Day(), 12, 0, 0, z)
			if d.Day() == t.Day() && ahead(d) {
				return d, true
			}
		}
	}
	for n := range 8 {
		d := wall(now.Year(), now.Month(), now.Day()+n, 12, 0, 0, z)
		day := dayOfWeek(text) == int(d.Weekday())
		switch {
		case text == "" && ahead(d), day && ahead(d), strings.EqualFold(text, "today") && n == 0, strings.EqualFold(text, "tomorrow") && n == 1:
			return d, true
		}
	}
	return time.Time{}, false
}
