package site

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

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
	lines, told, err := newsOfAll(ctx, m, head.Digested)
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
	for _, name := range slices.Sorted(maps.Keys(told)) {
		if err == nil {
			err = play.Do(ctx, m, now, name, nil, func(s *gm.Step) error {
				if !settleNews(s, told[name]) {
					return gm.ErrNothing
				}
				return nil
			})
		}
	}
	return nextDigest(now), err
}

// settleNews removes the items from a game's inbox that wait only until the game masters were told of them, and
// reports whether there were any.
func settleNews(s *gm.Step, told []game.Item) (settled bool) {
	for _, it := range told {
		entry, err := strconv.ParseUint(strings.TrimPrefix(it.Ref, s.Name+"/"), 10, 64)
		if err == nil && it.News {
			s.Settle(entry)
			settled = true
		}
	}
	return settled
}

// newsOfAll returns lines about new items in all inboxes since a time, by the address of the game master, except for
// games whose game master does not want daily letters; and by game, the items that these lines tell.
func newsOfAll(ctx context.Context, m *gm.Master, since time.Time) (map[string][]string, map[string][]game.Item, error) {
	out, told := map[string][]string{}, map[string][]game.Item{}
	games, _ := m.Among(ctx, nil)
	for g, err := range games {
		if err != nil {
			return nil, nil, err
		}
		s, err := m.Look(ctx, g)
		if err != nil || len(s.Game.Inbox) == 0 {
			continue // gm inbox and gm doctor report unreadable games
		}
		items, err := desk.Inbox(ctx, m, g.Name)
		if err != nil {
			return nil, nil, err
		}
		heard := true // whether all game masters were told
		for _, to := range m.Desks(s.Game) {
			when := toldWhen(s, to)
			if when == game.NotifyDaily {
				out[to] = append(out[to], newsOf(s, to, items, since)...)
			}
			heard = heard && when != game.NotifyUrgent && !s.Game.Plays(to)
		}
		if heard && len(m.Desks(s.Game)) > 0 {
			told[g.Name] = items
		}
	}
	if err := newsOfLobby(ctx, m, since, out); err != nil {
		return nil, nil, err
	}
	maps.DeleteFunc(out, func(_ string, lines []string) bool { return len(lines) == 0 })
	return out, told, nil
}

// toldWhen returns when a game master is told of a game's inbox.
func toldWhen(s *gm.Step, to string) game.Notify {
	when := s.Master.NotifyOf(to, s.Notify())
	if when == game.NotifyNow && s.Game.Blinds(to) { // the time of a letter would tell something
		return game.NotifyDaily
	}
	return when
}

// newsOfLobby adds what is in no game's inbox.
func newsOfLobby(ctx context.Context, m *gm.Master, since time.Time, out map[string][]string) error {
	items, err := desk.Inbox(ctx, m, game.LobbyName)
	if err != nil {
		return err
	}
	for _, to := range m.SiteDesks() {
		blindfolded, err := m.BlindfoldedIn(ctx, to)
		if err != nil {
			return err
		}
		when := m.NotifyOf(to, m.NotifyOrDaily())
		if when == game.NotifyDaily || when == game.NotifyNow && len(blindfolded) > 0 {
			out[to] = append(out[to], newsOfLetters(items, since, len(blindfolded) > 0)...)
		}
	}
	return nil
}

// newsOfLetters returns lines about items in the lobby that came after a time; only their number if they may be secret
// from the reader.
func newsOfLetters(items []game.Item, since time.Time, secret bool) []string {
	lines := newLines(items, since)
	if secret && len(lines) > 0 {
		return []string{fmt.Sprintf("lobby: %s.", newThings(len(lines)))}
	}
	return lines
}

// newLines returns lines about items that came after a time.
func newLines(items []game.Item, since time.Time) []string {
	var lines []string
	for _, it := range items {
		if it.At.After(since) {
			lines = append(lines, it.Ref+"  "+it.Line())
		}
	}
	return lines
}

// newsOf returns lines about items of a game that came after a time, for one of its masters. One who also plays is told
// only their number, because letters of others may be secret from them.
func newsOf(s *gm.Step, to string, items []game.Item, since time.Time) []string {
	lines := newLines(items, since)
	if len(lines) > 0 && s.Game.Plays(to) {
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
		news, to := &s.Lobby.News, m.SiteDesks()
		if s.Game != nil {
			news, to = &s.Game.News, m.Desks(s.Game)
		}
		own := slices.DeleteFunc(slices.Clone(items), func(it game.Item) bool {
			return !strings.HasPrefix(it.Ref, name+"/")
		})
		if len(to) == 0 || len(newLines(own, news.Told)) == 0 || !news.Sent.Allow(now, 1, maxNewsADay) {
			return gm.ErrNothing
		}
		told := news.Told
		news.Told = now
		heard := s.Game != nil // whether all game masters were told everything
		for _, addr := range to {
			lines, err := newsNow(s, addr, own, told)
			if err != nil {
				return err
			}
			heard = heard && len(lines) > 0 && !s.Game.Plays(addr)
			if len(lines) > 0 {
				if err := tellWaiting(s, addr, lines); err != nil {
					return err
				}
			}
		}
		if heard {
			settleNews(s, own)
		}
		return nil
	})
}

// newsNow returns lines about new items for one game master who wants to be told at once; none for others, and for one
// who is blindfolded, to whom the time would tell something.
func newsNow(s *gm.Step, to string, items []game.Item, since time.Time) ([]string, error) {
	if s.Master.NotifyOf(to, s.Notify()) != game.NotifyNow {
		return nil, nil
	}
	if s.Game != nil {
		if s.Game.Blinds(to) {
			return nil, nil
		}
		return newsOf(s, to, items, since), nil
	}
	blindfolded, err := s.Master.BlindfoldedIn(s.Ctx, to)
	if err != nil || len(blindfolded) > 0 {
		return nil, err
	}
	return newLines(items, since), nil
}
