// Package site is in charge of what looks across games: how long the service was off and which deadlines have to be put
// off for that, games on the shelf, games that are carried from one store to another, whether a game's log proves that
// nobody bent its luck, what the game master has to do, and figures for whoever watches the service. It takes part in
// no game.
package site

import (
	"context"

	"deaddrop/gm"
	"deaddrop/gm/desk"
)

// ClockAccepted reports whether turns are resolved by the clock; see Guard. It answers at once.
func ClockAccepted(m *gm.Master) bool { return !m.ClockStopped() }

// A Tally is how many games there are by their state, and how many things wait for the game master in all of them.
type Tally struct {
	Games map[string]int
	Waits int
}

// AddTally adds the games behind the given name to t, up to most of them, in the order of their names. It returns the
// name of the last one, to go on behind; "" when there are no more. So that work goes on beside it, a caller with many
// games calls it again and again.
func AddTally(ctx context.Context, m *gm.Master, after string, most int, t *Tally) (last string, err error) {
	if t.Games == nil {
		t.Games = map[string]int{}
	}
	if after == "" {
		n, err := desk.InLobby(ctx, m)
		if err != nil {
			// it is there, and can't be read; and if the store is to blame, the games can't be either
			t.Games[gm.Broken]++
		}
		t.Waits += n
	}
	seen := 0
	for g, err := range m.StoredGames(ctx, after) {
		if err != nil {
			return "", err
		}
		if s, err := m.Look(ctx, g); err != nil {
			t.Games[gm.Broken]++
		} else {
			t.Games[string(s.Game.State)]++
			t.Waits += len(s.Game.Inbox)
		}
		if seen++; seen == most {
			return g.Name, nil
		}
	}
	return "", nil
}
