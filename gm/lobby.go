package gm

import (
	"cmp"
	"context"
	"encoding/json"
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

// enter notes that an address plays in a game.
func (m *Master) enter(ctx context.Context, addr, game string) error {
	return m.changePlayer(ctx, addr, func(head *playerHead) bool {
		if slices.Contains(head.Games, game) {
			return false
		}
		head.Games = append(head.Games, game)
		return true
	})
}

// player reads the record of an address, which must not be changed.
func (m *Master) player(ctx context.Context, addr string) (playerHead, error) {
	name := player(addr)
	if known, ok := store.As[store.Revisions](m.Store); ok && store.CheckName(name) == nil {
		rev, err := known.Revision(ctx, name)
		if err != nil {
			return playerHead{}, fmt.Errorf("loading the games of a player: %w", err)
		}
		if head, ok := m.cache.player(name, rev); ok {
			return head, nil
		}
	}
	g, head, err := m.loadPlayer(ctx, addr)
	if err == nil && g.Rev > 0 {
		m.cache.keepPlayer(name, g.Rev, head)
	}
	return head, err
}

// loadPlayer reads the record of an address to change it.
func (m *Master) loadPlayer(ctx context.Context, addr string) (store.Game, playerHead, error) {
	if store.CheckName(player(addr)) != nil {
		return store.Game{}, playerHead{}, nil // nobody of that address plays
	}
	g, err := m.Store.Load(ctx, player(addr))
	head, err := playerOf(g, err)
	return g, head, err
}

// playerOf is the record of an address as the store has it, or has an error for it.
func playerOf(g store.Game, err error) (head playerHead, _ error) {
	if err == nil && g.Rev > 0 {
		err = json.Unmarshal(g.Head, &head)
	}
	if err != nil {
		return head, fmt.Errorf("loading the games of a player: %w", err)
	}
	return head, nil
}

// A route is where a letter goes, and what says so.
type route struct {
	game   string
	tags   []parser.Tag // of that game, the surest first; whether those that are quoted count its game can tell
	tokens []token      // that it has; whether they are genuine its game can tell
}

// within is the route of a letter that is for a game.
func (m *Master) within(game string, l Letter, words parser.Letter) route {
	at := route{game: game, tokens: m.tokens(l)}
	for _, t := range words.Tags {
		if t.Game == game && words.Game == "" {
			at.tags = append(at.tags, t)
		}
	}
	return at
}

// noPlayer is why a stranger's letter is put aside.
const noPlayer = "Nobody of that address plays here."

// route finds the game that a letter is for. When it finds none, the letter was dealt with: put into the inbox if nobody
// knows the writer, else answered.
func (m *Master) route(ctx context.Context, now time.Time, l Letter, head playerHead, words parser.Letter) (route, error) {
	at, own, why, err := m.whither(ctx, l, head, words)
	switch {
	case err != nil:
		return at, err
	case why == "":
		return at, nil
	case len(own) == 0:
		return at, m.holdLetter(ctx, now, l, why)
	}
	return at, m.lost(ctx, now, l, own, why)
}

// whither finds the game that a letter is for, among those in which its writer plays, or says why there is none. It is an error
// if it may be one that can't be read.
func (m *Master) whither(ctx context.Context, l Letter, head playerHead, words parser.Letter) (at route, own []*game, why string, err error) {
	var open, unread []*game
	var unreadable error
	var missing []string // which may be archived
	for _, name := range head.Games {
		g, err := m.brief(ctx, name)
		if err != nil { // this game's fault must not keep letters from the others
			m.Log.Error("a game can't be read", "game", name, "error", err)
			unread, unreadable = append(unread, &game{Name: name}), cmp.Or(unreadable, err)
			continue
		}
		if g == nil {
			missing = append(missing, name)
			continue
		}
		if !slices.ContainsFunc(g.Seats, func(seat *seat) bool { return seat.Address == address(l.From) }) {
			continue
		}
		own = append(own, g)
		if g.State != over {
			open = append(open, g)
		}
	}
	// Anybody can make a token up, and the address that has one is signed by nobody.
	genuine := slices.DeleteFunc(m.tokens(l), func(t token) bool {
		i := slices.IndexFunc(own, func(g *game) bool { return g.Name == t.game })
		return i < 0 || !t.made(m.Key, own[i], l.From)
	})
	game, other := meantGame(own, words, genuine)
	if meant, _ := meantGame(unread, words, m.tokens(l)); game == "" && (meant != "" || unread != nil && own == nil) {
		return at, nil, "", unreadable
	}
	if game == "" && len(missing) > 0 {
		put, meant := m.putAway(ctx, l, words, missing, len(own) == 0)
		if own = append(own, put...); meant != "" {
			return at, own, meant + " is over, and was put away, so nothing that you write changes it.", nil
		}
	}
	switch {
	case game != "":
	case len(own) == 0:
		return at, nil, noPlayer, nil
	case other != "":
		return at, own, fmt.Sprintf("You have no seat in a game called %s.", other), nil
	case len(open) == 1:
		game = open[0].Name
	case len(own) == 1:
		game = own[0].Name
	default:
		return at, own, "It does not say which of your games it is for.", nil
	}
	return m.within(game, l, words), own, "", nil
}

// putAway are those of a player's games that are archived, if any of them may be meant by his letter, and the one that is. With
// all it has no other that it can be for. It looks only for those that are named, for whoever has played for years has many.
func (m *Master) putAway(ctx context.Context, l Letter, words parser.Letter, missing []string, all bool) (put []*game, meant string) {
	var names []*game
	for _, name := range missing {
		names = append(names, &game{Name: name})
	}
	named, _ := meantGame(names, words, m.tokens(l))
	switch {
	case all:
		put = m.shelved(ctx, missing, l.From)
	case named != "":
		put = m.shelved(ctx, []string{named}, l.From)
	}
	if len(put) == 1 && named == "" && words.Game == "" {
		named = put[0].Name
	}
	if !slices.ContainsFunc(put, func(g *game) bool { return g.Name == named }) {
		return put, ""
	}
	return put, named
}

// meantGame is the one of a player's games that a letter names, by a line GAME, a tag, or the letter that it answers;
// or another one that it names, in which he does not play.
func meantGame(own []*game, words parser.Letter, tokens []token) (name, other string) {
	plays := func(name string) bool {
		return slices.ContainsFunc(own, func(g *game) bool { return g.Name == name })
	}
	if words.Game != "" && plays(words.Game) {
		return words.Game, ""
	}
	other = words.Game
	for _, t := range words.Tags {
		if words.Game == "" && !t.Quoted && plays(t.Game) {
			return t.Game, ""
		}
		if t.Question > 0 { // few gateways write such a bracket
			other = cmp.Or(other, t.Game)
		}
	}
	for _, t := range tokens {
		if words.Game == "" && plays(t.game) {
			return t.game, ""
		}
	}
	for _, t := range words.Tags {
		if words.Game == "" && t.Quoted && plays(t.Game) {
			return t.Game, ""
		}
	}
	return "", other
}

// holdLetter puts a letter into the game master's inbox. Its writer is not answered: nobody knows who that is,
// and answering strangers and machines is how mail goes round in circles.
func (m *Master) holdLetter(ctx context.Context, now time.Time, l Letter, why string) error {
	m.Log.Info("letter held", "id", l.ID) // why may have words of the letter; gm inbox shows it
	key := l.heldKey()
	l.shorten() // the mailbox has it whole
	return once(m.do(ctx, now, lobby, &l, func(s *step) error {
		s.item(key, Item{Why: why, Letter: &l})
		return nil
	}))
}

// GiveUp puts a letter into the game master's inbox that could not be taken in however often it was tried, and writes to
// him. It must then be kept where he finds it; kept says where.
func (m *Master) GiveUp(ctx context.Context, now time.Time, l Letter, why, kept string) error {
	m.Log.Warn("letter given up", "id", l.ID)
	m.meter().Received(l.Way, FateGivenUp)
	l.Date = now
	key := l.key()
	l.shorten()
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
	return once(m.do(ctx, now, lobby, &l, func(s *step) error {
		s.item("failed/"+key, it)
		if m.Desk != "" {
			s.out(Letter{ID: m.id("failed." + key[len("letter/"):][:32]), To: m.Desk, Subject: words.Subject, Text: words.Text, HTML: words.HTML})
		}
		return nil
	}))
}

const (
	maxHeldText = 4 << 10
	maxLost     = 10 // answers in a day to one address's letters that fit no game
)

// shorten keeps so much of a letter as is kept of those that were put aside unread.
func (l *Letter) shorten() {
	if len(l.Text) > maxHeldText {
		l.Text, l.Cut = strings.ToValidUTF8(l.Text[:maxHeldText], ""), true
	}
}

// lost answers a player whose letter fits none of his games. Nothing was changed by it. Since it was not looked at
// whether he wrote it, only so many are answered.
func (m *Master) lost(ctx context.Context, now time.Time, l Letter, own []*game, why string) error {
	if l.Proof == Disowned {
		return m.holdLetter(ctx, now, l, why+" The domain of its address says that it did not send it.")
	}
	answer := false
	err := m.changePlayer(ctx, l.From, func(head *playerHead) bool {
		if l.Proof == Proved {
			answer = true
			return head.revive()
		}
		answer = head.Lost.take(now, 1, maxLost)
		return answer
	})
	if err != nil {
		return err
	}
	if !answer {
		return m.holdLetter(ctx, now, l, why+" It was not answered, as others were before it.")
	}
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
	return once(m.do(ctx, now, lobby, &l, func(s *step) error {
		s.write(kindLetter, l.key(), l)
		s.out(Letter{ID: m.id("lost." + l.key()[len("letter/"):][:32]), To: l.From, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: true, InReplyTo: l.ID, References: []string{l.ID}})
		return nil
	}))
}
