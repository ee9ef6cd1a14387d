package site

import (
	"context"
	"errors"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
)

// aboutLogin is the topic of the item that says that somebody has to log in to the mailbox again.
var aboutLogin = game.TopicOf(game.AboutLogin, "mailbox")

// TellLogin tells the site's game master, by a letter and an inbox item, that somebody has to log in to the mailbox
// again. key is an idempotency key.
func TellLogin(ctx context.Context, m *gm.Master, now time.Time, key, why string) error {
	return play.TellSite(ctx, m, now, key, "login", game.Item{Why: why, About: aboutLogin})
}

// LoginWorks settles the inbox item that TellLogin made, if there is one.
func LoginWorks(ctx context.Context, m *gm.Master, now time.Time) error {
	head, err := m.LobbyHead(ctx, game.LobbyName)
	if err != nil || len(head.Topics[aboutLogin]) == 0 {
		return err
	}
	err = play.Do(ctx, m, now, game.LobbyName, nil, func(s *gm.Step) error {
		s.SettleTopic(aboutLogin)
		return nil
	})
	if errors.Is(err, gm.ErrNothing) {
		return nil
	}
	return err
}
