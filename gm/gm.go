// Package gm is the game master: it takes letters in, keeps games, seats, deadlines, the orders on file,
// press and the chronicle, plays the rules on when it can, and leaves letters to be sent.
//
// One step handles one letter, one deadline or one act of the human game master. It loads one game,
// decides, and commits one change of the store, all of it or nothing; nothing is sent inside a step. The
// package knows no game's rules and no mail protocol, reads no clock, and keeps nothing in memory
// between two steps.
package gm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/store"
	"deaddrop/templates"
)

// A Master runs all the games of a store. Its methods may be called by several goroutines at once.
type Master struct {
	Store   store.Store
	Rules   []*adjudicator.Rules
	Words   *templates.Set
	Log     *slog.Logger
	Address string // where players write to
	Name    string // in front of that address

	Desk string // the human game master's own address, for games that name none; may be empty

	// Retake is after what time a task is taken again that a worker took and has not finished: longer
	// than a batch of letters takes to be sent, if there are several workers. Two minutes when zero.
	Retake time.Duration

	// TakenIn says up to when all letters that had come have been taken in. No deadline after
	// that is over yet: after an outage, orders that came in time count. Nil: up to now.
	TakenIn func() time.Time
}

// A Refusal is why an act of the human game master was not carried out. Nothing has changed.
type Refusal struct{ Text string }

func (r *Refusal) Error() string { return r.Text }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// rules finds a title by its name.
func (m *Master) rules(name string) (*adjudicator.Rules, error) {
	i := slices.IndexFunc(m.Rules, func(r *adjudicator.Rules) bool { return r.Name == name })
	if i < 0 {
		var known []string
		for _, r := range m.Rules {
			known = append(known, r.Name)
		}
		return nil, refuse("There are no rules called %q; there are %v.", name, known)
	}
	return m.Rules[i], nil
}

// Games lists the games, in the order of their names.
func (m *Master) Games(ctx context.Context) ([]Overview, error) {
	var out []Overview
	for name, err := range m.Store.Games(ctx, "") {
		if err != nil {
			return nil, fmt.Errorf("listing games: %w", err)
		}
		if !isGame(name) {
			continue
		}
		o, err := m.Overview(ctx, name)
		if err != nil {
			o = Overview{Name: name, State: "broken", Why: err.Error()}
		}
		out = append(out, o)
	}
	return out, nil
}

// load reads a game without changing it.
func (m *Master) load(ctx context.Context, name string) (*step, error) {
	if !isGame(name) {
		return nil, refuse("There is no game %q.", name)
	}
	s := &step{m: m, ctx: ctx, name: name}
	if err := s.load(); err != nil {
		return nil, err
	}
	if s.rev == 0 {
		return nil, refuse("There is no game %q.", name)
	}
	return s, nil
}

// permanent reports whether trying again can't help.
func permanent(err error) bool {
	var u *Undeliverable
	return errors.As(err, &u)
}
