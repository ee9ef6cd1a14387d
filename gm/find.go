package gm

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/parser"
)

// ArchivedPrefix begins the names of the records of archived games. The game's name follows.
const ArchivedPrefix = "archive/"

// An Archived is the record of a game that is over and was moved to the archive. The game itself is in a blob.
type Archived struct {
	Name, Rules string
	Why         string `json:",omitempty"` // why the game is over
	Ended       time.Time
	Archived    time.Time
	Seats       []ArchivedSeat
	Blob        string // name of the blob: the SHA-256 of the game's file, compressed with zstd
	Size        int    // size of the blob in bytes
	Rev         uint64 // revision of this record
}

// An ArchivedSeat says who played a seat at the end.
type ArchivedSeat struct {
	Name    adjudicator.Seat
	Address string
}

// ArchivedAs returns the record of an archived game, or nil if there is none.
func (m *Master) ArchivedAs(ctx context.Context, name string) (*Archived, error) {
	if !game.IsGame(name) {
		return nil, nil
	}
	g, err := m.Store.Load(ctx, ArchivedPrefix+name)
	if err == nil && g.Rev == 0 {
		return nil, nil
	}
	a := new(Archived)
	if err == nil {
		err = json.Unmarshal(g.Head, a)
	}
	if err != nil {
		return nil, fmt.Errorf("looking for %s in the archive: %w", name, err)
	}
	a.Rev = g.Rev
	return a, nil
}

// Has reports whether there is a game with that name, archived or not. It reads only that game, so that it can be
// called for any word of a letter.
func (m *Master) Has(ctx context.Context, name string) (bool, error) {
	s, err := m.Find(ctx, name)
	if s != nil || err != nil {
		return s != nil, err
	}
	a, err := m.ArchivedAs(ctx, name)
	return a != nil, err
}

// Load reads a game without changing it.
func (m *Master) Load(ctx context.Context, name string) (*Step, error) {
	if !game.IsGame(name) {
		return nil, m.NoGame(ctx, name)
	}
	s, err := m.Find(ctx, name)
	if s == nil && err == nil {
		err = m.NoGame(ctx, name)
	}
	return s, err
}

// Find is like Load, for names that come from letters: it returns nil if there is no such game. It does not look for
// similar names, since that would read the names of all games, and any stranger could cause it.
func (m *Master) Find(ctx context.Context, name string) (*Step, error) {
	s := &Step{Master: m, Ctx: ctx, Name: name}
	if !game.IsGame(name) {
		return nil, nil
	}
	if err := s.Load(); err != nil || s.Rev == 0 {
		return nil, err
	}
	s.Renew()
	return s, nil
}

// NoGame returns the refusal of a name that is not a game's. It suggests similar names.
func (m *Master) NoGame(ctx context.Context, name string) error {
	if err := m.refuseArchived(ctx, name); err != nil {
		return err
	}
	var known []string
	for game, err := range m.GameNames(ctx, "") {
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
	return refusal.New("There is no game %q; there are %s.", name, game.Listed(known))
}

const (
	maxListed = 8        // largest number of names in a refusal
	Broken    = "broken" // stands for the state of a game that can't be read
)

func (m *Master) ItemAt(ctx context.Context, name string, entry uint64) (game.Item, error) {
	for e, err := range m.Store.Log(ctx, name, entry) {
		if err != nil {
			return game.Item{}, fmt.Errorf("reading entry %d of %s: %w", entry, name, err)
		}
		it := game.Item{Ref: name + "/" + strconv.FormatUint(entry, 10), At: e.At}
		if e.Seq != entry || e.Kind != KindHeld {
			break
		}
		err := Decode(e.Body, &it)
		if it.Letter != nil {
			it.Letter.From = letter.Address(it.Letter.From)
		}
		return it, err
	}
	return game.Item{}, refusal.New("Nothing under %s/%d waits for you.", name, entry)
}

// LobbyHead returns the head of a lobby by its name.
func (m *Master) LobbyHead(ctx context.Context, name string) (game.Lobby, error) {
	s := &Step{Master: m, Ctx: ctx, Name: name}
	err := s.Load()
	return s.Lobby, err
}

// Lobbies yields the names of the current lobby and of the past weeks' lobbies that are kept, oldest first.
func (m *Master) Lobbies(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if !yield(game.LobbyName, nil) {
			return
		}
		for name, err := range m.Store.Games(ctx, game.Weekly) {
			if err == nil && !game.IsLobby(name) || !yield(name, err) {
				return
			}
		}
	}
}

