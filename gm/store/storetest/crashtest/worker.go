package crashtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"deaddrop/gm/store"
)

// Worker returns at once, unless this process is a worker of a test: then it works until it is killed.
func Worker(open func(address string) (store.Store, error), now func() time.Time) {
	text := os.Getenv(variable)
	if text == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // returns when the test is dead
		os.Exit(1)
	}()
	w := &worker{now: now}
	err := json.Unmarshal([]byte(text), &w.job)
	if err == nil {
		w.sent, err = os.OpenFile(w.job.Sent, os.O_WRONLY|os.O_APPEND, 0)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
	for {
		if w.s, err = open(w.job.Address); err == nil {
			break
		}
		w.trouble(err)
	}
	for range w.job.Lines {
		go w.line()
	}
	select {}
}

type worker struct {
	job
	s    store.Store
	sent *os.File
	now  func() time.Time
}

// tell sends a report to the test in a single write, so that no report is incomplete.
func (w *worker) tell(words ...any) {
	if _, err := os.Stdout.WriteString(fmt.Sprintln(words...)); err != nil {
		os.Exit(1) // the test is dead
	}
}

func (w *worker) trouble(err error) {
	w.tell(saidTrouble, strings.ReplaceAll(err.Error(), "\n", " "))
	time.Sleep(20 * time.Millisecond)
}

// line does one task after another.
func (w *worker) line() {
	ctx := context.Background()
	for {
		tasks, err := w.s.Take(ctx, w.now(), w.now().Add(w.Hold), 1)
		for _, t := range tasks {
			w.tell(saidTake, t.Game, t.Name+string(t.Body), t.Tries)
			if err = w.do(ctx, t); err != nil {
				err = fmt.Errorf("task %s of %s: %w", t.Name, t.Game, err)
			}
		}
		if err != nil {
			w.trouble(err)
		} else if len(tasks) == 0 {
			time.Sleep(2 * time.Millisecond)
		}
	}
}

// do does a task and settles it. If that fails, the task is left to be taken again.
func (w *worker) do(ctx context.Context, t store.Task) error {
	what, phase, seat := split(t.Name)
	var err error
	switch what {
	case "in":
		err = w.change(ctx, t.Game, func(g store.Game) (store.Change, error) {
			return receive(t.Game, g, phase, seat, w.now())
		})
	case "deadline":
		if _, err = fmt.Sscan(string(t.Body), &phase); err == nil {
			err = w.change(ctx, t.Game, func(g store.Game) (store.Change, error) {
				return resolve(t.Game, g, phase, w.Phases, w.now())
			})
		}
	case "out":
		_, err = w.sent.WriteString(t.Game + "/" + t.Name + "\n")
	default:
		err = fmt.Errorf("nobody knows what that is")
	}
	if err != nil {
		return err
	}
	err = w.s.Settle(ctx, t, time.Time{})
	// the lease ended and another worker has taken it, or a new deadline has replaced it
	if errors.Is(err, store.ErrConflict) {
		if what == "out" {
			w.tell(saidLate)
		}
		return nil
	}
	return err
}

// change makes a change based on the game's current state, and retries after conflicts, unless it was made before.
func (w *worker) change(ctx context.Context, game string, decide func(store.Game) (store.Change, error)) error {
	for {
		g, err := w.s.Load(ctx, game)
		if err != nil {
			return err
		}
		c, err := decide(g)
		if err != nil {
			return err
		}
		_, err = w.s.Commit(ctx, game, c)
		switch {
		case errors.Is(err, store.ErrConflict):
			continue
		case errors.Is(err, store.ErrDuplicate):
			return nil
		case err != nil:
			return err
		}
		words := []any{saidCommit, game, g.Next}
		for _, e := range c.Log {
			words = append(words, e.Key)
		}
		w.tell(words...)
		return nil
	}
}
