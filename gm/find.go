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

// ArchivedPrefix is what the names of the records of archived games begin with. The rest is the game's name.
const ArchivedPrefix = "archive/"

// An Archived is a game that is over and was put away: all of it is one blob, and the store has this record of it.
type Archived struct {
	Name, Rules string
	Why         string `json:",omitempty"` // as the game says why it is over
	Ended       time.Time
	Archived    time.Time
	Seats       []ArchivedSeat
	Blob        string // its name: the SHA-256 of the game's file, compressed with zstd
	Size        int    // bytes of the blob
	Rev         uint64 // of the record
}

// An ArchivedSeat is who sat where at the end.
type ArchivedSeat struct {
	Name    adjudicator.Seat
	Address string
}

// ArchivedAs is the record of an archived game; nil if there is none.
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

// Has reports whether there is a game of that name, which may be archived. It reads no other's, so it is for words that
// may be none.
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

// Find is Load for names out of letters: it returns nil if there is no such game. Which may have been meant is not
// looked for, as that reads the names of all games, and strangers could have it done.
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

// NoGame refuses the name of a game that is not there, and says which may have been meant.
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
	maxListed = 8        // names in a refusal
	Broken    = "broken" // in place of the state of a game that can't be read
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

// LobbyHead is the head of one of the lobbies.
func (m *Master) LobbyHead(ctx context.Context, name string) (game.Lobby, error) {
	s := &Step{Master: m, Ctx: ctx, Name: name}
	err := s.Load()
	return s.Lobby, err
}

// Lobbies yields the lobby and those of weeks that are kept, oldest first.
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

// Each yields the items of a list, without an error, as a store yields what it has.
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

// ArchivedError is the refusal of what can't be done to an archived game.
func ArchivedError(name string) error {
	return refusal.New("%[1]s is over and archived. gm archive restore %[1]s brings it back; gm show, log, "+
		"history, map, verify and export read it where it is.", name)
}

// CheckNotArchived refuses the name of a game that is archived.
func (m *Master) CheckNotArchived(ctx context.Context, name string) error {
	a, err := m.ArchivedAs(ctx, name)
	if err == nil && a != nil {
		err = refusal.New("There is a game called %[1]s in the archive. Take another name; gm archive restore %[1]s "+
			"brings that one back.", name)
	}
	return err
}

// refuseArchived is why nothing is there to be done in a game: archived, or never there.
func (m *Master) refuseArchived(ctx context.Context, name string) error {
	a, err := m.ArchivedAs(ctx, name)
	if err == nil && a != nil {
		err = ArchivedError(name)
	}
	return err
}

// GameNames yields the names of the games after a name, in their order.
func (m *Master) GameNames(ctx context.Context, after string) iter.Seq2[string, error] {
	read := func(after string) iter.Seq2[string, error] { return m.Store.Games(ctx, after) }
	return onlyGames(after, read, func(name string) string { return name })
}

// StoredGames yields the games after a name as they are in the store, in the order of their names.
func (m *Master) StoredGames(ctx context.Context, after string) iter.Seq2[store.NamedGame, error] {
	read := func(after string) iter.Seq2[store.NamedGame, error] { return store.LoadAll(ctx, m.Store, after) }
	return onlyGames(after, read, func(g store.NamedGame) string { return g.Name })
}

// Among yields the games of the given names in their order, or all games where none is given, and reports whether the
// lobby is among them. A name that is no game's is refused.
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

// Named is a game as it is in the store; where there is none, that is refused.
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

// onlyGames yields those of the records that are games, in the order of their names. A large site has several times as
// many players as games. Their records stand together, as do those of each kind, and are left out.
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

// lastOfKind is a name that sorts behind all names of records of a kind.
const lastOfKind = "/\U0010ffff"

// Look is a step that only looks at a game, or at one that can't be read. It is never committed.
func (m *Master) Look(ctx context.Context, g store.NamedGame) (*Step, error) {
	s := &Step{Master: m, Ctx: ctx, Name: g.Name}
	if g.Err != nil {
		return s, s.unloaded(g.Err)
	}
	return s, s.unpack(g.Game)
}

// atOnce is how many games are read or changed at once by whoever goes through all of them: so many that a store far
// away hardly has to be waited for, and so few that others get their turn.
const atOnce = 8

// Gather returns what fn makes of each value, in their order. It is called by several goroutines at once. After an
// error no more are begun, and the error is the one that there would be if they were dealt with one after another. So
// is a panic: who calls it may be guarded.
func Gather[T, R any](from iter.Seq2[T, error], fn func(T) (R, error)) ([]R, error) {
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

// A Memo remembers what was found out about something, so that it is rarely found out twice. Several goroutines may use
// it.
type Memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]V
}

// Of returns what is known, or else what find returns.
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
