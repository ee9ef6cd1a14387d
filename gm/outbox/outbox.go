// Package outbox is in charge of what has to go out: which letters wait to be sent, what became of the attempts to send
// each of them, and to which addresses nothing is sent because letters to them come back. It sends nothing itself; that
// is the business of package work.
package outbox

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
)

// A Job is a task in hand, with the letter if it is to send one.
type Job struct {
	store.Task
	Letter   letter.Letter
	Attempts Attempts
	Err      error // why there is no letter
}

func (e *Job) IsLetter() bool { return strings.HasPrefix(e.Name, gm.TaskSend) }

// Queue is what a job must wait for: earlier ones in the same queue.
func (e *Job) Queue() string {
	if e.IsLetter() {
		return letter.Address(e.Letter.To)
	}
	return "game " + e.Game
}

// JobOf reads what it takes to do a task.
func JobOf(ctx context.Context, m *gm.Master, t store.Task) *Job {
	e := &Job{Task: t}
	if e.IsLetter() {
		e.Attempts = ReadTrail(t.Body)
		e.Letter, e.Err = LetterOf(ctx, m, t.Game, t.Name)
		writing.AddFilm(ctx, m, t.Game, &e.Letter)
	}
	return e
}

// LetterOf reads the letter that a task is to send.
func LetterOf(ctx context.Context, m *gm.Master, game, task string) (l letter.Letter, err error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(task, gm.TaskSend), 10, 64)
	if err != nil {
		return l, &Undeliverable{fmt.Errorf("task %q: %w", task, err)}
	}
	for e, err := range m.Store.Log(ctx, game, n) {
		if err != nil {
			return l, fmt.Errorf("reading letter %d of %s: %w", n, game, err)
		}
		if err := gm.Decode(e.Body, &l); err != nil || e.Kind != gm.KindOut {
			return letter.Letter{}, &Undeliverable{fmt.Errorf("entry %d of %s is no letter", n, game)}
		}
		return l, nil
	}
	return l, &Undeliverable{fmt.Errorf("the log of %s has no entry %d", game, n)}
}

// PutBack leaves a task as if it had not been taken: a letter was not begun, so it is in no doubt.
func (e *Job) PutBack() time.Time {
	if e.IsLetter() && !e.Crashed() {
		e.Attempts.Tries = e.Tries
		e.Body = e.Attempts.Body()
	}
	return e.Due
}
