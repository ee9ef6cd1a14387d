package gm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/store"
)

// The names of tasks. That of a letter ends with the number of its log entry.
const (
	taskDeadline = "deadline" // the time for answers is over
	taskRemind   = "remind"   // those who are not in get a letter
	taskResolve  = "resolve"  // everybody was in, and the time for second thoughts is over
	taskSend     = "send/"
)

const (
	retake       = 2 * time.Minute
	taskBatch    = 20
	firstRetry   = 5 * time.Minute // doubled each time
	lastRetry    = 4 * time.Hour   // but no more than this
	pendingRetry = time.Second     // of a deadline before which letters may still lie in the mailbox
	turnRetry    = time.Minute
	maxTries     = 30 // some four days
)

// Undeliverable is an error that Send returns when trying again can't help: the letter is given up, and the
// game master told.
type Undeliverable struct{ Err error }

func (u *Undeliverable) Error() string { return u.Err.Error() }

// Unwrap returns the mailer's error.
func (u *Undeliverable) Unwrap() error { return u.Err }

// A Send sends one letter. A nil error means that the next server has taken it. Any error but an
// Undeliverable has the letter sent again later, with the same Message-ID.
type Send func(context.Context, Letter) error

// Work does what is due: resolves turns whose time has come and sends letters. It returns how many
// tasks it took; when there are none, there is nothing due at now. What fails is tried again later. When ctx
// ends, the task in hand is finished first. Its error is that of the store.
func (m *Master) Work(ctx context.Context, now time.Time, send Send) (int, error) {
	tasks, err := m.Store.Take(ctx, now, now.Add(cmp.Or(m.Retake, retake)), taskBatch)
	if err != nil {
		return 0, fmt.Errorf("taking tasks: %w", err)
	}
	for _, t := range tasks {
		if ctx.Err() != nil {
			return 0, ctx.Err() // the others are taken again
		}
		var again time.Time
		if err := m.work(ctx, now, t, send); err != nil {
			if ctx.Err() != nil {
				return 0, ctx.Err() // what was given up half-way is done again
			}
			again = m.retry(ctx, now, t, err)
		}
		if err := m.Store.Settle(context.WithoutCancel(ctx), t, again); err != nil && !errors.Is(err, store.ErrConflict) {
			return 0, fmt.Errorf("settling a task: %w", err)
		}
	}
	return len(tasks), nil
}

func (m *Master) work(ctx context.Context, now time.Time, t store.Task, send Send) error {
	seq, isLetter := strings.CutPrefix(t.Name, taskSend)
	if t.Name == taskRemind {
		return m.remind(context.WithoutCancel(ctx), now, t.Game)
	}
	if !isLetter {
		return m.expire(context.WithoutCancel(ctx), now, t.Game, t.Name)
	}
	n, err := strconv.ParseUint(seq, 10, 64)
	if err != nil {
		return &Undeliverable{fmt.Errorf("task %q: %w", t.Name, err)}
	}
	for e, err := range m.Store.Log(ctx, t.Game, n) {
		if err != nil {
			return fmt.Errorf("reading letter %d of %s: %w", n, t.Game, err)
		}
		var l Letter
		if err := decode(e.Body, &l); err != nil || e.Kind != kindOut {
			return &Undeliverable{fmt.Errorf("entry %d of %s is no letter", n, t.Game)}
		}
		return send(ctx, l)
	}
	return &Undeliverable{fmt.Errorf("the log of %s has no entry %d", t.Game, n)}
}

// errMailPending is returned for a deadline that is over, but not for the letters that came before it.
var errMailPending = errors.New("letters that came in time may not have been taken in yet")

// retry says when a task that failed is to be tried again; never, when that can't help.
func (m *Master) retry(ctx context.Context, now time.Time, t store.Task, err error) time.Time {
	switch {
	case errors.Is(err, errMailPending):
		return now.Add(pendingRetry)
	case !strings.HasPrefix(t.Name, taskSend): // a deadline is never given up
		m.Log.Error("a turn can't be resolved", "game", t.Game, "error", err)
		return now.Add(turnRetry)
	case t.Tries < maxTries && !permanent(err):
		wait := min(firstRetry<<min(t.Tries-1, 10), lastRetry)
		m.Log.Warn("will be tried again", "game", t.Game, "task", t.Name, "tries", t.Tries, "in", wait, "error", err)
		return now.Add(wait)
	}
	m.Log.Error("given up", "game", t.Game, "task", t.Name, "tries", t.Tries, "error", err)
	tell := m.do(ctx, now, t.Game, nil, func(s *step) error {
		s.write(kindAct, "", Act{What: "given up: " + t.Name, Detail: err.Error()})
		if s.g == nil {
			return nil
		}
		if desk := s.g.seat(adjudicator.GM); desk != nil && !s.isTo(t.Name, desk) {
			s.notice(desk, "desk", "A letter could not be delivered, and is given up. Task "+t.Name+": "+err.Error(), nil)
		}
		return nil
	})
	if tell != nil {
		m.Log.Error("the game master could not be told", "game", t.Game, "error", tell)
	}
	return time.Time{}
}

// isTo reports whether a task sends a letter to that seat, whose address fails, so that writing to it would
// only fail again.
func (s *step) isTo(task string, to *seat) bool {
	n, err := strconv.ParseUint(strings.TrimPrefix(task, taskSend), 10, 64)
	if err != nil {
		return false
	}
	for e, err := range s.m.Store.Log(s.ctx, s.name, n) {
		var l Letter
		return err == nil && decode(e.Body, &l) == nil && address(l.To) == to.Address
	}
	return false
}
