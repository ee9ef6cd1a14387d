package store

import (
	"context"
	"iter"
	"strings"
)

// A Survey is a store that can list all games or tasks without a call for each game. The functions [LoadAll] and
// [AllTasks] do that for any store.
type Survey interface {
	// LoadAll yields all games in byte order of their names, beginning with the first name greater than after, which
	// need not exist; "" is the beginning. Each game is as of some moment since the call. Errors, and use of the
	// store in the loop, are as with Store.Log.
	LoadAll(ctx context.Context, after string) iter.Seq2[NamedGame, error]

	// AllTasks yields the tasks of all games whose names begin with prefix, which may be empty, in byte order of the
	// games' names and then of the tasks'. Tasks, errors, and use of the store in the loop are as with Store.Tasks.
	AllTasks(ctx context.Context, prefix string) iter.Seq2[Task, error]
}

// A NamedGame is a game as Survey yields it.
type NamedGame struct {
	Name string
	Game
	Err error // the error of Load, if only this game can't be read; otherwise nil
}

// LoadAll is like Survey.LoadAll. If the store does not implement Survey, or that fails, for instance at a damaged
// record, it calls Load for each game.
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
			if err == nil && g.Err == nil && g.Rev == 0 { // the game was removed meanwhile
				continue
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// AllTasks is like Survey.AllTasks. If the store does not implement Survey, it calls Tasks for each game.
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
