package gm

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// Inbox is the inbox of the step's game, or of the lobby.
func (s *Step) Inbox() *game.Inbox {
	if s.Game != nil {
		return &s.Game.Inbox
	}
	return &s.Lobby.Inbox
}

// Item puts something into the game master's inbox, and returns its log entry. With a key it is put there once.
func (s *Step) Item(key string, it game.Item) uint64 {
	it.Letter.Becomes(letter.FateAside)
	entry := s.Write(KindHeld, key, it)
	box := s.Inbox()
	*box = append(*box, entry)
	return entry
}

// Settle takes an item out of the inbox.
func (s *Step) Settle(entry uint64) {
	s.Inbox().Strike(entry)
	s.Strays().Settle(entry)
}

// LetterAt is the letter of an item.
func (s *Step) LetterAt(entry uint64) (*letter.Letter, error) {
	if err := s.durable(); err != nil {
		return nil, err
	}
	it, err := s.Master.ItemAt(s.Ctx, s.Name, entry)
	if err != nil {
		return nil, err
	}
	return it.Letter, nil
}

// Briefly joins the first of many lines into one.
func Briefly(lines []string) string {
	const most = 10
	if more := len(lines) - most; more > 0 {
		lines = append(slices.Clone(lines[:most]), fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, " / ")
}
