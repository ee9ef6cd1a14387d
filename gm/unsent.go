package gm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// The states of a letter that is not sent.
const (
	stateReady   = "ready"
	stateWaits   = "waits"
	stateSending = "sending"
	stateFailed  = "failed"
	stateUnknown = "unknown"
)

// An Unsent is a letter that was written and is not known to be sent, for the game master's eyes alone.
type Unsent struct {
	Game        string // or "lobby"
	Number      uint64 // in the game's log
	To, Subject string // its headline, where it has one

	// State is "ready" when it waits for an attempt, "waits" while letters to its address come back, "sending" while a
	// worker has it in hand, "failed" when it was given up, and "unknown" when the last attempt had no answer.
	State string
	Tries int       // attempts that have ended
	Since time.Time // when the first of them failed; zero: none has
	Next  time.Time // when it is tried next; zero: it is given up
	Error string    // what the last attempt ended with
}

// Outbox lists the letters that are not sent, by game and in the order in which they were written: those of the given games, as
// for Inbox, or of all. Those that were given up stay in it for thirty days.
func (m *Master) Outbox(ctx context.Context, only ...string) ([]Unsent, error) {
	var suspended memo[string, time.Time]
	var zones memo[string, *time.Location]
	return gather(m.unsent(ctx, only), func(t store.Task) (Unsent, error) {
		e := m.errand(ctx, t)
		since, err := suspended.of(letter.Address(e.letter.To), func() (time.Time, error) { return m.suspended(ctx, e.letter.To) })
		if err != nil {
			return Unsent{}, err
		}
		z, err := zones.of(t.Game, func() (*time.Location, error) {
			s := &step{m: m, ctx: ctx, name: t.Game}
			if err := s.load(); err != nil {
				return time.UTC, nil // it is shown all the same
			}
			return s.location(), nil
		})
		return e.unsent(!since.IsZero()).in(z), err
	})
}

// in is the same with times of a zone.
func (o Unsent) in(z *time.Location) Unsent {
	if !o.Since.IsZero() {
		o.Since = o.Since.In(z)
	}
	if !o.Next.IsZero() {
		o.Next = o.Next.In(z)
	}
	return o
}

// unsent is how a letter stands whose address may be suspended.
func (e *errand) unsent(suspended bool) Unsent {
	n, _ := strconv.ParseUint(strings.TrimPrefix(e.Name, taskSend), 10, 64) // 0 if the task is damaged
	o := Unsent{Game: e.Game, Number: n, To: e.letter.To, Subject: e.letter.News(), State: stateReady,
		Tries: e.trail.Failed + e.trail.Lost, Since: e.trail.Since, Next: e.Due, Error: e.trail.Error}
	switch {
	case e.trail.GivenUp != "":
		o.State, o.Next = e.trail.GivenUp, time.Time{}
	case suspended:
		o.State, o.Error = stateWaits, errSuspended.Error()
	case e.Tries > e.trail.Tries:
		o.State = stateSending
	case e.trail.Lost > 0:
		o.State = stateUnknown
	}
	if e.err != nil {
		o.Error = outcome(e.err)
	}
	return o
}

// anew is the task of a letter that is sent once more, at that time. It begins anew: failures are not counted, but if it
// may have arrived, it is still marked as a possible copy.
func (e *errand) anew(at time.Time) store.Task {
	return store.Task{Name: e.Name, Due: at, Body: trail{Doubt: e.trail.Doubt || e.Tries > e.trail.Tries}.body()}
}

