package gm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator"
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

// Item puts something into the game master's inbox, and returns its log entry. With a key it is put there once. It takes
// the place of an older item about the same.
func (s *Step) Item(key string, it game.Item) uint64 {
	it.Letter.Becomes(letter.FateAside)
	entry := s.Write(KindHeld, key, it)
	box := s.Inbox()
	*box = append(*box, entry)
	if s.Notify() == game.NotifyNow {
		s.Task(TaskNews, s.Now)
	}
	if it.About != "" {
		if !it.About.Gathers() {
			s.SettleTopic(it.About)
		}
		s.topics().Add(it.About, entry)
	}
	return entry
}

// Notify is when the game master hears of what waits in the step's game, or in the lobby.
func (s *Step) Notify() game.Notify {
	if s.Game != nil && s.Game.Notify != "" {
		return s.Game.Notify
	}
	return s.Master.NotifyOrDaily()
}

// topics are what the items of the step's game, or of the lobby, are about.
func (s *Step) topics() *game.Topics {
	if s.Game != nil {
		return &s.Game.Topics
	}
	return &s.Lobby.Topics
}

// SettleTopic takes the items about something out of the inbox: what they waited for was done.
func (s *Step) SettleTopic(about game.Topic) {
	for _, entry := range slices.Clone((*s.topics())[about]) {
		s.Settle(entry)
	}
}

// SettleSeat does so with items of some kinds about a seat.
func (s *Step) SettleSeat(seat adjudicator.Seat, kinds ...string) {
	for _, kind := range kinds {
		s.SettleTopic(game.TopicOf(kind, seat))
	}
}

// SettleAll does so with all items that one act settles: a game that is over waits for none.
func (s *Step) SettleAll(kinds ...string) {
	for about := range maps.Clone(*s.topics()) {
		if len(kinds) == 0 || slices.Contains(kinds, about.Kind()) {
			s.SettleTopic(about)
		}
	}
}

// Settle takes an item out of the inbox.
func (s *Step) Settle(entry uint64) {
	s.Inbox().Strike(entry)
	s.Strays().Settle(entry)
	s.topics().Strike(entry)
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
