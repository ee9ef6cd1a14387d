package gm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"deaddrop/gm/store"
)

// A playerHead is the record of an address.
type playerHead struct {
	Games     []string
	Returned  []string  `json:",omitempty"` // the newest letters to it that came back for good, since one came from it
	Noted     noted     `json:",omitzero"`  // when the last of them was noted
	Suspended time.Time `json:",omitzero"`  // since when nothing is sent to it; zero: it is
	Told      bool      `json:",omitempty"` // a game master has heard of that
	Lost      day       `json:",omitzero"`  // its letters that fitted no game and were answered
	Declined  time.Time `json:",omitzero"`  // when it last said that it is no player's second address; zero: never
	Seconds   day       `json:",omitzero"`  // letters that asked it whether it is one
	Proved    time.Time `json:",omitzero"`  // when its domain first vouched for a letter from it; zero: it never has
	Seals     []sealed  `json:",omitempty"` // of its signed letters, the newest last
}

// returned reports whether letters to the address have come back.
func (p playerHead) returned() bool { return len(p.Returned) > 0 }

// player names the record of which games an address plays in. It finds work and is never the truth: a
// game itself says who sits in it.
func player(addr string) string { return "player/" + addr }

// enter notes that an address plays in a game.
func (m *Master) enter(ctx context.Context, addr, game string) error {
	return m.changePlayer(ctx, addr, func(head *playerHead) bool {
		if slices.Contains(head.Games, game) {
			return false
		}
		head.Games = append(head.Games, game)
		return true
	})
}

// player reads the record of an address, which must not be changed.
func (m *Master) player(ctx context.Context, addr string) (playerHead, error) {
	name := player(addr)
	if known, ok := store.As[store.Revisions](m.Store); ok && store.CheckName(name) == nil {
		rev, err := known.Revision(ctx, name)
		if err != nil {
			return playerHead{}, fmt.Errorf("loading the games of a player: %w", err)
		}
		if head, ok := m.cache.player(name, rev); ok {
			return head, nil
		}
	}
	g, head, err := m.loadPlayer(ctx, addr)
	if err == nil && g.Rev > 0 {
		m.cache.keepPlayer(name, g.Rev, head)
	}
	return head, err
}

// loadPlayer reads the record of an address to change it.
func (m *Master) loadPlayer(ctx context.Context, addr string) (store.Game, playerHead, error) {
	if store.CheckName(player(addr)) != nil {
		return store.Game{}, playerHead{}, nil // nobody of that address plays
	}
	g, err := m.Store.Load(ctx, player(addr))
	head, err := playerOf(g, err)
	return g, head, err
}

// playerOf is the record of an address as the store has it, or has an error for it.
func playerOf(g store.Game, err error) (head playerHead, _ error) {
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return head, fmt.Errorf("loading the games of a player: %w", err)
	}
	return head, nil
}

// changePlayer changes the record of an address if change says so.
func (m *Master) changePlayer(ctx context.Context, addr string, change func(*playerHead) bool) error {
	for range maxConflicts {
		g, head, err := m.loadPlayer(ctx, addr)
		if err != nil || !change(&head) {
			return err
		}
		js, err := json.Marshal(head)
		if err != nil {
			return fmt.Errorf("saving the record of a player: %w", err)
		}
		_, err = m.Store.Commit(ctx, player(addr), store.Change{Rev: g.Rev, Head: js})
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return fmt.Errorf("others changed the record of a player %d times running", maxConflicts)
}

// revive forgets what came back, and reports whether anything did.
func (p *playerHead) revive() bool {
	came := p.returned()
	p.Returned, p.Noted, p.Suspended, p.Told = nil, noted{}, time.Time{}, false
	return came
}

// alive notes that a letter came from an address, or that the game master believes in it: what came back from it is
// forgotten, and what waited for that is sent soon.
func (m *Master) alive(ctx context.Context, now time.Time, addr string) error {
	head, err := m.player(ctx, addr)
	if err != nil || !head.returned() {
		return err
	}
	if !head.Suspended.IsZero() { // before that ends, for then letters may be on their way, and would be sent twice
		for _, game := range append([]string{lobby}, head.Games...) {
			if err := m.hasten(ctx, now, game, addr); err != nil {
				return err
			}
		}
	}
	return m.changePlayer(ctx, addr, (*playerHead).revive)
}

// hasten makes letters to a suspended address due at once.
func (m *Master) hasten(ctx context.Context, now time.Time, game, addr string) error {
	return m.do(ctx, now, game, nil, func(s *step) error {
		waiting, err := s.waiting(addr)
		if err == nil && len(waiting) == 0 {
			return errNothing
		}
		for _, e := range waiting {
			s.tasks = append(s.tasks, e.anew(now.Add(time.Second)))
		}
		return err
	})
}
