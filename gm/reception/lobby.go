package reception

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/store"
	"deaddrop/parser"
	"deaddrop/templates"
)

const (
	maxWeeks = 5 // number of weeks that are kept
)

// putInInbox puts a letter into the game master's inbox. It is not answered: its writer is unknown, and answering
// strangers and machines creates mail loops.
func putInInbox(m *gm.Master, now time.Time, l letter.Letter, why string) taking {
	m.Log.Info("letter held", "id", l.ID) // why may quote the letter; gm inbox shows it
	key := l.HeldKey()
	l.Shorten() // the whole letter is in the mailbox
	begins := false
	step := func(s *gm.Step) error {
		begins = s.Rev == 0
		play.Stray(s, key, game.Item{Why: why, Letter: &l})
		return nil
	}
	then := func(ctx context.Context) error {
		if !begins {
			return nil
		}
		err := forget(ctx, m, game.WeekOf(now.AddDate(0, 0, -7*(maxWeeks-1))))
		if errors.Is(err, store.ErrDenied) { // some accounts may only append to the log
			m.Log.Info("letters of strangers are not forgotten", "why", err)
			return nil
		}
		return err
	}
	return taking{game: game.WeekOf(now), step: step, then: then}
}

// heldInGame puts a letter into the inbox of the game that it is about.
func heldInGame(name string, l letter.Letter, it game.Item) taking {
	key := l.HeldKey()
	l.Shorten() // the whole letter is in the mailbox
	it.Letter = &l
	return taking{game: name, step: func(s *gm.Step) error {
		play.Stray(s, key, it)
		return nil
	}}
}

// forget removes the lobbies of the weeks before first, if the store can remove games.
func forget(ctx context.Context, m *gm.Master, first string) error {
	remover, ok := store.As[store.Remover](m.Store)
	if !ok {
		return nil
	}
	for name, err := range m.Lobbies(ctx) {
		if err != nil {
			return fmt.Errorf("listing what was held: %w", err)
		}
		if name == game.LobbyName || name >= first {
			continue
		}
		g, err := m.Store.Load(ctx, name)
		if err == nil {
			err = remover.Remove(ctx, name, g.Rev)
		}
		if err != nil && !errors.Is(err, store.ErrConflict) { // otherwise it is in use now
			return fmt.Errorf("forgetting what was held: %w", err)
		}
	}
	return nil
}

// GiveUp puts a letter that could not be processed in many attempts into the game master's inbox, and writes to them.
// The letter itself must be kept elsewhere; kept says where.
func GiveUp(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, why, kept string) error {
	m.Log.Warn("letter given up", "id", l.ID)
	m.MeterOrNone().Received(l.Way, letter.FateGivenUp)
	l.Date = now
	key, short := l.Key(), l.Short()
	l.Shorten()
	l.Cut = true // its text was never parsed
	it := game.Item{Why: "It could not be taken in, " + kept + ". " + why, Letter: &l}
	page := templates.Page{Now: now.UTC(), Notice: parser.Plain(it.Why)}
	for _, line := range []string{"From: " + l.From, "Subject: " + l.Subject, "Message-ID: " + l.ID} {
		page.Lines = append(page.Lines, parser.OneLine(line))
	}
	words, err := m.Words.Letter("failed", page)
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	err = play.Do(ctx, m, now, game.LobbyName, &l, func(s *gm.Step) error {
		s.Item("failed/"+key, it)
		return s.OutToDesks(letter.Letter{ID: "failed." + short, Subject: words.Subject, Text: words.Text,
			HTML: words.HTML}, true)
	})
	if errors.Is(err, gm.ErrTwice) {
		return nil
	}
	return err
}

const maxLost = 10 // largest number of answers per day to an address whose letters fit no game

// replyNoGame answers a player whose letter fits none of their games. The letter has no effect. As its author was not
// verified, such answers are limited per day.
func replyNoGame(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	why := in.Why
	if l.Proof == letter.Disowned {
		return taking{why: why + " The mail provider of its address says that the letter did not come from there."}, nil
	}
	answer := false
	err := m.ChangePlayer(ctx, l.From, func(head *gm.PlayerRecord) bool {
		if l.Proof == letter.Proved {
			answer = true
			return head.Revive()
		}
		answer = head.Lost.Allow(now, 1, maxLost)
		return answer
	})
	if err != nil {
		return taking{}, err
	}
	if !answer {
		return taking{why: why + " It got no answer, since others before it did."}, nil
	}
	var games []string
	for _, g := range in.Own {
		line := parser.Tag{Game: g.Name}.String() + " " + g.Title
		if g.State == intake.Over || g.State == intake.Shelved {
			line += ", over"
		}
		games = append(games, line)
	}
	return taking{game: game.LobbyName, step: func(s *gm.Step) error {
		theirs := func(s *game.Seat) bool { return s.Owns(l.From) }
		notice := strings.TrimSpace(why + " " + looksLike(fits(ctx, m, theirs, ownRunning(in.Own), in.Words.Lines)))
		words, err := m.Words.Letter("lost", templates.Page{Now: now.UTC(), Notice: notice, Lines: games,
			Receipt: &templates.Receipt{Subject: l.Subject}})
		if err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
		s.Write(gm.KindLetter, l.Key(), l)
		s.Out(letter.Letter{ID: m.MessageID("lost." + l.Short()), To: l.From, Subject: words.Subject,
			Text: words.Text, HTML: words.HTML, Answer: true, InReplyTo: l.ID, References: []string{l.ID}})
		return nil
	}}, nil
}
