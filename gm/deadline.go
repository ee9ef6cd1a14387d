package gm

import (
	"context"
	"errors"
	"slices"
	"time"

	"deaddrop/gm/calendar"
	"deaddrop/templates"
)

// notBefore is a deadline that is not before the one that was to be, where the clock says so.
func (g *game) notBefore(deadline time.Time) time.Time {
	if g.Clock.Keep {
		return later(deadline, g.Deadline)
	}
	return deadline
}

// due sets the deadline, and the time before it at which players are reminded. While the clock is stopped, it notes how much
// time there will be.
func (s *step) due(deadline time.Time) {
	if s.g.Paused != nil && !deadline.IsZero() {
		s.g.Paused.Left = deadline.Sub(s.now)
		deadline = time.Time{}
	}
	s.g.Deadline, s.g.Remind = deadline, s.g.Clock.Reminder(s.now, deadline)
	s.task(taskDeadline, deadline)
	s.task(taskRemind, s.g.Remind)
}

// noDeadline takes the deadline away, with all that was to be done until then, of a game that does not go on.
func (s *step) noDeadline() {
	for _, task := range []string{taskDeadline, taskRemind, taskResolve, taskPaused} {
		s.task(task, time.Time{})
	}
}

// deadline is that of what is asked, if it is put at a moment: the latest of all, where there are several kinds. For small
// decisions there is less time, unless others have more to decide. While nobody is asked yet, it is a whole turn's.
func (g *game) deadline(from time.Time) time.Time {
	if len(g.Open) == 0 {
		return g.Clock.Next(from)
	}
	asked := slices.DeleteFunc(slices.Clone(g.Open), (*question).quiet)
	small := !slices.ContainsFunc(asked, func(q *question) bool { return !q.Short })
	var latest time.Time
	for _, q := range asked {
		if at := g.Clock.Deadline(from, q.Kind, q.Short); (small || !q.Short) && at.After(latest) {
			latest = at
		}
	}
	return latest
}

// began is when the questions that are put now count from: from when the time was up for those before, and not from some
// seconds later, when that was seen. Else a turn of three days until eight o'clock would last four.
func (s *step) began() time.Time {
	if late := s.now.Sub(s.ended); late >= 0 && late < seenLate {
		return s.ended
	}
	return s.now
}

const seenLate = time.Hour // by more than that a turn is ended late for another reason, and its players get their whole time

// until has a letter say until when something is wanted.
func (s *step) until(page *templates.Page, seat *seat) {
	z := s.g.zone(seat)
	page.Paused = s.g.Paused != nil
	if page.Paused {
		return
	}
	page.Deadline, page.Delayed = s.g.Deadline.In(z), s.delayed(seat)
	if s.g.Clock.Grace > 0 {
		page.Grace = s.g.grace().In(z)
	}
}

// remind writes to those who are not in. Whether a seat is reminded, and when, hangs on nothing but the
// clock and what it has on file itself.
func (m *Master) remind(ctx context.Context, now time.Time, name string) error {
	return m.do(ctx, now, name, nil, func(s *step) error {
		if s.g == nil || s.g.State != running || s.g.Remind.IsZero() || now.Before(s.g.Remind) || !now.Before(s.g.Deadline) {
			return errNothing
		}
		if m.stopped() {
			return errStopped
		}
		s.g.Remind = s.g.Clock.Reminder(now, s.g.Deadline)
		s.task(taskRemind, s.g.Remind)
		return s.urge("reminder", s.g.in)
	})
}

// urge writes to those of whom a question is not in. Each has a time of its own: letters of one moment are sent one after
// another, and when one came would tell how many others are late.
func (s *step) urge(kind string, in func(*question) bool) error {
	p, _, err := s.replay()
	if err != nil {
		return err
	}
	for i, seat := range s.g.Seats {
		if q := s.g.question(seat, 0); q != nil && !in(q) {
			s.wait = time.Duration(i) * reminderGap
			s.send(seat, kind, s.page(p, seat), nil)
		}
	}
	s.wait = 0
	return nil
}

const reminderGap = 5 * time.Second // longer than a letter takes to be sent

// A stage is how far the time for answers has run.
type stage int

