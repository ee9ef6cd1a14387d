// Package outbox is in charge of outgoing letters: which of them wait to be sent, the results of the attempts, and to
// which addresses nothing is sent because letters to them bounce. It sends nothing itself; package work does.
package outbox

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
)

// A Job is a leased task, with its letter if it is to send one.
type Job struct {
	store.Task
	Letter   letter.Letter
	Attempts Attempts
	Err      error // why the letter can't be loaded, or nil
	Aside    bool  // whether to put the letter aside instead of sending it
}

func (e *Job) IsLetter() bool { return strings.HasPrefix(e.Name, gm.TaskSend) }

// IsDrawn reports whether a job sends a letter with a picture or a film.
func (e *Job) IsDrawn() bool { return e.Letter.Picture != nil || e.Letter.Film != nil }

// Number returns the log entry of the letter that a job sends; 0 if the task is damaged.
func (e *Job) Number() uint64 {
	n, _ := strconv.ParseUint(strings.TrimPrefix(e.Name, gm.TaskSend), 10, 64)
	return n
}

// MovedTo returns the seat that a letter is for if the seat's address has changed since the letter was written.
// Otherwise, and for a letter that concerns only the former player, it returns nil.
func (e *Job) MovedTo(s *gm.Step) *game.Seat {
	t, ok := s.Master.TokenOf(e.Letter.ID)
	if s.Game == nil || !ok || t.Kind != letter.Reply || t.Seat < 0 || t.Seat >= len(s.Game.Seats) {
		return nil
	}
	who := s.Game.Seats[t.Seat]
	if who.Address == "" || e.Letter.Answer || e.Letter.Parting || who.Owns(letter.Address(e.Letter.To)) {
		return nil
	}
	return who
}

// Queue returns the name of the queue of a job: jobs in the same queue are done one after another.
func (e *Job) Queue() string {
	if e.IsLetter() {
		return letter.Address(e.Letter.To)
	}
	return "game " + e.Game
}

// JobOf loads what is needed to do a task.
func JobOf(ctx context.Context, m *gm.Master, t store.Task) *Job {
	e := &Job{Task: t}
	if e.IsLetter() {
		e.Attempts = ReadTrail(t.Body)
		e.Letter, e.Err = LetterOf(ctx, m, t.Game, t.Name)
	}
	return e
}

// LetterOf loads the letter that a task sends.
func LetterOf(ctx context.Context, m *gm.Master, name, task string) (l letter.Letter, err error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(task, gm.TaskSend), 10, 64)
	if err != nil {
		return l, &Undeliverable{Err: fmt.Errorf("task %q: %w", task, err)}
	}
	for e, err := range m.Store.Log(ctx, name, n) {
		if err != nil {
			return l, fmt.Errorf("reading letter %d of %s: %w", n, name, err)
		}
		if err := gm.Decode(e.Body, &l); err != nil || e.Kind != gm.KindOut {
			return letter.Letter{}, &Undeliverable{Err: fmt.Errorf("entry %d of %s is no letter", n, name)}
		}
		return l, nil
	}
	return l, &Undeliverable{Err: fmt.Errorf("the log of %s has no entry %d", name, n)}
}

// PutBack returns the due time that undoes the lease of a task when the task is settled with it, for a task that was
// not attempted.
func (e *Job) PutBack() time.Time {
	if e.IsLetter() && !e.Crashed() {
		e.Attempts.Tries = e.Tries
		e.Body = e.Attempts.Body()
	}
	return e.Due
}
