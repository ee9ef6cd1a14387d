// Package site is in charge of everything that spans games: outages and the deadlines to be postponed for them, the
// archive, export and import, verifying from a game's log that nobody has manipulated its luck, the game master's
// to-do list, and figures for monitoring. It takes part in no game.
package site

import (
	"context"

	"deaddrop/gm"
	"deaddrop/gm/desk"
)

// ClockAccepted reports whether the clock is trusted, so that turns are resolved. It does not block.
func ClockAccepted(m *gm.Master) bool { return !m.ClockStopped() }

// A Tally counts games by their state, and open items in all inboxes.
type Tally struct {
	Games map[string]int
	Waits int
}

// AddTally adds up to most games to t, in order of name, beginning after a name. It returns the last name, or "" when
// there are no more, so that a caller with many games can count in small steps.
func AddTally(ctx context.Context, m *gm.Master, after string, most int, t *Tally) (last string, err error) {
	if t.Games == nil {
		t.Games = map[string]int{}
	}
	if after == "" {
		n, err := desk.InLobby(ctx, m)
		if err != nil {
			// counted as unreadable; if the store is at fault, the next call fails
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
