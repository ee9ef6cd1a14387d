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

// Inbox returns the inbox of the step's game, or of the lobby.
func (s *Step) Inbox() *game.Inbox {
	if s.Game != nil {
		return &s.Game.Inbox
	}
	return &s.Lobby.Inbox
}

// Item adds an item to the game master's inbox and returns its log entry. It replaces older items about the same
// topic, unless the topic gathers items. If key is not empty, an item is added only once with that key.
func (s *Step) Item(key string, it game.Item) uint64 {
	it.Letter.Becomes(letter.FateAside)
	entry := s.Write(KindHeld, key, it)
	box := s.Inbox()
	*box = append(*box, entry)
	if s.Master.tellsNow(s.Notify()) {
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

// Notify returns when the game master is told about the inbox of the step's game, or of the lobby.
func (s *Step) Notify() game.Notify {
	if s.Game != nil && s.Game.Notify != "" {
		return s.Game.Notify
	}
	return s.Master.NotifyOrDaily()
}

// topics returns what the items of the inbox are about.
func (s *Step) topics() *game.Topics {
	if s.Game != nil {
		return &s.Game.Topics
	}
	return &s.Lobby.Topics
}

// SettleTopic removes the items about a topic from the inbox, as they need no more action.
func (s *Step) SettleTopic(about game.Topic) {
	for _, entry := range slices.Clone((*s.topics())[about]) {
		s.Settle(entry)
	}
}

// SettleSeat removes items of the given kinds about a seat from the inbox, as they need no more action.
func (s *Step) SettleSeat(seat adjudicator.Seat, kinds ...string) {
	for _, kind := range kinds {
		s.SettleTopic(game.TopicOf(kind, seat))
	}
}

// SettleAll removes all items of the given kinds from the inbox, such as when a game is over.
func (s *Step) SettleAll(kinds ...string) {
	for about := range maps.Clone(*s.topics()) {
		if len(kinds) == 0 || slices.Contains(kinds, about.Kind()) {
			s.SettleTopic(about)
		}
	}
}

// Settle removes an item from the inbox.
func (s *Step) Settle(entry uint64) {
	s.Inbox().Strike(entry)
	s.Strays().Settle(entry)
	s.topics().Strike(entry)
}

// LetterAt returns the letter that an item is about.
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

// Briefly joins lines into one, leaving out all but the first few.
func Briefly(lines []string) string {
	const most = 10
	if more := len(lines) - most; more > 0 {
		lines = append(slices.Clone(lines[:most]), fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, " / ")
}
