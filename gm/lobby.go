package gm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// lobby is where letters are kept that belong to no game.
const lobby = "lobby"

// held puts a letter into the game master's inbox. Its writer is not answered: nobody knows who that is,
// and answering strangers and machines is how mail goes round in circles.
func (m *Master) held(l letter.Letter, why string) taking {
	m.Log.Info("letter held", "id", l.ID) // why may have words of the letter; gm inbox shows it
	key := l.HeldKey()
	l.Shorten() // the mailbox has it whole
	return taking{game: lobby, step: func(s *step) error {
		s.item(key, Item{Why: why, Letter: &l})
		return nil
	}}
}

// GiveUp puts a letter into the game master's inbox that could not be taken in however often it was tried, and writes to
// him. It must then be kept where he finds it; kept says where.
func (m *Master) GiveUp(ctx context.Context, now time.Time, l letter.Letter, why, kept string) error {
	m.Log.Warn("letter given up", "id", l.ID)
	m.meter().Received(l.Way, letter.FateGivenUp)
	l.Date = now
	key := l.Key()
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
			s.out(letter.Letter{ID: m.id("failed." + key[len("letter/"):][:32]), To: m.Desk, Subject: words.Subject, Text: words.Text, HTML: words.HTML})
		}
		return nil
	})
	if errors.Is(err, errTwice) {
		return nil
	}
	return err
}

const maxLost = 10 // answers in a day to one address's letters that fit no game

// lost answers a player whose letter fits none of his games. Nothing was changed by it. Since it was not looked at
// whether he wrote it, only so many are answered.
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
	words, err := m.Words.Letter("lost", templates.Page{Now: now.UTC(),
		Notice: why, Lines: games, Receipt: &templates.Receipt{Subject: l.Subject}})
	if err != nil {
		return taking{}, fmt.Errorf("writing an answer: %w", err)
	}
	return taking{game: lobby, step: func(s *step) error {
		s.write(kindLetter, l.Key(), l)
		s.out(letter.Letter{ID: m.id("lost." + l.Short()), To: l.From, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: true, InReplyTo: l.ID, References: []string{l.ID}})
		return nil
	}}, nil
}
