package reception

import (
	"context"
	"fmt"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// Limits for answers to letters that nothing proves to be from the address that they name, so that nobody can have us
// write to strangers much.
const (
	maxUnprovedOfDomain = 10 // per day to addresses of one domain
	maxUnprovedDaily    = 50 // per day in all
)

// unprovedAnswer returns whether an address may be told that nothing proves its letter to be its own: once a day, and
// within those limits if it has no seat in any game.
func unprovedAnswer(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, stranger bool) (bool, error) {
	if l.Proof == letter.Disowned || !gm.IsAddress(l.From) {
		return false, nil
	}
	most := limits{ofDomain: maxUnprovedOfDomain, all: maxUnprovedDaily}
	if !stranger {
		most = limits{ofDomain: maxStrangers, all: maxStrangers}
	}
	ask, _, err := mayWrite(ctx, m, now, l, most, func(h *game.Lobby) *[]game.WrittenTo { return &h.Unproved })
	return ask, err
}

// heldUnproved puts a letter aside that asks for a place in a game, or to watch it, in the name of an address that
// nothing proves. If answer is true, the address is told what to do. The answer quotes nothing of the letter, and
// nothing follows from it.
func heldUnproved(name string, l letter.Letter, it game.Item, answer bool) taking {
	t := heldInGame(name, l, it)
	if !answer {
		return t
	}
	aside := t.step
	t.step = func(s *gm.Step) error {
		if err := aside(s); err != nil {
			return err
		}
		page := writing.PageFor(s, nil, &game.Seat{})
		page.Phase, page.Options, page.Reply = "", nil, ""
		words, err := s.Master.Words.Letter("unproved", page)
		if err != nil {
			return fmt.Errorf("writing to %s: %w", parser.OneLine(l.From), err)
		}
		s.Out(letter.Letter{ID: s.Master.MessageID("unproved." + l.Short()), To: l.From, Subject: words.Subject,
			Text: words.Text, HTML: words.HTML, Answer: true, InReplyTo: l.ID, References: []string{l.ID}})
		return nil
	}
	return t
}
