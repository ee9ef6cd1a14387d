package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/store"
)

// Prefix begins the names of the records that hold summaries. The game's name follows.
const Prefix = "record/"

// format is the version of the format of summaries. It is increased whenever something else is counted, so that older
// summaries are made again.
const format = 2

// A summary is what is stored about a game that is over.
type summary struct {
	Format int
	Of     string // version of the game from which it was made: see live and shelved
	Game   Game
}

// live returns the version of a game in the store.
func live(s *gm.Step) string { return "revision " + strconv.FormatUint(s.Rev, 10) }

// shelved returns the version of an archived game.
func shelved(a gm.Archived) string { return "blob " + a.Blob }

// OfGame returns the same as [Of], from the summary if there is one. It stores a summary of a game that is over, if
// it is missing.
func OfGame(s *gm.Step) (Game, error) {
	if s.Game.State != game.Over {
		return Of(s)
	}
	g, err := kept(s.Ctx, s.Master, s.Name, live(s))
	switch {
	case err != nil:
		return Game{}, err
	case g != nil:
		return *g, nil
	}
	return keep(s.Master, s, live(s))
}

// Shelve makes the summary of a game that is about to be archived, and stores it.
func Shelve(m *gm.Master, s *gm.Step, a gm.Archived) (Game, error) { return keep(m, s, shelved(a)) }

// Shelved returns the summary of an archived game, or nil if there is none.
func Shelved(ctx context.Context, m *gm.Master, a gm.Archived) (*Game, error) {
	return kept(ctx, m, a.Name, shelved(a))
}

// kept returns the stored summary of a game if it was made from the given version, or else nil.
func kept(ctx context.Context, m *gm.Master, name, of string) (*Game, error) {
	saved, err := m.Store.Load(ctx, Prefix+name)
	var sum summary
	if err == nil && saved.Rev > 0 {
		err = gm.Decode(saved.Head, &sum)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the summary of %s: %w", name, err)
	}
	if sum.Format != format || sum.Of != of {
		return nil, nil
	}
	return &sum.Game, nil
}

// keep makes a summary of a game and stores it.
func keep(m *gm.Master, s *gm.Step, of string) (Game, error) {
	g, err := Of(s)
	if err != nil {
		return g, err
	}
	js, err := json.Marshal(summary{format, of, g})
	if err != nil {
		return g, fmt.Errorf("saving the summary of %s: %w", s.Name, err)
	}
	saved, err := m.Store.Load(s.Ctx, Prefix+s.Name)
	if err == nil {
		_, err = m.Store.Commit(s.Ctx, Prefix+s.Name, store.Change{Rev: saved.Rev, Head: gm.Compress(js)})
	}
	// on a conflict, somebody else has just stored the same summary
	if err != nil && !errors.Is(err, store.ErrConflict) {
		return g, fmt.Errorf("keeping the summary of %s: %w", s.Name, err)
	}
	return g, nil
}
