package reception

import (
	"context"
	"fmt"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/store"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// away puts a vacation note into a game's inbox, once.
func away(m *gm.Master, l letter.Letter, t letter.Token) taking {
	key := l.HeldKey()
	l.Shorten()
	return taking{game: t.Game, step: func(s *gm.Step) error {
		seat := s.Game.Holder(m.Key, t)
		if seat == nil || !seat.Back.Allow(s.Now, 1, maxBack) { // the start of the game may have been undone meanwhile
			return gm.ErrNothing
		}
		s.Item(key, game.Item{
			About: game.TopicOf(game.AboutVacation, seat.Name),
			Seat:  seat.Name, Why: "This player's mail program has sent an automatic reply: they seem to be away.",
			Letter: &l,
		})
		return nil
	}}
}

const maxBack = 10 // largest number of DSNs and vacation notes that are counted per seat and day

// counts reports whether a DSN is almost certainly about that letter: it was sent to the return address that only
// mail servers on the way know, or it names the letter, which is recent, and its recipient.
func counts(m *gm.Master, l letter.Letter, t letter.Token, to *game.Seat) bool {
	if !outbox.NoMailbox(l.Report.Status, l.Report.Why) {
		return false
	}
	if t.Kind == letter.Return {
		return true
	}
	theirs := l.Report.Recipient == "" || letter.Address(l.Report.Recipient) == to.Address
	return theirs && !m.Plus && to.IsFresh(t)
}

// written returns the log entry of the letter that a token identifies; the zero value if there is none.
func written(ctx context.Context, m *gm.Master, t letter.Token) (store.Entry, error) {
	for e, err := range m.Store.Log(ctx, t.Game, 1) {
		if err != nil {
			return e, fmt.Errorf("reading the log of %s: %w", t.Game, err)
		}
		if e.Kind != gm.KindOut {
			continue
		}
		var l letter.Letter
		if err := gm.Decode(e.Body, &l); err != nil {
			return e, fmt.Errorf("reading entry %d of %s: %w", e.Seq, t.Game, err)
		}
		named, ok := m.TokenOf(l.ID)
		isNamed := ok && named.Seat == t.Seat && named.Letter == t.Letter
		if isNamed || strings.Contains(l.Return, t.String()) {
			return e, nil
		}
	}
	return store.Entry{}, nil
}

// cameBack processes a DSN about a letter of ours.
func cameBack(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, t letter.Token) (taking, error) {
	s, err := m.Find(ctx, t.Game)
	if err != nil || s == nil {
		return taking{}, err
	}
	if t.Kind == letter.Watch {
		return cameBackFromObserver(m, l, t), nil
	}
	to := s.Game.Holder(m.Key, t)
	if to == nil {
		m.Log.Info("a letter to somebody who has left came back", "game", t.Game, "id", l.ID)
		return taking{}, nil
	}
	if to.Also != "" && s.Game.Signed(m.Key, t, to.Also) {
		return cameBackFromSecond(m, l, t), nil
	}
	return cameBackFromSeat(ctx, m, now, l, t, to, s.Next)
}

// cameBackFromSecond processes a DSN about a letter to a player's second address. Such letters are all answers to
// letters from there.
func cameBackFromSecond(m *gm.Master, l letter.Letter, t letter.Token) taking {
	key, why := l.HeldKey(), parser.Plain(l.Report.Why)
	l.Shorten()
	return taking{game: t.Game, step: func(s *gm.Step) error {
		who := s.Game.Holder(m.Key, t)
		if who == nil || !l.Report.Failed || !who.Back.Allow(s.Now, 1, maxBack) {
			return gm.ErrNothing
		}
		s.Item(key, game.Item{
			About: game.TopicOf(game.AboutSecond, who.Name),
			Seat:  who.Name, Why: "A letter to this player's second address, " + who.Also + ", came back: " + why,
			Letter: &l,
		})
		return nil
	}}
}

// cameBackFromSeat processes a DSN about a letter to a seat. A DSN about a delay is only logged, as the letter may
// still arrive. Failures because there is no mailbox are counted, and the third suspends the address: mail servers
// regard senders who keep writing to such addresses as spammers. Each letter must have been written after the
// previous bounce was counted: otherwise somebody who has seen forwarded letters could forge three DSNs at once. next
// is the game's next log entry.
func cameBackFromSeat(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, t letter.Token, to *game.Seat,
	next uint64) (taking, error) {
	if !l.Report.Failed {
		m.Log.Info("letter is late", "game", t.Game, "why", l.Report.Why)
		return taking{}, nil
	}
	of, err := store.Entry{}, error(nil)
	counts := counts(m, l, t, to) && to.Back.Allows(now, 1, maxBack)
	if counts {
		of, err = written(ctx, m, t)
	}
	if err != nil {
		return taking{}, err
	}
	back := outbox.Return{Game: t.Game, Letter: fmt.Sprintf("%s.%d.%d", t.Game, t.Seat, t.Letter), Written: of, Next: next}
	became, err := back.Note(ctx, m, now, to.Address, counts)
	if err != nil {
		return taking{}, err
	}
	key, why := l.HeldKey(), parser.Plain(l.Report.Why)
	l.Shorten()
	step := func(s *gm.Step) error {
		seat := s.Game.Seat(to.Name)
		if seat == nil { // the start of the game was undone meanwhile
			return gm.ErrNothing
		}
		if !seat.Back.Allow(s.Now, 1, maxBack) && !became.Suspended {
			return gm.ErrNothing
		}
		text := fmt.Sprintf("Letter %d to this seat, at %s, came back: %s", t.Letter, to.Address, why)
		if became.Suspended {
			text = outbox.SuspendedNotice(s.Name, to, why)
		}
		s.Item(key, game.Item{Seat: to.Name, Why: text, Letter: &l, About: game.TopicOf(game.AboutReturned, to.Name)})
		// The player never got the first letter, or none since the previous bounce, so nobody can be reached.
		if !became.Suspended && !became.First && t.Letter != 1 {
			return nil
		}
		if !became.Suspended {
			text += ". " + outbox.WrongAddress(s.Name, to)
		}
		if desk := s.Game.Seat(adjudicator.GM); desk != nil && desk.Address != to.Address {
			writing.Notice(s, desk, "desk", text, nil)
		}
		return nil
	}
	if !became.Suspended {
		return taking{game: t.Game, step: step}, nil
	}
	return taking{game: t.Game, step: step, then: func(ctx context.Context) error {
		return outbox.Told(ctx, m, to.Address)
	}}, nil
}