// Each yields the items of a list as a sequence without errors, in the form in which a store yields records.
func Each[T any](ctx context.Context, list []T) iter.Seq2[T, error] {
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

// ArchivedError returns the refusal of an act that is impossible for an archived game.
func ArchivedError(name string) error {
	return refusal.New("%[1]s is over and archived. gm archive restore %[1]s brings it back; gm show, log, "+
		"history, map, verify and export read it where it is.", name)
}

// CheckNotArchived returns a refusal if the game with that name is archived.
func (m *Master) CheckNotArchived(ctx context.Context, name string) error {
	a, err := m.ArchivedAs(ctx, name)
	if err == nil && a != nil {
		err = refusal.New("There is a game called %[1]s in the archive. Take another name; gm archive restore %[1]s "+
			"brings that one back.", name)
	}
	return err
}

// refuseArchived returns the refusal of an act on a game that is not in the store, because it is archived or never
// existed.
func (m *Master) refuseArchived(ctx context.Context, name string) error {
	a, err := m.ArchivedAs(ctx, name)
	if err == nil && a != nil {
		err = ArchivedError(name)
	}
	return err
}

// GameNames yields the names of all games that follow a name in sorted order.
func (m *Master) GameNames(ctx context.Context, after string) iter.Seq2[string, error] {
	read := func(after string) iter.Seq2[string, error] { return m.Store.Games(ctx, after) }
	return onlyGames(after, read, func(name string) string { return name })
}

// StoredGames yields the stored state of all games whose names follow a name in sorted order.
func (m *Master) StoredGames(ctx context.Context, after string) iter.Seq2[store.NamedGame, error] {
	read := func(after string) iter.Seq2[store.NamedGame, error] { return store.LoadAll(ctx, m.Store, after) }
	return onlyGames(after, read, func(g store.NamedGame) string { return g.Name })
}

// Among yields the games with the given names, in that order, or all games if no names are given. It also reports
// whether the lobby was named. A name that is not a game's is refused.
func (m *Master) Among(ctx context.Context, only []string) (games iter.Seq2[store.NamedGame, error], withLobby bool) {
	if len(only) == 0 {
		return m.StoredGames(ctx, ""), true
	}
	names := slices.Compact(slices.Sorted(slices.Values(only)))
	n := len(names)
	names = slices.DeleteFunc(names, func(name string) bool { return name == game.LobbyName })
	return func(yield func(store.NamedGame, error) bool) {
		for _, name := range names {
			g, err := m.Named(ctx, name)
			if !yield(g, err) || err != nil {
				return
			}
		}
	}, len(names) < n
}

// Named returns the stored state of a game, or a refusal if there is no such game.
func (m *Master) Named(ctx context.Context, name string) (store.NamedGame, error) {
	g := store.NamedGame{Name: name}
	if game.IsGame(name) {
		g.Game, g.Err = m.Store.Load(ctx, name)
	}
	if g.Err == nil && g.Rev == 0 {
		return g, m.NoGame(ctx, name)
	}
	return g, nil
}

// onlyGames yields the records that are games, in the order of their names. A large site has several times as many
// records of players as games; records of a kind are adjacent, so they are skipped in one step.
func onlyGames[T any](after string, read func(after string) iter.Seq2[T, error],
	name func(T) string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for more := true; more; {
			more = false
			for v, err := range read(after) {
				if err != nil {
					yield(v, fmt.Errorf("listing games: %w", err))
					return
				}
				after = name(v)
				if game.IsGame(after) {
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

// lastOfKind, appended to the name of a kind, sorts after all names of records of that kind.
const lastOfKind = "/\U0010ffff"

// Look returns a step for reading a game, which may even be one that can't be decoded. It must not be committed.
func (m *Master) Look(ctx context.Context, g store.NamedGame) (*Step, error) {
	s := &Step{Master: m, Ctx: ctx, Name: g.Name}
	if g.Err != nil {
		return s, s.unloaded(g.Err)
	}
	return s, s.unpack(g.Game)
}

// atOnce is the number of games that are read or changed concurrently by a call that goes through all games. It is
// large enough to hide the latency of a distant store, and small enough to leave room for other callers.
const atOnce = 8

// Gather calls fn for each value of a sequence, in several goroutines, and returns the results in the order of the
// values. After an error it begins no further calls, and returns the error that would have come first if the values
// had been processed one by one. A panic in fn is passed on in the caller's goroutine, where it can be recovered.
func Gather[T, R any](from iter.Seq2[T, error], fn func(T) (R, error)) ([]R, error) {
	type made struct {
		of    R
		err   error
		stack string // the stack, if fn panicked
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
			one.stack, one.err = Guarded(func() (err error) { one.of, err = fn(v); return err })
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

// A Memo caches results by key, so that they are rarely computed twice. It is safe for concurrent use.
type Memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]V
}

// Of returns the cached result for a key, or else calls find and caches what it returns.
func (c *Memo[K, V]) Of(about K, find func() (V, error)) (V, error) {
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
