package play

import (
	"context"
	"errors"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// ErrMailPending is returned when a deadline is past but earlier letters may not have been received yet.
var ErrMailPending = errors.New("letters that came in time may not have been taken in yet")

// SetDeadline sets the deadline and its reminders. While the clock is stopped, it records how much time will be left.
func SetDeadline(s *gm.Step, deadline time.Time) {
	if s.Game.Paused != nil && !deadline.IsZero() {
		s.Game.Paused.Left = deadline.Sub(s.Now)
		deadline = time.Time{}
	}
	s.SettleTopic(game.AboutMissing)
	s.Game.Deadline, s.Game.Remind = deadline, s.Game.Clock.FirstReminder(s.Now, deadline)
	s.Task(gm.TaskDeadline, deadline)
	s.Task(gm.TaskRemind, s.Game.Remind)
	s.Task(gm.TaskMissing, s.Game.Clock.Warning(s.Now, deadline))
}

// NoDeadline removes the deadline of a game that does not go on, and all tasks that belong to the deadline.
func NoDeadline(s *gm.Step) {
	for _, task := range []string{gm.TaskDeadline, gm.TaskRemind, gm.TaskResolve, gm.TaskPaused, gm.TaskMissing} {
		s.Task(task, time.Time{})
	}
}

// began returns the time from which the time for new questions is counted: when the previous turn's time was up, not
// some seconds later when the program noticed. Otherwise a turn of three days until eight o'clock would last four.
func began(s *gm.Step) time.Time {
	if late := s.Now.Sub(s.TimeUp); late >= 0 && late < seenLate {
		return s.TimeUp
	}
	return s.Now
}

// a turn that is ended later than this is late for another reason, so its players get their full time
const seenLate = time.Hour

// Remind writes to players who are not done. Whether and when a seat is reminded depends only on the clock and on its
// own orders on file.
func Remind(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	return Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		if s.Game == nil || s.Game.State != game.Running || s.Game.Remind.IsZero() {
			return gm.ErrNothing
		}
		if now.Before(s.Game.Remind) || !now.Before(s.Game.Deadline) {
			return gm.ErrNothing
		}
		if m.ClockStopped() {
			return ErrClockStopped
		}
		s.Game.Remind = s.Game.Clock.NextReminder(now, s.Game.Deadline)
		s.Task(gm.TaskRemind, s.Game.Remind)
		return urge(s, "reminder", s.Game.IsIn)
	})
}

// urge writes to seats with unanswered questions. Each seat has a time slot of its own: if letters were sent one
// after another, their times would reveal how many others are late.
func urge(s *gm.Step, kind string, in func(*game.Question) bool) error {
	p, _, err := s.Replay()
	if err != nil {
		return err
	}
	for i, seat := range s.Game.Seats {
		if q := s.Game.Question(seat, 0); q != nil && !in(q) {
			s.SendAfter = time.Duration(i) * reminderGap
			writing.Send(s, seat, kind, writing.PageFor(s, p, seat), nil)
		}
	}
	s.SendAfter = 0
	return nil
}

const reminderGap = 5 * time.Second // longer than it takes to send a letter

// A stage is a part of the time for answers.
type stage int

const (
	Early stage = iota // before the deadline
	grace              // past the deadline, but the turn waits for late players
	late               // the time is up
)

// StageOf returns the current stage.
func StageOf(s *gm.Step) stage {
	switch {
	case s.Game.Paused != nil || s.Now.Before(s.Game.Deadline):
		return Early
	case s.Now.Before(s.Game.End()):
		return grace
	}
	return late
}

// GoOn resolves the turn if nobody needs to be waited for.
func GoOn(s *gm.Step) error {
	if IsRipe(s) {
		return Close(s)
	}
	return nil
}

// IsRipe reports whether the turn is to be resolved at once, for instance because the deadline is past and only the
// game master's answer was missing, or because there is no delay for second thoughts. If everybody is done, it sets
// when that delay ends.
func IsRipe(s *gm.Step) bool {
	if s.Game.Paused != nil {
		return false
	}
	stage := StageOf(s)
	in := s.Game.EndsEarly() && s.Game.AllIn(s.Now)
	if stage == late { // the task of the deadline may be gone after waiting for a ruling
		s.Task(gm.TaskDeadline, s.Game.Deadline)
	}
	switch {
	case !in:
		s.Game.Resolve = time.Time{}
	case s.Game.Resolve.IsZero(): // otherwise the end of the delay was already announced
		s.Game.Resolve = s.Now.Add(s.Game.Delay())
	}
	if !s.Master.ClockStopped() { // otherwise overdue tasks are done when the clock is trusted again
		over := stage == late && s.Game.WaitsForDesk() == nil && !mailPending(s.Master, s.Game.End())
		if over && !holds(s) {
			return true
		}
		if in && s.Game.Delay() == 0 {
			return true
		}
	}
	s.Task(gm.TaskResolve, s.Game.Resolve)
	return false
}

// mailPending reports whether letters that came before a deadline may still be in the mailbox, or an outage still has
// to be compensated.
func mailPending(m *gm.Master, deadline time.Time) bool {
	if m.OutageThreshold > 0 {
		return m.Heartbeat.Now().Seen.Before(deadline)
	}
	return m.TakenIn != nil && m.TakenIn().Before(deadline)
}

// Expire resolves the turn if its time is up. It ignores the task of an earlier deadline.
func Expire(ctx context.Context, m *gm.Master, now time.Time, name, task string) error {
	err := Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		switch {
		case s.Game == nil || s.Game.State != game.Running || s.Game.Paused != nil:
			return gm.ErrNothing
		case task == gm.TaskResolve && (!s.Game.AllIn(now) || s.Game.Resolve.IsZero()):
			return gm.ErrNothing
		case task == gm.TaskResolve && now.Before(s.Game.Resolve),
			task == gm.TaskDeadline && now.Before(s.Game.Deadline):
			return gm.ErrNothing
		case m.ClockStopped():
			return ErrClockStopped
		case task == gm.TaskDeadline && mailPending(m, s.Game.Deadline):
			return ErrMailPending
		case task == gm.TaskDeadline && StageOf(s) == grace:
			return beginGrace(s)
		case task == gm.TaskDeadline && mailPending(m, s.Game.End()):
			return ErrMailPending
		}
		s.TimeUp = s.Game.Resolve
		if task == gm.TaskDeadline {
			s.TimeUp = s.Game.End()
			countLate(s)
			if holds(s) {
				return nil
			}
		}
		return Close(s)
	})
	if errors.Is(err, gm.ErrHeld) {
		return nil
	}
	return err
}

// beginGrace tells each late player, and nobody else, that the turn still waits for them.
func beginGrace(s *gm.Step) error {
	s.Task(gm.TaskDeadline, s.Game.Grace())
	if s.Game.Urged.Equal(s.Game.Deadline) {
		return nil
	}
	s.Game.Urged = s.Game.Deadline
	countLate(s)
	return urge(s, "late", s.Game.Complete)
}

// ErrClockStopped is returned for timed work while the clock is not trusted.
var ErrClockStopped = errors.New("the clock is not believed")

// Earlier returns the earlier of two times.
func Earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// CheckPhase returns an error if an act is meant for another phase; "" means any.
func CheckPhase(s *gm.Step, phase string) error {
	if phase != "" && !strings.EqualFold(strings.Join(strings.Fields(phase), " "), s.Game.Phase) {
		return refusal.New("%s is in %s, not in %s. Nothing was changed.", s.Name, s.Game.Phase, phase)
	}
	return nil
}
