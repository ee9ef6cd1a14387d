package play

import (
	"context"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/outbox"
)

// Alive records that a letter came from an address, or that the game master vouches for it: its bounces are
// forgotten, and letters that wait for it become due.
func Alive(ctx context.Context, m *gm.Master, now time.Time, addr string) error {
	head, err := m.PlayerRecord(ctx, addr)
	if err != nil || !head.HasReturned() {
		return err
	}
	// do this before lifting the suspension: afterwards some letters may be in progress, and would be sent twice
	if !head.Suspended.IsZero() {
		for _, game := range append([]string{game.LobbyName}, head.Games...) {
			if err := hasten(ctx, m, now, game, addr); err != nil {
				return err
			}
		}
	}
	return m.ChangePlayer(ctx, addr, (*gm.PlayerRecord).Revive)
}

// hasten makes letters to a suspended address due at once.
func hasten(ctx context.Context, m *gm.Master, now time.Time, game, addr string) error {
	return Do(ctx, m, now, game, nil, func(s *gm.Step) error {
		waiting, err := outbox.Waiting(s, addr)
		if err == nil && len(waiting) == 0 {
			return gm.ErrNothing
		}
		for _, e := range waiting {
			s.Tasks = append(s.Tasks, e.Requeue(now.Add(time.Second)))
		}
		return err
	})
}