// Retry has a letter of the outbox sent at once, also one that was given up, as if it were new. It is refused while the
// letter's address is suspended.
func (d *Desk) Retry(ctx context.Context, now time.Time, game string, number uint64) error {
	return d.onUnsent(ctx, now, game, number, func(s *step, e *errand) error {
		since, err := d.suspended(ctx, e.letter.To)
		switch {
		case err != nil:
			return err
		case !since.IsZero():
			return refusal.New("Letter %d of %s waits for its address: letters to %s come back, so none are sent until one comes from it, "+
				"or you give the seat the same or another address with gm seat.", number, game, e.letter.To)
		case e.inHand(now):
			return refusal.New("Letter %d of %s is being sent just now, or as soon as gm serve runs.", number, game)
		}
		s.retried(e)
		s.act("outbox retry", e.about(number))
		return nil
	})
}

// location is the zone in which the game master is told times.
func (s *step) location() *time.Location {
	if s.g == nil {
		return time.UTC
	}
	return s.g.Clock.Location()
}

// retried has a letter sent at once.
func (s *step) retried(e *errand) {
	was := "waits"
	if e.trail.GivenUp != "" {
		was = "given up"
	} else if !e.Due.IsZero() {
		was = "next at " + e.Due.In(s.location()).Format(dateTime)
	}
	s.tasks = append(s.tasks, e.anew(s.now))
	n, _ := strconv.ParseUint(strings.TrimPrefix(e.Name, taskSend), 10, 64) // 0 if the task is damaged
	s.more = append(s.more, Fact{Name: s.outgoing(n, e), Was: was, Is: "sent at once"})
}

// inHand reports whether a letter is being sent, or would be if somebody worked.
func (e *errand) inHand(now time.Time) bool {
	state := e.unsent(false).State
	return state == stateSending || state == stateReady && !e.Due.After(now)
}

// RetryAll has all letters of the outbox sent at once that wait for a later attempt, as if they were new. Those that were
// given up stay so. It returns how many go out, and how many more wait because their addresses are suspended.
func (d *Desk) RetryAll(ctx context.Context, now time.Time) (due, suspended int, err error) {
	all := Effect{Game: "the outbox", Dry: d.Dry}
	defer func() { d.Effect = all }()
	var games []string
	for t, err := range d.unsent(ctx, nil) {
		if err != nil {
			return 0, 0, err
		}
		if IsGame(t.Game) || t.Game == lobby {
			games = append(games, t.Game)
		}
	}
	for _, game := range slices.Compact(games) {
		var again, waits int
		err := d.actOn(ctx, now, game, nil, func(s *step) (err error) {
			again, waits, err = s.retryAll()
			if err == nil && again == 0 {
				return errNothing
			}
			s.act("outbox retry all", fmt.Sprintf("%d letters", again))
			return err
		})
		if err != nil {
			return due, suspended, err
		}
		if d.Effect.Before {
			continue
		}
		all.Changes = append(all.Changes, d.Effect.Changes...)
		due, suspended = due+again, suspended+waits
	}
	return due, suspended, nil
}

