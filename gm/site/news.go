package site

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/templates"
)

const (
	digestHour  = 6  // the hour, in UTC, at which daily letters are sent
	mostTold    = 40 // items that are listed in one letter
	maxNewsADay = 50 // daily letters about single items of one game
)

// nextDigest returns when the next daily letters are sent.
func nextDigest(now time.Time) time.Time {
	now = now.UTC()
	at := time.Date(now.Year(), now.Month(), now.Day(), digestHour, 0, 0, 0, time.UTC)
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// KeepDigest makes sure that the daily letters are scheduled.
func KeepDigest(ctx context.Context, m *gm.Master, now time.Time) error {
	for t, err := range m.Store.Tasks(ctx, game.LobbyName) {
		if err != nil {
			return fmt.Errorf("reading the tasks of the lobby: %w", err)
		}
		if t.Name == gm.TaskInbox {
			return nil
		}
	}
	return play.Do(ctx, m, now, game.LobbyName, nil, func(s *gm.Step) error {
		s.Task(gm.TaskInbox, nextDigest(now))
		return nil
	})
}

// Digest writes to each game master what has come into their inbox since the last digest. again is when the next one
// is due.
func Digest(ctx context.Context, m *gm.Master, now time.Time) (again time.Time, err error) {
	head, err := m.LobbyHead(ctx, game.LobbyName)
	if err != nil {
		return again, err
	}
	lines, err := newsOfAll(ctx, m, head.Digested)
	if err != nil {
		return again, err
	}
	err = play.Do(ctx, m, now, game.LobbyName, nil, func(s *gm.Step) error {
		s.Lobby.Digested = now
		for _, to := range slices.Sorted(maps.Keys(lines)) {
			if err := tellWaiting(s, to, lines[to]); err != nil {
				return err
			}
		}
		return nil
	})
	return nextDigest(now), err
}

// newsOfAll returns lines about new items in all inboxes since a time, by the address of the game master, except for
// games whose game master does not want daily letters.
func newsOfAll(ctx context.Context, m *gm.Master, since time.Time) (map[string][]string, error) {
	out := map[string][]string{}
	games, _ := m.Among(ctx, nil)
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		s, err := m.Look(ctx, g)
		if err != nil || len(s.Game.Inbox) == 0 || s.Notify() != game.NotifyDaily {
			continue // gm inbox and gm doctor report unreadable games
		}
		items, err := desk.Inbox(ctx, m, g.Name)
		if err != nil {
			return nil, err
		}
		to := deskOf(s)
		out[to] = append(out[to], newsOf(s, items, since)...)
	}
	if m.NotifyOrDaily() == game.NotifyDaily {
		items, err := desk.Inbox(ctx, m, game.LobbyName)
		if err != nil {
			return nil, err
		}
		out[m.Desk] = append(out[m.Desk], newsOf(nil, items, since)...)
	}
	maps.DeleteFunc(out, func(to string, lines []string) bool { return to == "" || len(lines) == 0 })
	return out, nil
}

// deskOf returns the address of a game's master, or "".
func deskOf(s *gm.Step) string {
	if seat := s.Game.Seat(adjudicator.GM); seat != nil {
		return seat.Address
	}
	return ""
}

// newsOf returns lines about items that came after a time. A game master who also plays is told only their number,
// because letters of others may be secret from them. s is nil for the lobby.
func newsOf(s *gm.Step, items []game.Item, since time.Time) []string {
	var lines []string
	for _, it := range items {
		if it.At.After(since) {
			lines = append(lines, it.Ref+"  "+it.Line())
		}
	}
	if len(lines) > 0 && s != nil && s.Game.DeskPlays() {
		return []string{fmt.Sprintf("%s: %s. gm inbox %s shows what.", s.Name, newThings(len(lines)), s.Name)}
	}
	return lines
}

func newThings(n int) string {
	if n == 1 {
		return "one new thing waits for you"
	}
	return fmt.Sprintf("%d new things wait for you", n)
}

// tellWaiting writes to a game master about waiting items.
func tellWaiting(s *gm.Step, to string, lines []string) error {
	if more := len(lines) - mostTold; more > 0 {
		lines = append(slices.Clone(lines[:mostTold]), fmt.Sprintf("and %d more", more))
	}
	words, err := s.Master.Words.Letter("waiting", templates.Page{Now: s.Now.UTC(), Lines: lines})
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	id := letter.Letter{ID: fmt.Sprint("waiting ", to, s.Name, s.Now.UnixNano())}
	s.Out(letter.Letter{ID: s.Master.MessageID("waiting." + id.Short()), To: to, Subject: words.Subject, Text: words.Text,
		HTML: words.HTML})
	return nil
}

// TellNews writes to the game master about new items in the inbox of a game, or of a week's lobby, if they want to be
// told at once.
func TellNews(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	of := name
	if game.IsLobby(name) {
		of = game.LobbyName
	}
	items, err := desk.Inbox(ctx, m, of)
	if err != nil {
		return err
	}
	return play.Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		to, news := m.Desk, &s.Lobby.News
		if s.Game != nil {
			to, news = deskOf(s), &s.Game.News
		}
		own := slices.DeleteFunc(slices.Clone(items), func(it game.Item) bool {
			return !strings.HasPrefix(it.Ref, name+"/")
		})
		of := s
		if s.Game == nil {
			of = nil
		}
		lines := newsOf(of, own, news.Told)
		if to == "" || len(lines) == 0 || !news.Sent.Allow(now, 1, maxNewsADay) {
			return gm.ErrNothing
		}
		news.Told = now
		return tellWaiting(s, to, lines)
	})
}
