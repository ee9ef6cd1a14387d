package gm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/store"
	"deaddrop/parser"
	"deaddrop/templates"
)

// lobby is where letters are kept that belong to no game.
const lobby = "lobby"

// player names the record of which games an address plays in. It finds work and is never the truth: a
// game itself says who sits in it.
func player(addr string) string { return "player/" + address(addr) }

type playerHead struct{ Games []string }

// enter notes that an address plays in a game.
func (m *Master) enter(ctx context.Context, addr, game string) error {
	for range maxConflicts {
		g, head, err := m.player(ctx, addr)
		if err != nil {
			return err
		}
		if slices.Contains(head.Games, game) {
			return nil
		}
		head.Games = append(head.Games, game)
		js, err := json.Marshal(head)
		if err != nil {
			return fmt.Errorf("saving the games of a player: %w", err)
		}
		_, err = m.Store.Commit(ctx, player(addr), store.Change{Rev: g.Rev, Head: js})
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return fmt.Errorf("others changed the games of a player %d times running", maxConflicts)
}

func (m *Master) player(ctx context.Context, addr string) (store.Game, playerHead, error) {
	var head playerHead
	if store.CheckName(player(addr)) != nil {
		return store.Game{}, head, nil // nobody of that address plays
	}
	g, err := m.Store.Load(ctx, player(addr))
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return g, head, fmt.Errorf("loading the games of a player: %w", err)
	}
	return g, head, nil
}

// route finds the game that a letter is for, and the tag that says so, if one does. When it finds none, the
// letter was dealt with: held if nobody knows the writer, else answered.
func (m *Master) route(ctx context.Context, now time.Time, l Letter, words parser.Letter) (string, parser.Tag, error) {
	var tag parser.Tag
	_, head, err := m.player(ctx, l.From)
	if err != nil {
		return "", tag, err
	}
	var own, open []*game
	for _, name := range head.Games {
		s := &step{m: m, ctx: ctx, name: name}
		if err := s.load(); err != nil { // this game's fault must not keep letters from the others
			m.Log.Error("a game can't be read", "game", name, "error", err)
			continue
		}
		if s.g == nil || !slices.ContainsFunc(s.g.Seats, func(seat *seat) bool { return seat.Address == address(l.From) }) {
			continue
		}
		own = append(own, s.g)
		if s.g.State != over {
			open = append(open, s.g)
		}
		if words.Game == name {
			return name, tag, nil
		}
	}
	other := words.Game // that it names, and its writer does not play
	for _, t := range words.Tags {
		if words.Game == "" && slices.ContainsFunc(own, func(g *game) bool { return g.Name == t.Game }) {
			return t.Game, t, nil
		}
		if t.Question > 0 { // few gateways write such a bracket
			other = cmp.Or(other, t.Game)
		}
	}
	switch {
	case len(own) == 0:
		return "", tag, m.holdLetter(ctx, now, l, "Nobody of that address plays here.")
	case other != "":
		return "", tag, m.lost(ctx, now, l, own, fmt.Sprintf("You have no seat in a game called %s.", other))
	case len(open) == 1:
		return open[0].Name, tag, nil
	case len(own) == 1:
		return own[0].Name, tag, nil
	}
	return "", tag, m.lost(ctx, now, l, own, "It does not say which of your games it is for.")
}

// holdLetter keeps a letter for the game master. Its writer is not answered: nobody knows who that is,
// and answering strangers and machines is how mail goes round in circles.
func (m *Master) holdLetter(ctx context.Context, now time.Time, l Letter, why string) error {
	m.Log.Warn("letter held", "from", l.From, "id", l.ID, "why", why)
	key := l.key()
	l.Text = strings.ToValidUTF8(l.Text[:min(len(l.Text), maxHeldText)], "") // the mailbox has it whole
	return m.do(ctx, now, lobby, &l, func(s *step) error {
		s.write(kindHeld, key, Held{Why: why, Letter: &l})
		return nil
	})
}

const maxHeldText = 2 << 10

// lost answers a player whose letter fits none of his games. Nothing was changed by it.
func (m *Master) lost(ctx context.Context, now time.Time, l Letter, own []*game, why string) error {
	var games []string
	for _, g := range own {
		line := parser.Tag{Game: g.Name}.String() + " " + g.Rules
		if g.State == over {
			line += ", over"
		}
		games = append(games, line)
	}
	words, err := m.Words.Letter("lost", templates.Page{Now: now.UTC(),
		Notice: why, Lines: games, Receipt: &templates.Receipt{Subject: l.Subject}})
	if err != nil {
		return fmt.Errorf("writing an answer: %w", err)
	}
	return m.do(ctx, now, lobby, &l, func(s *step) error {
		s.write(kindLetter, l.key(), l)
		s.post([]byte(l.key()), l.From, 0, Letter{To: l.From, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: true, InReplyTo: l.ID, References: []string{l.ID}})
		return nil
	})
}

// Held lists the letters in the lobby that wait for the game master, oldest first.
func (m *Master) Held(ctx context.Context) ([]Held, error) {
	var out []Held
	for e, err := range m.Store.Log(ctx, lobby, 1) {
		if err != nil {
			return nil, fmt.Errorf("reading the lobby: %w", err)
		}
		var h Held
		if e.Kind != kindHeld {
			continue
		}
		if err := decode(e.Body, &h); err != nil {
			return nil, fmt.Errorf("reading the lobby: %w", err)
		}
		out = append(out, h)
	}
	return out, nil
}

// Line is a held letter in one line. What strangers wrote in it can't steer a terminal.
func (h Held) Line() string {
	line := h.Why
	if h.Letter != nil {
		line = fmt.Sprintf("%s  %s  %q: %s", h.Letter.Date.Format(time.DateTime), h.Letter.From, h.Letter.Subject, h.Why)
	}
	return strings.Join(strings.Fields(parser.Plain(line)), " ")
}
