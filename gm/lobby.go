package gm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/parser"
	"deaddrop/templates"
)

// lobby is what belongs to no game.
const lobby = "lobby"

// Letters that belong to no game, such as those of strangers, are kept for a week in a lobby of their own, "lobby/2026-47" for
// that week of the year (ISO 8601), and with it they are forgotten: anybody may write as many as they like.
const (
	weekly   = lobby + "/"
	maxWeeks = 5 // that are kept
)

func isLobby(name string) bool { return name == lobby || strings.HasPrefix(name, weekly) }

// weekOf is the lobby of a week.
func weekOf(now time.Time) string {
	year, week := now.UTC().ISOWeek()
	return fmt.Sprintf("%s%d-%02d", weekly, year, week)
}

// lobbies yields the lobby and those of weeks that are kept, oldest first.
func (m *Master) lobbies(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if !yield(lobby, nil) {
			return
		}
		for name, err := range m.Store.Games(ctx, weekly) {
			if err == nil && !isLobby(name) || !yield(name, err) {
				return
			}
		}
	}
}

// held puts a letter into the game master's inbox. Its writer is not answered: nobody knows who that is,
// and answering strangers and machines is how mail goes round in circles.
func (m *Master) held(now time.Time, l letter.Letter, why string) taking {
	m.Log.Info("letter held", "id", l.ID) // why may have words of the letter; gm inbox shows it
	key := l.HeldKey()
	l.Shorten() // the mailbox has it whole
	begins := false
	step := func(s *step) error {
		begins = s.rev == 0
		s.stray(key, Item{Why: why, Letter: &l})
		return nil
	}
	then := func(ctx context.Context) error {
		if !begins {
			return nil
		}
		err := m.forget(ctx, weekOf(now.AddDate(0, 0, -7*(maxWeeks-1))))
		if errors.Is(err, store.ErrDenied) { // as the log may only grow
			m.Log.Info("letters of strangers are not forgotten", "why", err)
			return nil
		}
		return err
	}
	return taking{game: weekOf(now), step: step, then: then}
}

// forget removes the lobbies of the weeks before one, where the store can.
func (m *Master) forget(ctx context.Context, first string) error {
	remover, ok := store.As[store.Remover](m.Store)
	if !ok {
		return nil
	}
	for name, err := range m.lobbies(ctx) {
		if err != nil {
			return fmt.Errorf("listing what was held: %w", err)
		}
		if name == lobby || name >= first {
			continue
		}
		g, err := m.Store.Load(ctx, name)
		if err == nil {
			err = remover.Remove(ctx, name, g.Rev)
		}
		if err != nil && !errors.Is(err, store.ErrConflict) { // then somebody looks at it now
			return fmt.Errorf("forgetting what was held: %w", err)
		}
	}
	return nil
}

// GiveUp puts a letter into the game master's inbox that could not be taken in however often it was tried, and writes to
// them. It must then be kept where they find it; kept says where.
func (m *Master) GiveUp(ctx context.Context, now time.Time, l letter.Letter, why, kept string) error {
	m.Log.Warn("letter given up", "id", l.ID)
	m.meter().Received(l.Way, letter.FateGivenUp)
	l.Date = now
	key, short := l.Key(), l.Short()
	l.Shorten()
	l.Cut = true // its text was never read
	it := Item{Why: "It could not be taken in, " + kept + ". " + why, Letter: &l}
	page := templates.Page{Now: now.UTC(), Notice: parser.Plain(it.Why)}
	for _, line := range []string{"From: " + l.From, "Subject: " + l.Subject, "Message-ID: " + l.ID} {
		page.Lines = append(page.Lines, parser.OneLine(line))
	}
	words, err := m.Words.Letter("failed", page)
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	err = m.do(ctx, now, lobby, &l, func(s *step) error {
		s.item("failed/"+key, it)
		if m.Desk != "" {
			s.out(letter.Letter{ID: m.id("failed." + short), To: m.Desk, Subject: words.Subject, Text: words.Text, HTML: words.HTML})
		}
		return nil
	})
	if errors.Is(err, errTwice) {
		return nil
	}
	return err
}

const maxLost = 10 // answers in a day to one address's letters that fit no game

// lost answers a player whose letter fits none of their games. Nothing was changed by it. Since it was not looked at
// whether they wrote it, only so many are answered.
func (m *Master) lost(ctx context.Context, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	why := in.Why
	if l.Proof == letter.Disowned {
		return taking{why: why + " The domain of its address says that it did not send it."}, nil
	}
	answer := false
	err := m.changePlayer(ctx, l.From, func(head *playerHead) bool {
		if l.Proof == letter.Proved {
			answer = true
			return head.revive()
		}
		answer = head.Lost.take(now, 1, maxLost)
		return answer
	})
	if err != nil {
		return taking{}, err
	}
	if !answer {
		return taking{why: why + " It was not answered, as others were before it."}, nil
	}
	var games []string
	for _, g := range in.Own {
		line := parser.Tag{Game: g.Name}.String() + " " + g.Title
		if g.State == intake.Over || g.State == intake.Shelved {
			line += ", over"
		}
		games = append(games, line)
	}
	return taking{game: lobby, step: func(s *step) error {
		theirs := func(s *seat) bool { return s.of(l.From) }
		notice := strings.TrimSpace(why + " " + looksLike(m.fits(ctx, theirs, ownRunning(in.Own), in.Words.Lines)))
		words, err := m.Words.Letter("lost", templates.Page{Now: now.UTC(), Notice: notice, Lines: games, Receipt: &templates.Receipt{Subject: l.Subject}})
		if err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
		s.write(kindLetter, l.Key(), l)
		s.out(letter.Letter{ID: m.id("lost." + l.Short()), To: l.From, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: true, InReplyTo: l.ID, References: []string{l.ID}})
		return nil
	}}, nil
}
