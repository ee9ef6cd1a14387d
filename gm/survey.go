package gm

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"deaddrop/gm/store"
)

// names yields the names of the games after a name, in their order.
func (m *Master) names(ctx context.Context, after string) iter.Seq2[string, error] {
	read := func(after string) iter.Seq2[string, error] { return m.Store.Games(ctx, after) }
	return onlyGames(after, read, func(name string) string { return name })
}

// games yields the games after a name as they are in the store, in the order of their names.
func (m *Master) games(ctx context.Context, after string) iter.Seq2[store.NamedGame, error] {
	read := func(after string) iter.Seq2[store.NamedGame, error] { return store.LoadAll(ctx, m.Store, after) }
	return onlyGames(after, read, func(g store.NamedGame) string { return g.Name })
}

// among yields the games of the given names in their order, or all games where none is given, and reports whether the lobby is
// among them. A name that is no game's is refused.
func (m *Master) among(ctx context.Context, only []string) (games iter.Seq2[store.NamedGame, error], withLobby bool) {
	if len(only) == 0 {
		return m.games(ctx, ""), true
	}
	names := slices.Compact(slices.Sorted(slices.Values(only)))
	n := len(names)
	names = slices.DeleteFunc(names, func(name string) bool { return name == lobby })
	return func(yield func(store.NamedGame, error) bool) {
		for _, name := range names {
			g, err := m.named(ctx, name)
			if !yield(g, err) || err != nil {
				return
			}
		}
	}, len(names) < n
}

// named is a game as it is in the store; where there is none, that is refused.
func (m *Master) named(ctx context.Context, name string) (store.NamedGame, error) {
	g := store.NamedGame{Name: name}
	if IsGame(name) {
		g.Game, g.Err = m.Store.Load(ctx, name)
	}
	if g.Err == nil && g.Rev == 0 {
		return g, m.noGame(ctx, name)
	}
	return g, nil
}

// onlyGames yields what is a game's of what read yields in the order of the records' names. A large site has several times as
// many players as games. Their records stand together, as do those of each kind, and are left out.
func onlyGames[T any](after string, read func(after string) iter.Seq2[T, error], name func(T) string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for more := true; more; {
			more = false
			for v, err := range read(after) {
				if err != nil {
					yield(v, fmt.Errorf("listing games: %w", err))
					return
				}
				after = name(v)
				if IsGame(after) {
					if !yield(v, nil) {
						return
					}
					continue
				}
				if kind, _, has := strings.Cut(after, "/"); has && kind+lastOfKind > after {
					after, more = kind+lastOfKind, true
					break
				}
			}
		}
	}
}

// lastOfKind is what comes after all names of records of a kind that there are.
const lastOfKind = "/\U0010ffff"

// look is a step at a game as it was read, or at one that can't be. It is never committed.
func (m *Master) look(ctx context.Context, g store.NamedGame) (*step, error) {
	s := &step{m: m, ctx: ctx, name: g.Name}
	if g.Err != nil {
		return s, s.unloaded(g.Err)
	}
	return s, s.unpack(g.Game)
}

// atOnce is how many games are read or changed at once by who goes through all of them: so many that a store far away
// hardly has to be waited for, and so few that others get their turn.
const atOnce = 8

// gather returns what fn makes of each value, in their order. It is called by several goroutines at once. After an error no
// more are begun, and the error is the one that there would be if they were dealt with one after another. So is a panic: who
// calls it may be guarded.
func gather[T, R any](from iter.Seq2[T, error], fn func(T) (R, error)) ([]R, error) {
	type made struct {
		of    R
		err   error
		stack string // if it panicked
	}
	var all []*made
	var end error
	var failed atomic.Bool
	var working sync.WaitGroup
	free := make(chan struct{}, atOnce)
	for v, err := range from {
		free <- struct{}{}
		if end = err; end != nil || failed.Load() {
			break
		}
		one := new(made)
		all = append(all, one)
		working.Go(func() {
			one.stack, one.err = guarded(func() (err error) { one.of, err = fn(v); return err })
			if one.stack != "" || one.err != nil {
				failed.Store(true)
			}
			<-free
		})
	}
	working.Wait()
	out := make([]R, len(all))
	for i, one := range all {
		switch {
		case one.stack != "":
			panic(one.stack)
		case one.err != nil:
			return nil, one.err
		}
		out[i] = one.of
	}
	if end != nil {
		return nil, end
	}
	return out, nil
}

// A memo has what was found out about something, so that it is found out hardly more than once. Several goroutines may use it.
type memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]V
}

// of is what is known, or else what find returns.
func (c *memo[K, V]) of(about K, find func() (V, error)) (V, error) {
	c.mu.Lock()
	v, ok := c.known[about]
	c.mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := find()
	if err != nil {
		return v, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[K]V{}
	}
	c.known[about] = v
	return v, nil
}
