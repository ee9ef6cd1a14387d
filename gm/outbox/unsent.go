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

// The states of a letter that is not sent.
const (
	stateReady   = "ready"
	stateWaits   = "waits"
	stateSending = "sending"
	StateFailed  = "failed"
	StateUnknown = "unknown"
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
	Moved bool      `json:",omitempty"` // it was for a seat that has another address now
}

// List lists the letters that are not sent, by game and in the order in which they were written: those of the given
// games, as for Inbox, or of all. Those that were given up stay in it for thirty days.
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
				s.Game = nil // it is shown all the same
			}
			return s, nil
		})
		o := e.unsent(!since.IsZero()).in(Location(s))
		o.Moved = e.MovedTo(s) != nil
		return o, err
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

// Requeue is the task of a letter that is sent once more, at that time. It begins anew: failures are not counted, but
// if it may have arrived, it is still marked as a possible copy.
func (e *Job) Requeue(at time.Time) store.Task {
	return store.Task{
		Name: e.Name, Due: at, Body: Attempts{Doubt: e.Attempts.Doubt || e.Tries > e.Attempts.Tries}.Body(),
	}
}

// Location is the zone in which the game master is told times.
func Location(s *gm.Step) *time.Location {
	if s.Game == nil {
		return time.UTC
	}
	return s.Game.Clock.Location()
}

// InHand reports whether a letter is being sent, or would be if somebody worked.
func (e *Job) InHand(now time.Time) bool {
	state := e.unsent(false).State
	return state == stateSending || state == stateReady && !e.Due.After(now)
}

// UnsentTasks yields the tasks of the letters that are not sent, by game and in their order: those of some games, or of
// all.
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

// unsentTasksOf yields those of some games.
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

// Describe says which letter an act is about.
func (e *Job) Describe(entry uint64) string {
	return fmt.Sprintf("letter %d to %s: %s", entry, e.Letter.To, e.Letter.News())
}
