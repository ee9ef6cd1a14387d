package gm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/parser"
	"deaddrop/templates"
)

// tellDamage tells the human game master, once a day, if an error is one of a store whose file or database is damaged. He may not
// look at the log, and the players of such a game hear nothing before he has gone back to a backup.
func (m *Master) tellDamage(ctx context.Context, now time.Time, err error) {
	day := now.UTC().Format("20060102")
	if !errors.Is(err, store.ErrDamaged) || m.damage.Load() == day {
		return
	}
	why := "Something that is kept is damaged: " + parser.OneLine(err.Error()) + ". Who needs it gets no answer, and turns that need it are not resolved; " +
		"all other games go on. Letters that can't be taken in because of it stay in the mailbox."
	if err := m.writeDamage(context.WithoutCancel(ctx), now, day, why); err != nil && !errors.Is(err, store.ErrDuplicate) {
		m.Log.Error("the game master could not be told of damage", "error", err)
		return
	}
	m.damage.Store(day)
}

func (m *Master) writeDamage(ctx context.Context, now time.Time, day, why string) error {
	words, err := m.Words.Letter("damaged", templates.Page{Now: now.UTC(), Notice: why})
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	return m.do(ctx, now, lobby, nil, func(s *step) error {
		s.item("damaged/"+day, Item{Why: why})
		if m.Desk != "" {
			s.out(letter.Letter{ID: m.id("damaged." + day), To: m.Desk, Subject: words.Subject, Text: words.Text, HTML: words.HTML})
		}
		return nil
	})
}
