package outbox

import (
	"context"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm"
)

// IsAside is how the body of a task begins if its letter was put aside.
const IsAside = `{"Aside":`

// PutAside returns the due time with which to settle the task of a letter that was not attempted, and marks the task:
// the letter is to be sent when nothing else is due but what is so marked.
func (e *Job) PutAside() time.Time {
	e.Attempts.Doubt = e.Attempts.Doubt || e.Crashed()
	e.Attempts.Aside, e.Attempts.Tries = e.Queue(), e.Tries
	e.Body = e.Attempts.Body()
	return e.Due
}

// SortOut decides which letters of a batch to put aside: those with pictures, as these take long to draw, and those
// behind them, which are later letters of the same game to the same address. Only an answer passes a letter.
func SortOut(ctx context.Context, m *gm.Master, now time.Time, batch []*Job) {
	var known gm.Memo[string, map[string]uint64]
	ahead := map[[2]string]bool{} // by game and address, whether there is a letter with a picture
	for _, e := range batch {
		to := [2]string{e.Game, e.Queue()}
		if !e.IsLetter() || e.Letter.Answer && !e.IsDrawn() {
			continue
		}
		if e.IsDrawn() || ahead[to] {
			e.Aside, ahead[to] = true, true
			continue
		}
		first, err := known.Of(e.Game, func() (map[string]uint64, error) { return firstAside(ctx, m, now, e.Game) })
		n, is := first[e.Queue()]
		e.Aside = err == nil && is && n < e.Number() // an outbox that can't be read holds nothing back
	}
}

// firstAside returns the number of the first letter of a game to each address that was put aside and is due at now.
func firstAside(ctx context.Context, m *gm.Master, now time.Time, name string) (map[string]uint64, error) {
	first := map[string]uint64{}
	for t, err := range m.Store.Tasks(ctx, name) { // in the order in which their letters were written
		if err != nil {
			return nil, fmt.Errorf("reading the outbox of %s: %w", name, err)
		}
		if !strings.HasPrefix(t.Name, gm.TaskSend) || t.Due.After(now) {
			continue
		}
		e := &Job{Task: t, Attempts: ReadTrail(t.Body)}
		to := e.Attempts.Aside
		if _, known := first[to]; to != "" && !known {
			first[to] = e.Number()
		}
	}
	return first, nil
}
