// Package gm is the game master: it takes letters in, keeps games, seats, deadlines, the orders on file,
// press and the chronicle, plays the rules on when it can, and leaves letters to be sent.
//
// One step handles one letter, one deadline or one act of the human game master. It loads one game,
// decides, and commits one change of the store, all of it or nothing; nothing is sent inside a step. The
// package knows no game's rules and no mail protocol, and reads no clock. What it keeps in memory between two
// steps only saves work: the store has all that counts, and a Master that starts anew does without.
package gm

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/parser"
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

	// Maps draws what letters show of the board. Nil: they have no maps.
	Maps Maps

	// Clerk carries out what game masters command by mail. Nil: nobody does.
	Clerk Clerk

	// Key makes the tokens by which a letter is known to be an answer to one of ours: 16 random bytes or more that nobody
	// learns, the same as long as the store is kept. See LoadKey.
	Key []byte
	// Plus says that mail to name+anything@domain comes to Address, name@domain. Then letters have tokens in the
	// addresses that answers and DSNs go to; else only in their Message-IDs.
	Plus bool
	// Answers is how many letters of a player are answered one by one in a day; 200 when zero. What they say is carried
	// out beyond that, too, and he gets one letter at the end of the day.
	Answers int

	// Retake is after what time a task is taken again that a worker took and has not finished: longer
	// than a batch of letters takes to be sent, if there are several workers. A letter that is taken again may have
	// arrived, and is marked as a possible copy. Two minutes when zero.
	Retake time.Duration

	// Process names this process among several that work on the same store. Then letters that have not been sent when three
	// quarters of Retake are over are put back, so that nobody else sends them beside this one. "": it is alone.
	Process string

	// Mailbox does the tasks of a mailbox that one of several processes reads, and says when they are due again: never, with
	// the zero time. Nil: this process reads none, and leaves them to others.
	Mailbox func(ctx context.Context, now time.Time, t store.Task) (again time.Time)

	// Doubt is after what time a letter is sent again of which nobody knows whether its mail server took it; each
	// further time it is twice as long. Ten minutes when zero.
	Doubt time.Duration

	// Parallel is to how many addresses letters are sent at once. Up to one, they go out in the order in which they
	// were written.
	Parallel int

	// TakenIn says up to when all letters that had come have been taken in. No deadline after
	// that is over yet: after an outage, orders that came in time count. Nil: up to now.
	TakenIn func() time.Time
	// Heard says up to when letters were taken in at all, though others may wait. Nil: as TakenIn.
	Heard func() time.Time

	// Guard is for how long the service may be off, or without mail, before that counts: then every deadline that fell into
	// that time or soon after it is put off, before any turn is resolved. And a clock that can't be right stops the
	// resolving of turns until the game master has looked. 0: nothing is looked after.
	Guard time.Duration

	// Meter is told what is done, for an operator who watches. Nil: nobody is.
	Meter Meter

	// Shelf keeps archived games. Nil: the store does, if it keeps blobs.
	Shelf store.Blobs

	watch   watch
	damage  atomic.Value // the day of which the human game master was told that the store is damaged
	journal journal      // of letters that are being taken in
	cache   cache
}

// asRefusal is an error as a refusal, where it is about what the game master wrote.
func asRefusal(err error) error {
	if fault := (*calendar.Fault)(nil); errors.As(err, &fault) {
		return &refusal.Error{Text: fault.Text}
	}
	return err
}

// rules finds a title by its name.
func (m *Master) rules(name string) (*adjudicator.Rules, error) {
	i := slices.IndexFunc(m.Rules, func(r *adjudicator.Rules) bool { return r.Name == name })
	if i < 0 {
		var known []string
		for _, r := range m.Rules {
			known = append(known, r.Name)
		}
		return nil, refusal.New("There are no rules called %q; there are %s.", name, listed(known))
	}
	return m.Rules[i], nil
}

// Games lists the games, in the order of their names: those that are given, or all. One that can't be read is "broken".
func (m *Master) Games(ctx context.Context, only ...string) ([]Overview, error) {
	suspended, err := m.suspensions(ctx, len(only) == 0)
	if err != nil {
		return nil, err
	}
	games, _ := m.among(ctx, only)
	return gather(games, func(g store.NamedGame) (o Overview, _ error) {
		s, err := m.look(ctx, g)
		if err == nil {
			o, err = s.overview(suspended)
		}
		if err != nil {
			o = Overview{Name: g.Name, State: broken, Why: err.Error()}
		}
		return o, nil
	})
}

// Has reports whether there is a game of that name, which may be archived. It reads no other's, so it is for words that may be
// none.
func (m *Master) Has(ctx context.Context, name string) (bool, error) {
	s, err := m.find(ctx, name)
	if s != nil || err != nil {
		return s != nil, err
	}
	a, err := m.archivedAs(ctx, name)
	return a != nil, err
}

// load reads a game without changing it.
func (m *Master) load(ctx context.Context, name string) (*step, error) {
	if !IsGame(name) {
		return nil, m.noGame(ctx, name)
	}
	s, err := m.find(ctx, name)
	if s == nil && err == nil {
		err = m.noGame(ctx, name)
	}
	return s, err
}

// find is load for names out of letters: nil if there is no such game. Which may have been meant is not looked for, as that
// reads the names of all games, and strangers could have it done.
func (m *Master) find(ctx context.Context, name string) (*step, error) {
	s := &step{m: m, ctx: ctx, name: name}
	if !IsGame(name) {
		return nil, nil
	}
	if err := s.load(); err != nil || s.rev == 0 {
		return nil, err
	}
	s.renew()
	return s, nil
}

// noGame refuses what is about a game that is not there, and says which may have been meant.
func (m *Master) noGame(ctx context.Context, name string) error {
	if err := m.gone(ctx, name); err != nil {
		return err
	}
	var known []string
	for game, err := range m.names(ctx, "") {
		if err != nil {
			return err
		}
		known = append(known, game)
	}
	near := parser.NewNames(func(yield func(string, string) bool) {
		for _, game := range known {
			if !yield(game, game) {
				return
			}
		}
	})
	meant := append(near.Find(name), near.Near(strings.ToLower(name))...)
	switch {
	case len(meant) > 0:
		return refusal.New("There is no game %q. Did you mean %s?", name, meant[0])
	case len(known) == 0, len(known) > maxListed:
		return refusal.New("There is no game %q; gm list shows those that are.", name)
	case len(known) == 1:
		return refusal.New("There is no game %q; there is %s.", name, known[0])
	}
	return refusal.New("There is no game %q; there are %s.", name, listed(known))
}

const (
	maxListed = 8        // names in a refusal
	broken    = "broken" // in place of the state of a game that can't be read
)
