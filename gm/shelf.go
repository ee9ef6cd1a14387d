package gm

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// Reading returns a game master who can read a game that is archived, and can change nothing. For every other name it is m.
func (m *Master) Reading(ctx context.Context, name string) (*Master, error) {
	if !IsGame(name) {
		return m, nil
	}
	live, err := m.Store.Load(ctx, name)
	if err != nil || live.Rev > 0 {
		return m, err
	}
	a, err := m.archivedAs(ctx, name)
	if err != nil || a == nil {
		return m, err
	}
	file, err := m.fromShelf(ctx, *a)
	if err != nil {
		return nil, err
	}
	in, _, err := m.readPorted(file)
	if err != nil {
		return nil, err
	}
	change, err := in.change()
	if err != nil {
		return nil, err
	}
	return &Master{Store: withGame(m.Store, name, change), Rules: m.Rules, Words: m.Words, Log: m.Log, Address: m.Address, Name: m.Name, Desk: m.Desk,
		Maps: m.Maps, Key: m.Key, Plus: m.Plus, Shelf: m.Shelf}, nil
}

// A stillStore is a store in which one more game can be read, and nothing written.
type stillStore struct {
	store.Store
	name  string
	game  store.Game
	log   []store.Entry
	tasks []store.Task
}

// withGame is a store with the game that a change makes.
func withGame(s store.Store, name string, c store.Change) *stillStore {
	out := &stillStore{Store: s, name: name, game: store.Game{Rev: 1, Next: uint64(len(c.Log)) + 1, Head: c.Head}, log: c.Log, tasks: c.Set}
	for i := range out.log {
		out.log[i].Seq = uint64(i) + 1
	}
	for i := range out.tasks {
		out.tasks[i].Game = name
	}
	return out
}

func (s *stillStore) Load(ctx context.Context, game string) (store.Game, error) {
	if game != s.name {
		return s.Store.Load(ctx, game)
	}
	return s.game, ctx.Err()
}

func (s *stillStore) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	if game != s.name {
		return s.Store.Log(ctx, game, from)
	}
	return each(ctx, s.log[min(max(from, 1)-1, uint64(len(s.log))):])
}

func (s *stillStore) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	if game != s.name {
		return s.Store.Tasks(ctx, game)
	}
	return each(ctx, s.tasks)
}

// each yields a list as a store does.
func each[T any](ctx context.Context, list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if err := ctx.Err(); err != nil {
				yield(*new(T), err)
				return
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}

func (s *stillStore) Commit(context.Context, string, store.Change) (uint64, error) {
	return 0, inArchive(s.name)
}

// inArchive refuses what can't be done to an archived game.
func inArchive(name string) error {
	return refusal.New("%[1]s is over, and in the archive. gm archive restore %[1]s brings it back; gm show, log, history, map, verify and export read it where it is.", name)
}

// notArchived refuses the name of a game that is archived.
func (m *Master) notArchived(ctx context.Context, name string) error {
	a, err := m.archivedAs(ctx, name)
	if err == nil && a != nil {
		err = refusal.New("There is a game called %[1]s in the archive. Take another name; gm archive restore %[1]s brings that one back.", name)
	}
	return err
}

// gone is why nothing is there to be done in a game: archived, or never there.
func (m *Master) gone(ctx context.Context, name string) error {
	a, err := m.archivedAs(ctx, name)
	if err == nil && a != nil {
		err = inArchive(name)
	}
	return err
}

var errGone = errors.New("the game was taken away while the letter was on its way")

// present says that a letter's game is there no longer: it is to be handed in again, and finds another way then.
func (s *step) present(l *letter.Letter) error {
	if l != nil && s.g == nil && IsGame(s.name) {
		return fmt.Errorf("%s: %w", s.name, errGone)
	}
	return nil
}
