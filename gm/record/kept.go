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

// Prefix is what the names of the summaries' records begin with. The rest is the game's name.
const Prefix = "record/"

// format is that of summaries. It goes up with each change of what is counted, so that older ones are made anew.
const format = 1

// A summary is what is kept of a game that is over.
type summary struct {
	Format int
	Of     string // what it was made of: see [Live] and [gm.Archived]
	Game   Game
}

// live names the state of a game that is in the store.
func live(s *gm.Step) string { return "revision " + strconv.FormatUint(s.Rev, 10) }

// shelved names an archived game.
func shelved(a gm.Archived) string { return "blob " + a.Blob }

// OfGame is [Of], by the summary where there is one. The summary of a game that is over is made if it is missing.
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

// Shelve makes the summary of a game that is archived, and has m keep it.
func Shelve(m *gm.Master, s *gm.Step, a gm.Archived) (Game, error) { return keep(m, s, shelved(a)) }

// Shelved is the summary of an archived game; nil if there is none.
func Shelved(ctx context.Context, m *gm.Master, a gm.Archived) (*Game, error) {
	return kept(ctx, m, a.Name, shelved(a))
}

// kept is the summary of a game if it was made of that.
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

// keep makes a summary of a game, and has m keep it.
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
	if err != nil && !errors.Is(err, store.ErrConflict) { // else somebody has just made it, too
		return g, fmt.Errorf("keeping the summary of %s: %w", s.Name, err)
	}
	return g, nil
}
