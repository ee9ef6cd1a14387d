package outbox

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
)

// States of an unsent letter.
const (
	stateReady   = "ready"
	stateWaits   = "waits"
	stateSending = "sending"
	StateFailed  = "failed"
	StateUnknown = "unknown"
)

// An Unsent describes a letter that was written and is not known to be sent. It is for the game master only.
type Unsent struct {
	Game        string // name of the game, or "lobby"
	Number      uint64 // number of its entry in the game's log
	To, Subject string // Subject is the headline if there is one

	// State is "ready" when it waits for an attempt, "waits" while its address is suspended, "sending" while a worker
	// has it, "failed" when it was given up, and "unknown" when the last attempt had no reply.
	State string
	Tries int       // number of attempts that have ended
	Since time.Time // when the first of them failed; zero: none has
	Next  time.Time // when it is tried next; zero: it was given up
	Error string    // result of the last attempt
	Moved bool      `json:",omitempty"` // whether the seat that it was for has another address now
}

// List returns the unsent letters, by game and in the order of writing: those of the given games, or of all games if
// none is given. Letters that were given up are listed for thirty days.
func List(ctx context.Context, m *gm.Master, only ...string) ([]Unsent, error) {
	var suspended gm.Memo[string, time.Time]
	var games gm.Memo[string, *gm.Step]
	return gm.Gather(UnsentTasks(ctx, m, only), func(t store.Task) (Unsent, error) {
		e := JobOf(ctx, m, t)
		since, err := suspended.Of(letter.Address(e.Letter.To), func() (time.Time, error) {
			return SuspendedSince(ctx, m, e.Letter.To)
		})
		if err != nil {
			return Unsent{}, err
		}
		s, err := games.Of(t.Game, func() (*gm.Step, error) {
			s := &gm.Step{Master: m, Ctx: ctx, Name: t.Game}
			if err := s.Load(); err != nil {
				s.Game = nil // the game can't be read, but the letter is listed nevertheless
			}
			return s, nil
		})
		o := e.unsent(!since.IsZero()).in(Location(s))
		o.Moved = e.MovedTo(s) != nil
		return o, err
	})
}

// in returns o with its times in a zone.
func (o Unsent) in(z *time.Location) Unsent {
	if !o.Since.IsZero() {
		o.Since = o.Since.In(z)
	}
	if !o.Next.IsZero() {
		o.Next = o.Next.In(z)
	}
	return o
}

// unsent describes a letter whose address may be suspended.
func (e *Job) unsent(suspended bool) Unsent {
	o := Unsent{Game: e.Game, Number: e.Number(), To: e.Letter.To, Subject: e.Letter.News(), State: stateReady,
		Tries: e.Attempts.Failed + e.Attempts.Lost, Since: e.Attempts.Since, Next: e.Due, Error: e.Attempts.Error}
	switch {
	case e.Attempts.GivenUp != "":
		o.State, o.Next = e.Attempts.GivenUp, time.Time{}
	case suspended:
		o.State, o.Error = stateWaits, ErrSuspended.Error()
	case e.Tries > e.Attempts.Tries:
		o.State = stateSending
	case e.Attempts.Lost > 0:
		o.State = StateUnknown
	}
	if e.Err != nil {
		o.Error = Outcome(e.Err)
	}
	return o
}

// Requeue returns a task to send the letter again at a time. Failures are no longer counted, but if it may have
// arrived, it is still marked as a possible duplicate.
func (e *Job) Requeue(at time.Time) store.Task {
	return store.Task{
		Name: e.Name, Due: at, Body: Attempts{Doubt: e.Attempts.Doubt || e.Tries > e.Attempts.Tries}.Body(),
	}
}

// Location returns the time zone for the game master.
func Location(s *gm.Step) *time.Location {
	if s.Game == nil {
		return time.UTC
	}
	return s.Game.Clock.Location()
}

// InHand reports whether a letter is being sent, or is due.
func (e *Job) InHand(now time.Time) bool {
	state := e.unsent(false).State
	return state == stateSending || state == stateReady && !e.Due.After(now)
}

// UnsentTasks yields the tasks of unsent letters, by game and in order, of some games or of all.
func UnsentTasks(ctx context.Context, m *gm.Master, only []string) iter.Seq2[store.Task, error] {
	if len(only) > 0 {
		return unsentTasksOf(ctx, m, slices.Compact(slices.Sorted(slices.Values(only))))
	}
	return func(yield func(store.Task, error) bool) {
		for t, err := range store.AllTasks(ctx, m.Store, gm.TaskSend) {
			if err != nil {
				err = fmt.Errorf("reading the outbox: %w", err)
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

// unsentTasksOf yields the tasks of unsent letters of some games.
func unsentTasksOf(ctx context.Context, m *gm.Master, games []string) iter.Seq2[store.Task, error] {
	return func(yield func(store.Task, error) bool) {
		for _, name := range games {
			if name != game.LobbyName {
				if _, err := m.Named(ctx, name); err != nil {
					yield(store.Task{}, err)
					return
				}
			}
			for t, err := range m.Store.Tasks(ctx, name) {
				if err == nil && !strings.HasPrefix(t.Name, gm.TaskSend) {
					continue
				}
				if err != nil {
					err = fmt.Errorf("reading the outbox of %s: %w", name, err)
				}
				if !yield(t, err) {
					return
				}
			}
		}
	}
}

// Describe returns a description of the letter for the record of an act.
func (e *Job) Describe(entry uint64) string {
	return fmt.Sprintf("letter %d to %s: %s", entry, e.Letter.To, e.Letter.News())
}
