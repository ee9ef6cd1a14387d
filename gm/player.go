package gm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"deaddrop/gm/game"
	"deaddrop/gm/store"
)

// A PlayerRecord is the record of an address.
type PlayerRecord struct {
	Games []string
	// the newest letters that came back as undeliverable, since the last letter from the address
	Returned  []string    `json:",omitempty"`
	Noted     ReturnNoted `json:",omitzero"`  // when the last of them was recorded
	Suspended time.Time   `json:",omitzero"`  // since when nothing is sent to the address; zero if it is in use
	Told      bool        `json:",omitempty"` // whether a game master has been told about that
	Lost      game.Daily  `json:",omitzero"`  // answers today to letters that belonged to no game
	// when the owner last denied that it is a player's second address; zero if never
	Declined time.Time  `json:",omitzero"`
	Seconds  game.Daily `json:",omitzero"`  // letters today that asked the owner about that
	Proved   time.Time  `json:",omitzero"`  // when its domain first authenticated a letter from it; zero if never
	Seals    []Seal     `json:",omitempty"` // seals of its signed letters, the newest last
	// the name under which the player is on public pages; "" if they are on none
	PublicName string `json:",omitempty"`
	// when the game master removed the player from the statistics: nothing that began before is counted; zero if
	// never
	Forgotten time.Time `json:",omitzero"`
}

// HasReturned reports whether letters to the address have come back.
func (p PlayerRecord) HasReturned() bool { return len(p.Returned) > 0 }

// PlayerKey returns the name of the record that lists the games of an address. The record is only an index: who plays
// in a game is decided by the game itself.
func PlayerKey(addr string) string { return "player/" + addr }

// EnterPlayer adds a game to the record of an address.
func (m *Master) EnterPlayer(ctx context.Context, addr, game string) error {
	return m.ChangePlayer(ctx, addr, func(head *PlayerRecord) bool {
		if slices.Contains(head.Games, game) {
			return false
		}
		head.Games = append(head.Games, game)
		return true
	})
}

// PlayerRecord returns the record of an address, which must not be modified.
func (m *Master) PlayerRecord(ctx context.Context, addr string) (PlayerRecord, error) {
	name := PlayerKey(addr)
	if known, ok := store.As[store.Revisions](m.Store); ok && store.CheckName(name) == nil {
		rev, err := known.Revision(ctx, name)
		if err != nil {
			return PlayerRecord{}, fmt.Errorf("loading the games of a player: %w", err)
		}
		if head, ok := m.Cache.player(name, rev); ok {
			return head, nil
		}
	}
	g, head, err := m.loadPlayer(ctx, addr)
	if err == nil && g.Rev > 0 {
		m.Cache.keepPlayer(name, g.Rev, head)
	}
	return head, err
}

// loadPlayer returns the record of an address for modification.
func (m *Master) loadPlayer(ctx context.Context, addr string) (store.Game, PlayerRecord, error) {
	if store.CheckName(PlayerKey(addr)) != nil {
		return store.Game{}, PlayerRecord{}, nil // the address is in no game
	}
	g, err := m.Store.Load(ctx, PlayerKey(addr))
	head, err := PlayerOf(g, err)
	return g, head, err
}

// PlayerOf decodes the record of an address from what the store has returned.
func PlayerOf(g store.Game, err error) (head PlayerRecord, _ error) {
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return head, fmt.Errorf("loading the games of a player: %w", err)
	}
	return head, nil
}

// ChangePlayer changes the record of an address if change returns true.
func (m *Master) ChangePlayer(ctx context.Context, addr string, change func(*PlayerRecord) bool) error {
	for range MaxConflicts {
		g, head, err := m.loadPlayer(ctx, addr)
		if err != nil || !change(&head) {
			return err
		}
		js, err := json.Marshal(head)
		if err != nil {
			return fmt.Errorf("saving the record of a player: %w", err)
		}
		_, err = m.Store.Commit(ctx, PlayerKey(addr), store.Change{Rev: g.Rev, Head: js})
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return fmt.Errorf("others changed the record of a player %d times running", MaxConflicts)
}

// Revive forgets letters that came back, and reports whether there were any.
func (p *PlayerRecord) Revive() bool {
	came := p.HasReturned()
	p.Returned, p.Noted, p.Suspended, p.Told = nil, ReturnNoted{}, time.Time{}, false
	return came
}

// A ReturnNoted says when the return of a letter was recorded.
type ReturnNoted struct {
	At   time.Time
	Game string
	Next uint64 // number of the game's next log entry at that time
}

// NotedBefore reports whether the return was recorded before a log entry of a game was written.
func (n ReturnNoted) NotedBefore(game string, e store.Entry) bool {
	if n.At.IsZero() || e.At.After(n.At) {
		return true
	}
	return game == n.Game && e.Seq >= n.Next
}

// A Seal identifies a signed letter that was taken in, so that nobody can send it again to another game.
type Seal struct {
	Seal string
	Game string // the game that it was for; the lobby for commands
	At   time.Time
}

const (
	maxSeals  = 1000            // largest number of seals that are remembered per address
	keepSeals = 40 * game.Day24 // age from which on a signature proves nothing
)

// KnownSeal returns the game that has taken in the letter with a seal, or "" if there is none.
func (p *PlayerRecord) KnownSeal(seal string) string {
	i := slices.IndexFunc(p.Seals, func(s Seal) bool { return s.Seal == seal })
	if i < 0 {
		return ""
	}
	return p.Seals[i].Game
}

// KeepSeal adds the seal of a letter, and removes seals that are too old to matter.
func (p *PlayerRecord) KeepSeal(s Seal) {
	p.Seals = slices.DeleteFunc(slices.Clone(p.Seals), func(o Seal) bool { return s.At.Sub(o.At) > keepSeals })
	p.Seals = append(p.Seals, s)
	p.Seals = p.Seals[max(0, len(p.Seals)-maxSeals):]
}