const (
	early stage = iota // the deadline is to come
	grace              // it is over, and the turn waits for the late
	late               // the time is up
)

// stage is how far the time has run.
func (s *step) stage() stage {
	switch {
	case s.g.Paused != nil || s.now.Before(s.g.Deadline):
		return early
	case s.now.Before(s.g.end()):
		return grace
	}
	return late
}

// grace is until when a turn waits for the late.
func (g *game) grace() time.Time { return g.Deadline.Add(g.Clock.Grace) }

// end is when the time is up: after the grace for the late, or at the deadline if nobody is late. Where everybody is waited
// for in any case, that must not tell.
func (g *game) end() time.Time {
	if g.Clock.Ends == calendar.WhenIn && g.allIn(g.Deadline) {
		return g.Deadline
	}
	return g.grace()
}

// goOn resolves the turn if nobody has to be waited for.
func (s *step) goOn() error {
	if s.ripe() {
		return s.close()
	}
	return nil
}

// ripe reports whether the turn is to be resolved at once, as when the deadline is over and only the game master was missing,
// or where there is no delay for second thoughts. If everybody is in, it sets when that delay is over.
func (s *step) ripe() bool {
	if s.g.Paused != nil {
		return false
	}
	stage := s.stage()
	in := s.g.Clock.Ends == calendar.WhenIn && s.g.allIn(s.now)
	if stage == late { // the task may be gone, while a ruling was waited for
		s.task(taskDeadline, s.g.Deadline)
	}
	switch {
	case !in:
		s.g.Resolve = time.Time{}
	case s.g.Resolve.IsZero(): // else that time was told
		s.g.Resolve = s.now.Add(s.g.delay())
	}
	if !s.m.stopped() { // else what is due now is done when the clock can be believed again
		over := stage == late && s.g.waitsForDesk() == nil && !s.m.mailPending(s.g.end()) && !s.holds()
		if over || in && s.g.delay() == 0 {
			return true
		}
	}
	s.task(taskResolve, s.g.Resolve)
	return false
}

// delay is how long the game waits for second thoughts when everybody is in. Within a turn it is short, as there may be many
// such questions.
func (g *game) delay() time.Duration {
	if g.brisk() {
		return min(g.Clock.Delay, maxBriskDelay)
	}
	return g.Clock.Delay
}

const maxBriskDelay = 15 * time.Minute

// mailPending reports whether letters that came before a deadline may still lie in the mailbox, or time that nobody could
// write in is still to be made good.
func (m *Master) mailPending(deadline time.Time) bool {
	if m.Guard > 0 {
		return m.watch.now().Seen.Before(deadline)
	}
	return m.TakenIn != nil && m.TakenIn().Before(deadline)
}

// expire resolves the turn if its time has come. A task of an older deadline does nothing.
func (m *Master) expire(ctx context.Context, now time.Time, name, task string) error {
	err := m.do(ctx, now, name, nil, func(s *step) error {
		switch {
		case s.g == nil || s.g.State != running || s.g.Paused != nil,
			task == taskResolve && (!s.g.allIn(now) || s.g.Resolve.IsZero() || now.Before(s.g.Resolve)),
			task == taskDeadline && now.Before(s.g.Deadline):
			return errNothing
		case m.stopped():
			return errStopped
		case task == taskDeadline && m.mailPending(s.g.Deadline):
			return errMailPending
		case task == taskDeadline && s.stage() == grace:
			return s.beginGrace()
		case task == taskDeadline && m.mailPending(s.g.end()):
			return errMailPending
		}
		s.ended = s.g.Resolve
		if task == taskDeadline {
			s.ended = s.g.end()
			s.countLate()
			if s.holds() {
				return nil
			}
		}
		return s.close()
	})
	if errors.Is(err, errHeld) {
		return nil
	}
	return err
}

// beginGrace tells each of those who are late, and nobody else, that the turn still waits for them.
func (s *step) beginGrace() error {
	s.task(taskDeadline, s.g.grace())
	if s.g.Urged.Equal(s.g.Deadline) {
		return nil
	}
	s.g.Urged = s.g.Deadline
	s.countLate()
	return s.urge("late", s.g.complete)
}