// unsent yields the tasks of the letters that are not sent, by game and in their order: those of some games, or of all.
func (m *Master) unsent(ctx context.Context, only []string) iter.Seq2[store.Task, error] {
	if len(only) > 0 {
		return m.unsentOf(ctx, slices.Compact(slices.Sorted(slices.Values(only))))
	}
	return func(yield func(store.Task, error) bool) {
		for t, err := range store.AllTasks(ctx, m.Store, taskSend) {
			if err != nil {
				err = fmt.Errorf("reading the outbox: %w", err)
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

// unsentOf yields those of some games.
func (m *Master) unsentOf(ctx context.Context, games []string) iter.Seq2[store.Task, error] {
	return func(yield func(store.Task, error) bool) {
		for _, game := range games {
			if game != lobby {
				if _, err := m.named(ctx, game); err != nil {
					yield(store.Task{}, err)
					return
				}
			}
			for t, err := range m.Store.Tasks(ctx, game) {
				if err == nil && !strings.HasPrefix(t.Name, taskSend) {
					continue
				}
				if err != nil {
					err = fmt.Errorf("reading the outbox of %s: %w", game, err)
				}
				if !yield(t, err) {
					return
				}
			}
		}
	}
}

// retryAll is RetryAll for one game.
func (s *step) retryAll() (due, suspended int, err error) {
	for t, err := range s.m.Store.Tasks(s.ctx, s.name) {
		if err != nil {
			return 0, 0, fmt.Errorf("reading the outbox of %s: %w", s.name, err)
		}
		e := s.m.errand(s.ctx, t)
		if !e.isLetter() || e.trail.GivenUp != "" {
			continue
		}
		since, err := s.m.suspended(s.ctx, e.letter.To)
		switch {
		case err != nil:
			return 0, 0, err
		case !since.IsZero():
			suspended++
		case !e.inHand(s.now):
			s.retried(e)
			due++
		}
	}
	return due, suspended, nil
}

// Drop takes a letter out of the outbox, so that it is not sent. If it is being sent just now, it may still arrive.
func (d *Desk) Drop(ctx context.Context, now time.Time, game string, number uint64) error {
	return d.onUnsent(ctx, now, game, number, func(s *step, e *errand) error {
		s.task(e.Name, time.Time{})
		s.more = append(s.more, Fact{Name: s.outgoing(number, e), Was: waitsToGo, Is: dropped})
		s.act(actDrop, e.about(number), "outbox", "restore", game, strconv.FormatUint(number, 10))
		return nil
	})
}

// Restore puts a letter back into the outbox that was dropped, and no other, as that might have been sent.
func (d *Desk) Restore(ctx context.Context, now time.Time, game string, number uint64) error {
	if !IsGame(game) && game != lobby {
		return d.noGame(ctx, game)
	}
	return d.actOn(ctx, now, game, nil, func(s *step) error {
		isDropped := false
		for e, err := range s.m.Store.Log(ctx, game, number) {
			if err != nil {
				return fmt.Errorf("reading the log of %s: %w", game, err)
			}
			var a Act
			if e.Kind != kindAct || decode(e.Body, &a) != nil {
				continue
			}
			if strings.HasPrefix(a.Detail, fmt.Sprintf("letter %d to ", number)) {
				isDropped = a.What == actDrop
			}
		}
		if !isDropped {
			return refusal.New("Letter %d of %s was not dropped.", number, game)
		}
		s.task(taskName(number), now)
		e := d.errand(ctx, store.Task{Game: game, Name: taskName(number)})
		s.more = append(s.more, Fact{Name: s.outgoing(number, e), Was: dropped, Is: waitsToGo})
		s.act("outbox restore", e.about(number), "outbox", "drop", game, strconv.FormatUint(number, 10))
		return nil
	})
}

const (
	actDrop   = "outbox drop"
	waitsToGo = "to be sent"
	dropped   = "dropped"
)

// about says which letter an act is about.
func (e *errand) about(number uint64) string {
	return fmt.Sprintf("letter %d to %s: %s", number, e.letter.To, e.letter.News())
}

// outgoing names a letter of the outbox for the game master.
func (s *step) outgoing(number uint64, e *errand) string {
	return fmt.Sprintf("letter %s %d to %s", s.name, number, e.letter.To)
}

// onUnsent is an act of the human game master on a letter of the outbox.
func (d *Desk) onUnsent(ctx context.Context, now time.Time, game string, number uint64, fn func(*step, *errand) error) error {
	name := taskName(number)
	for t, err := range d.Store.Tasks(ctx, game) {
		if errors.Is(err, store.ErrInvalid) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading the outbox of %s: %w", game, err)
		}
		if t.Name != name {
			continue
		}
		e := d.errand(ctx, t)
		return d.actOn(ctx, now, game, nil, func(s *step) error { return fn(s, e) })
	}
	return refusal.New("%s has no letter %d that waits to be sent; gm outbox lists those that do.", game, number)
}

// taskName is the name of the task that sends the letter with that number in the log.
func taskName(seq uint64) string { return fmt.Sprintf("%s%012d", taskSend, seq) }
