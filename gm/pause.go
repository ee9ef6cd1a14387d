package gm

import (
	"context"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm/refusal"
	"deaddrop/templates"
)

// A pause is while the game master has stopped a game's clock.
type pause struct {
	Since time.Time
	Left  time.Duration // that players had when it began
}

// pausedSince is when the game master stopped the clock; zero: it runs.
func (g *game) pausedSince() time.Time {
	if g.Paused == nil {
		return time.Time{}
	}
	return g.Paused.Since
}

// Pause stops a game's clock: there is no deadline, nobody is reminded and no turn is resolved. Orders and press go on. All
// are told.
func (d *Desk) Pause(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		if s.g.Paused != nil {
			return refusal.New("%s is paused already, since %s.", name, s.g.Paused.Since.In(s.g.Clock.Location()).Format(dateTime))
		}
		was := s.g.Deadline
		s.g.Paused, s.g.Resolve = &pause{Since: now.Round(0).UTC()}, time.Time{}
		s.due(later(was, now))
		s.task(taskResolve, time.Time{})
		left := s.g.Paused.Left
		s.tellAll(nil, func(page *templates.Page, _ *seat) {
			page.Notice = s.because(fmt.Sprintf("The game master has paused the game. There is no deadline, and no turn is resolved, until the game goes on; "+
				"then you will have the time that was left, %s. You can send orders and press as ever.", lasting(left)))
		})
		s.act("pause "+name, "", "resume", name, "--deadline", was.Format(time.RFC3339), "--phase", s.g.Phase)
		return nil
	})
}

// Resume lets a game go on that is paused, with the time that was left. One that is held goes on, after its program was
// mended: the phase is played again as far as its answers go. When the rules fail again, it stays held. Players get time anew
// if their deadline has passed.
func (d *Desk) Resume(ctx context.Context, now time.Time, name string) error {
	return d.ResumeUntil(ctx, now, name, "", "")
}

// ResumeUntil is Resume with an own deadline, in the words of [Desk.Deadline]. phase is as in [Desk.Resolve].
func (d *Desk) ResumeUntil(ctx context.Context, now time.Time, name, phase, deadline string) error {
	if err := d.reachable(ctx, name); err != nil {
		return err
	}
	return d.act(ctx, now, name, func(s *step) error {
		wasHeld, wasPaused := s.g.State == held, s.g.Paused
		if !wasHeld && wasPaused == nil || s.g.State == over {
			return refusal.New("%s is neither paused nor held, it is %s.", name, s.g.State)
		}
		if err := s.inPhase(phase); err != nil {
			return err
		}
		p, _, err := s.replay()
		if err != nil {
			return err
		}
		s.g.State, s.g.Why, s.g.Paused = running, "", nil
		s.renew()
		s.g.Copy = s.g.Copy && !wasHeld
		switch {
		case wasPaused != nil:
			s.g.Deadline = s.g.Clock.Later(now, wasPaused.Left)
		case s.g.Deadline.Before(now):
			s.g.Deadline = s.g.deadline(now)
		}
		if deadline != "" {
			if own, err := s.meantTime(deadline); err == nil && own.After(now) { // when a pause is taken back too late, there is the time that was left
				s.g.Deadline = own
			} else if err != nil {
				return err
			}
		}
		s.due(s.g.Deadline)
		s.tellAll(p, func(page *templates.Page, _ *seat) { page.Notice = s.because("The game goes on.") })
		var undo []string
		if wasPaused != nil && !wasHeld {
			undo = []string{"pause", name}
		}
		s.act("resume "+name, "", undo...)
		return s.goOn()
	})
}

// inPhase refuses an act that is meant for another phase; "" is any.
func (s *step) inPhase(phase string) error {
	if phase != "" && !strings.EqualFold(strings.Join(strings.Fields(phase), " "), s.g.Phase) {
		return refusal.New("%s is in %s, not in %s. Nothing was changed.", s.name, s.g.Phase, phase)
	}
	return nil
}

const day24 = 24 * time.Hour

// lasting is a time in words: "2 days and 3 hours".
func lasting(d time.Duration) string {
	days, hours, minutes := int(d/day24), int(d%day24/time.Hour), int(d%time.Hour/time.Minute)
	var parts []string
	for _, p := range []struct {
		n    int
		unit string
	}{{days, "day"}, {hours, "hour"}, {minutes, "minute"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.unit)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.unit))
		}
	}
	switch {
	case len(parts) == 0:
		return "less than a minute"
	case len(parts) == 3:
		parts = parts[:2]
	}
	return listed(parts)
}
