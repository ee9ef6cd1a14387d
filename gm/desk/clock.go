package desk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

// Pause stops a game's clock: there is no deadline, no reminder, and no turn is resolved. Orders and press go on.
// Everybody is told.
func (d *Operator) Pause(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		if s.Game.Paused != nil {
			return refusal.New("%s is paused already, since %s.", name,
				s.Game.Paused.Since.In(s.Game.Clock.Location()).Format(game.DateTime))
		}
		was := s.Game.Deadline
		s.Game.Paused, s.Game.Resolve = &game.Pause{Since: now.Round(0).UTC()}, time.Time{}
		play.SetDeadline(s, game.Later(was, now))
		s.Task(gm.TaskResolve, time.Time{})
		left := s.Game.Paused.Left
		writing.TellAll(s, nil, func(page *templates.Page, _ *game.Seat) {
			page.Notice = writing.WithReason(s, fmt.Sprintf("The game master has paused the game. There is no "+
				"deadline, and no turn is resolved, until the game resumes; then you will have the time that was "+
				"left, %s. You can send orders and press as usual.", game.Lasting(left)))
		})
		play.PublishDeadline(s)
		logAct(s, done{
			what: "pause " + name,
			undo: []string{"resume", name, "--deadline", was.Format(time.RFC3339), "--phase", s.Game.Phase},
		})
		return nil
	})
}

// Resume resumes a paused game with the time that was left, or a held game after the program was repaired, in which
// case the phase is replayed with its answers. If the rules fail again, the game stays held. Players get new time if
// their deadline has passed.
func (d *Operator) Resume(ctx context.Context, now time.Time, name string) error {
	return d.ResumeUntil(ctx, now, name, "", "")
}

// ResumeUntil is like Resume, with a given deadline, which is written as for [Operator.Deadline]; phase is as for
// [Operator.Resolve].
func (d *Operator) ResumeUntil(ctx context.Context, now time.Time, name, phase, deadline string) error {
	if err := d.reachable(ctx, name); err != nil {
		return err
	}
	return d.act(ctx, now, name, func(s *gm.Step) error {
		wasHeld, wasPaused := s.Game.State == game.Held, s.Game.Paused
		if !wasHeld && wasPaused == nil || s.Game.State == game.Over {
			return refusal.New("%s is neither paused nor held; it is %s.", name, s.Game.State)
		}
		if err := play.CheckPhase(s, phase); err != nil {
			return err
		}
		if s.Game.Copy && wasHeld && !d.Sure && !d.Dry {
			return refusal.New("%s is a copy. If it goes on, it writes to the players of the game that it is a "+
				"copy of, and reads their letters: to %s. If you want that, confirm it: gm resume %s --yes", name,
				strings.Join(s.Game.Addresses(), ", "), name)
		}
		p, _, err := s.Replay()
		if err != nil {
			return err
		}
		s.Game.State, s.Game.Why, s.Game.Paused = game.Running, "", nil
		s.Renew()
		s.Game.Copy = s.Game.Copy && !wasHeld
		switch {
		case wasPaused != nil:
			s.Game.Deadline = s.Game.Clock.Later(now, wasPaused.Left)
		case s.Game.Deadline.Before(now):
			s.Game.Deadline = s.Game.NextDeadline(now)
		}
		if deadline != "" {
			// if the undoing comes too late for the earlier deadline, players get the time that was left
			if own, err := meantTime(s, deadline); err == nil && own.After(now) {
				s.Game.Deadline = own
			} else if err != nil {
				return err
			}
		}
		play.SetDeadline(s, s.Game.Deadline)
		writing.TellAll(s, p, func(page *templates.Page, _ *game.Seat) {
			page.Notice = writing.WithReason(s, "The game goes on.")
		})
		play.PublishDeadline(s)
		var undo []string
		if wasPaused != nil && !wasHeld {
			undo = []string{"pause", name}
		}
		logAct(s, done{what: "resume " + name, undo: undo})
		return play.GoOn(s)
	})
}

// Retime changes a game's clock from the next deadline on, and tells everybody. The current deadline stays; changes
// to its reminders and to the grace apply at once.
func (d *Operator) Retime(ctx context.Context, now time.Time, name string, change func(*calendar.Clock) error) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := play.CheckUnfinished(s); err != nil {
			return err
		}
		was, is := s.Game.Clock, s.Game.Clock.Clone()
		if err := change(&is); err != nil {
			return gm.AsRefusal(err)
		}
		if err := CheckClock(s.Master, is, s.Game.Rules); err != nil {
			return err
		}
		later, atOnce := game.Differing(was, is)
		changes, back := slices.Concat(later, atOnce), game.WordsBack(is, was)
		if len(back) == 0 {
			return refusal.New("The clock of %s is already set like that.", name)
		}
		s.Game.Clock = is
		if s.Game.State == game.Running && s.Game.Paused == nil && s.Game.Deadline.After(s.Now) {
			play.SetDeadline(s, s.Game.Deadline)
		}
		text := "The game master has changed the game's times. The current deadline stays"
		if len(later) > 0 {
			text += "; from the next one on, " + strings.Join(later, "; ")
		}
		if len(atOnce) > 0 {
			text += ". From now on, " + strings.Join(atOnce, "; ")
		}
		if len(changes) > 0 { // otherwise nothing changes for the players
			writing.TellAll(s, nil, func(page *templates.Page, _ *game.Seat) {
				page.Notice = writing.WithReason(s, text+".")
			})
		}
		logAct(s, done{
			what:   "clock " + name,
			detail: strings.Join(changes, "; "),
			undo:   append([]string{"clock", name}, back...),
		})
		remindedOtherwise(s)
		if s.Game.State != game.Running {
			return nil
		}
		return play.GoOn(s)
	})
}

