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
	// the newest letters to it that came back for good, since one came from it
	Returned  []string    `json:",omitempty"`
	Noted     ReturnNoted `json:",omitzero"`  // when the last of them was noted
	Suspended time.Time   `json:",omitzero"`  // since when nothing is sent to it; zero: it is
	Told      bool        `json:",omitempty"` // a game master has heard of that
	Lost      game.Daily  `json:",omitzero"`  // its letters that fitted no game and were answered
	Declined  time.Time   `json:",omitzero"`  // when it last said that it is no player's second address; zero: never
	Seconds   game.Daily  `json:",omitzero"`  // letters that asked it whether it is one
	Proved    time.Time   `json:",omitzero"`  // when its domain first vouched for a letter from it; zero: it never has
	Seals     []Seal      `json:",omitempty"` // of its signed letters, the newest last
	// when the game master has struck it from the statistics: nothing that began up to then is counted; zero: never
	Forgotten time.Time `json:",omitzero"`
}

// HasReturned reports whether letters to the address have come back.
func (p PlayerRecord) HasReturned() bool { return len(p.Returned) > 0 }

// PlayerKey names the record of which games an address plays in. It finds work and is never the truth: a
// game itself says who sits in it.
func PlayerKey(addr string) string { return "player/" + addr }

// EnterPlayer notes that an address plays in a game.
func (m *Master) EnterPlayer(ctx context.Context, addr, game string) error {
	return m.ChangePlayer(ctx, addr, func(head *PlayerRecord) bool {
		if slices.Contains(head.Games, game) {
			return false
		}
		head.Games = append(head.Games, game)
		return true
	})
}

// PlayerRecord reads the record of an address, which must not be changed.
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

// loadPlayer reads the record of an address to change it.
func (m *Master) loadPlayer(ctx context.Context, addr string) (store.Game, PlayerRecord, error) {
	if store.CheckName(PlayerKey(addr)) != nil {
		return store.Game{}, PlayerRecord{}, nil // nobody of that address plays
	}
	g, err := m.Store.Load(ctx, PlayerKey(addr))
	head, err := PlayerOf(g, err)
	return g, head, err
}

// PlayerOf is the record of an address as the store has it, or has an error for it.
func PlayerOf(g store.Game, err error) (head PlayerRecord, _ error) {
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return head, fmt.Errorf("loading the games of a player: %w", err)
	}
	return head, nil
}

// ChangePlayer changes the record of an address if change says so.
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

// Revive forgets what came back, and reports whether anything did.
func (p *PlayerRecord) Revive() bool {
	came := p.HasReturned()
	p.Returned, p.Noted, p.Suspended, p.Told = nil, ReturnNoted{}, time.Time{}, false
	return came
}

// A ReturnNoted is when it was noted that a letter came back.
type ReturnNoted struct {
	At   time.Time
	Game string
	Next uint64 // the number of the next log entry in that game
}

// NotedBefore reports whether a letter was written after that.
func (n ReturnNoted) NotedBefore(game string, e store.Entry) bool {
	if n.At.IsZero() || e.At.After(n.At) {
		return true
	}
	return game == n.Game && e.Seq >= n.Next
}

// A Seal letter is a signed one that was taken in, so that nobody can send it again for another game.
type Seal struct {
	Seal string
	Game string // that it was for; the lobby, of commands
	At   time.Time
}

const (
	maxSeals  = 1000            // of an address that are remembered
	keepSeals = 40 * game.Day24 // a signature proves nothing for so long
)

// KnownSeal is the game that has taken in the letter with a seal; "" if none has.
func (p *PlayerRecord) KnownSeal(seal string) string {
	i := slices.IndexFunc(p.Seals, func(s Seal) bool { return s.Seal == seal })
	if i < 0 {
		return ""
	}
	return p.Seals[i].Game
}

// KeepSeal remembers a signed letter, and forgets those that are too old to prove anything.
func (p *PlayerRecord) KeepSeal(s Seal) {
	p.Seals = slices.DeleteFunc(slices.Clone(p.Seals), func(o Seal) bool { return s.At.Sub(o.At) > keepSeals })
	p.Seals = append(p.Seals, s)
	p.Seals = p.Seals[max(0, len(p.Seals)-maxSeals):]
}
