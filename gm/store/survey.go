package store

import (
	"context"
	"iter"
	"strings"
)

// A Survey is a store that can be looked through without a call for each game. [LoadAll] and [AllTasks] do that with
// any store.
type Survey interface {
	// LoadAll yields all games in the byte order of their names, beginning with the first one after the given name,
	// which need not exist; "" is the beginning. Each is as it was at some moment since the call. Errors and use in the
	// loop are as with Store.Log.
	LoadAll(ctx context.Context, after string) iter.Seq2[NamedGame, error]

	// AllTasks yields those tasks of all games whose names begin with a prefix, which may be empty, in the byte order
	// of the games' names and then of their own. They are as from Store.Tasks, and so are errors and use in the loop.
	AllTasks(ctx context.Context, prefix string) iter.Seq2[Task, error]
}

// A NamedGame is one of many games.
type NamedGame struct {
	Name string
	Game
	Err error // that of Load, where only this game can't be read; nil: it can
}

// LoadAll is that of a [Survey]. Where a store is none, or fails at it, as at a damaged record, Load is asked for one
// game after another.
func LoadAll(ctx context.Context, s Store, after string) iter.Seq2[NamedGame, error] {
	return func(yield func(NamedGame, error) bool) {
		if many, ok := As[Survey](s); ok {
			failed := false
			for g, err := range many.LoadAll(ctx, after) {
				if failed = err != nil; failed {
					break
				}
				if after = g.Name; !yield(g, nil) {
					return
				}
			}
			if !failed {
				return
			}
		}
		for name, err := range s.Games(ctx, after) {
			g := NamedGame{Name: name}
			if err == nil {
				g.Game, g.Err = s.Load(ctx, name)
			}
			if err == nil && g.Err == nil && g.Rev == 0 { // it was removed meanwhile
				continue
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// AllTasks is that of a [Survey]. Where a store is none, it is asked for the tasks of one game after another.
func AllTasks(ctx context.Context, s Store, prefix string) iter.Seq2[Task, error] {
	if many, ok := As[Survey](s); ok {
		return many.AllTasks(ctx, prefix)
	}
	return func(yield func(Task, error) bool) {
		for name, err := range s.Games(ctx, "") {
			if err != nil {
				yield(Task{}, err)
				return
			}
			for t, err := range s.Tasks(ctx, name) {
				if err == nil && !strings.HasPrefix(t.Name, prefix) {
					continue
				}
				if !yield(t, err) || err != nil {
					return
				}
			}
		}
	}
}