// remindedOtherwise tells the game master for which reminders the turns are too short, and what replaces them.
func remindedOtherwise(s *gm.Step) {
	c := s.Game.Clock
	never := slices.DeleteFunc(c.Reminds(), func(d time.Duration) bool { return slices.Contains(c.Leads(), d) })
	if len(never) == 0 {
		return
	}
	var words []string
	for _, d := range never {
		words = append(words, game.Lasting(d))
	}
	s.Notes = append(s.Notes, fmt.Sprintf("A turn of %s is too short for a reminder %s before its deadline. Players who "+
		"are not in are reminded %s before it.", game.Lasting(c.Every), game.Listed(words), game.RemindersInWords(c)))
}

// CheckClock returns an error if a clock does not suit a title, for instance because it names a kind of question that
// the title does not have.
func CheckClock(m *gm.Master, c calendar.Clock, rules string) error {
	if err := c.Check(); err != nil {
		return gm.AsRefusal(err)
	}
	known := m.Words.Asks(rules)
	for _, kind := range slices.Sorted(maps.Keys(c.Kinds)) {
		if !slices.Contains(known, kind) {
			return refusal.New("%s has no question called %q; it asks for %s.", rules, kind, game.Listed(known))
		}
	}
	return nil
}

// Deadline sets the deadline of the open questions, and tells everybody. The time is in the game's zone: "2026-12-24
// 20:00", "24 Dec 20:00", "Friday 20:00", or "20:00" for the next such time; the default time of day is the clock's.
// phase is as for [Operator.Resolve].
func (d *Operator) Deadline(ctx context.Context, now time.Time, name, phase, when string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := movable(s, phase); err != nil {
			return err
		}
		deadline, err := meantTime(s, when)
		if err != nil {
			return err
		}
		return move(s, deadline)
	})
}

// Extend moves the deadline, to an earlier time if by is negative, and tells everybody.
func (d *Operator) Extend(ctx context.Context, now time.Time, name string, by time.Duration) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := movable(s, ""); err != nil {
			return err
		}
		return move(s, s.Game.Deadline.Add(by))
	})
}

// movable returns an error if the game has no deadline now.
func movable(s *gm.Step, phase string) error {
	if err := inspect.CheckRunning(s); err != nil {
		return err
	}
	if s.Game.Paused != nil {
		return refusal.New("%s is paused, so it has no deadline. gm resume %s --deadline TIME continues it with one.",
			s.Name, s.Name)
	}
	return play.CheckPhase(s, phase)
}

// move sets the deadline to the game master's choice.
func move(s *gm.Step, deadline time.Time) error {
	was := s.Game.Deadline
	deadline = deadline.In(s.Game.Clock.Location())
	if deadline.Before(s.Now) {
		return refusal.New("The deadline would then be %s, which has passed. To resolve the turn now: gm resolve "+
			"%s", deadline.Format(game.DateTime), s.Name)
	}
	if deadline.Equal(was) {
		return refusal.New("The deadline is already %s.", deadline.Format(game.DateTime))
	}
	play.SetDeadline(s, deadline)
	writing.TellAll(s, nil, func(page *templates.Page, seat *game.Seat) {
		z := s.Game.Zone(seat)
		page.Notice = writing.WithReason(s, "The deadline was moved by the game master, from "+
			was.In(z).Format(game.DateTime)+" to "+deadline.In(z).Format(game.DateTime)+".")
	})
	play.PublishDeadline(s)
	logAct(s, done{
		what:   "deadline " + s.Name,
		detail: fmt.Sprintf("from %s to %s", was.Format(time.RFC3339), deadline.Format(time.RFC3339)),
		undo:   []string{"deadline", s.Name, was.In(s.Game.Clock.Location()).Format(time.RFC3339), "--phase", s.Game.Phase},
	})
	return nil
}

// meantTime parses a time that the game master wrote, in the game's zone.
func meantTime(s *gm.Step, text string) (time.Time, error) {
	at := s.Game.Clock.At
	if at == "" && !s.Game.Deadline.IsZero() {
		at = s.Game.Deadline.In(s.Game.Clock.Location()).Format("15:04")
	}
	t, err := calendar.ParseTime(text, s.Now.In(s.Game.Clock.Location()), at)
	return t, gm.AsRefusal(err)
}

// Resolve resolves the turn now, with the orders on file. phase must be the current phase, so that two game masters,
// or one in a hurry, don't resolve two phases; "" means any.
func (d *Operator) Resolve(ctx context.Context, now time.Time, name, phase string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if err := inspect.CheckRunning(s); err != nil {
			return err
		}
		if err := play.CheckPhase(s, phase); err != nil {
			return err
		}
		if s.Game.Paused != nil {
			return refusal.New("%s is paused. Continue it with gm resume %s; then you can resolve the "+
				"turn.", name, name)
		}
		if d.Master.ClockStopped() {
			return refusal.New("The machine's clock seems wrong, so the next deadline would be wrong, too. gm " +
				"inbox says more; gm clock --is-right confirms that it is right.")
		}
		if q := s.Game.WaitsForDesk(); q != nil {
			return refusal.New("%s waits for an answer from the %s (%s).", name, q.Seat, q.Kind)
		}
		logAct(s, done{what: "resolve " + name, detail: s.Game.Phase, undo: []string{"rollback", name, s.Game.Phase}})
		return play.Close(s)
	})
}
