package gm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A Clerk carries out what a human game master commands by mail, in the words of the command line.
type Clerk interface {
	// Knows reports whether one of the lines may be a command. It is asked about every letter of a player, so it looks at
	// little.
	Knows(lines []string) bool
	// Reads reports whether a letter is for the clerk: whether it has a command in it, or writes for somebody else's seat.
	Reads(ctx context.Context, d Dictation) bool
	// Games are those that the commands of a letter name, and the one that the others are about.
	Games(ctx context.Context, d Dictation) []string
	// CarryOut carries out one line after another, and says what came of each. What was carried out under the same
	// key before is not done again.
	CarryOut(ctx context.Context, now time.Time, d Dictation) []templates.Said
}

// A Dictation is what a letter of a human game master says, which is believed to be his.
type Dictation struct {
	From  string   // his address
	Lines []string // that he wrote himself
	Game  string   // that the letter is about, for lines that name none; "": it does not say
	Of    []string // the games whose game master he is, and that he may steer alone
	All   bool     // he is the service's game master, and may steer all
	Plays bool     // he has a player's seat, too, in that game or in one that the letter may be about
	Once  string   // the key under which the letter is carried out
}

// isDesk reports whether an address is that of the service's own game master.
func (m *Master) isDesk(addr string) bool { return m.Desk != "" && address(addr) == address(m.Desk) }

const (
	maxFresh    = 10  // letters to a desk, the newest ones, that prove who answers them
	maxDictated = 100 // letters of a desk that are remembered as carried out
	maxOnce     = 20  // acts by mail that a game remembers as done; its log knows more
)

// dictation is what a letter says to the clerk; ok is false if it is not for him.
func (m *Master) dictation(ctx context.Context, l Letter, head playerHead, words parser.Letter) (d Dictation, ok bool, err error) {
	if m.Clerk == nil {
		return d, false, nil
	}
	d = Dictation{From: address(l.From), All: m.isDesk(l.From)}
	confirms := verdict(words) != "" && slices.ContainsFunc(m.tokens(l), func(t token) bool { return t.game == lobby && t.kind == tokenConfirm })
	if !d.All && !confirms && words.As == "" && !m.Clerk.Knows(words.Lines) && !m.Clerk.Knows(namesOf(words.Commands)) {
		return d, false, nil
	}
	var own, plays []*game // whose game master he is, and in which he sits elsewhere
	for _, name := range head.Games {
		g, err := m.brief(ctx, name)
		if err != nil {
			m.Log.Error("a game can't be read", "game", name, "error", err)
			continue
		}
		if g == nil {
			continue
		}
		for _, seat := range g.Seats {
			switch mine := seat.Address == address(l.From); {
			case mine && seat.Name == adjudicator.GM:
				own, d.Of = append(own, g), append(d.Of, name)
			case mine:
				plays = append(plays, g)
			}
		}
	}
	if !d.All && len(own) == 0 {
		return d, false, nil
	}
	d.Lines = parser.Written(l.Text)
	d.Game, d.Once = m.about(ctx, own, words, d.All), "desk/"+l.signed()
	d.Plays = slices.ContainsFunc(plays, func(g *game) bool { return d.Game == "" || g.Name == d.Game })
	switch {
	case confirms, m.Clerk.Reads(ctx, d):
		return d, true, nil
	case words.As != "" && len(words.Lines) > 0 && !d.Plays:
		return d, !strings.EqualFold(words.As, string(adjudicator.GM)), nil
	}
	return d, len(own)+len(plays) == 0, nil // who sits nowhere can mean nothing else
}

// steers reports whether a letter is one for the clerk.
func (m *Master) steers(ctx context.Context, l Letter, head playerHead) (ok bool, err error) {
	stack, failed := guarded(func() error {
		_, ok, err = m.dictation(ctx, l, head, parser.Read(l.Subject, l.Text))
		return err
	})
	if stack != "" {
		return false, fmt.Errorf("reading a letter that was put aside: %s", firstLine(stack))
	}
	return ok, failed
}

// namesOf are the names of a player's commands, without press.
func namesOf(commands []parser.Command) []string {
	var out []string
	for _, c := range commands {
		if c.Name != "PRESS" {
			out = append(out, c.Name)
		}
	}
	return out
}

// about is the game that a game master's letter is about.
func (m *Master) about(ctx context.Context, own []*game, words parser.Letter, all bool) string {
	if name, _ := meantGame(own, words, nil); name != "" {
		return name
	}
	for _, t := range append([]parser.Tag{{Game: words.Game}}, words.Tags...) {
		if !all {
			break
		}
		if s, err := m.find(ctx, t.Game); err == nil && s != nil {
			return t.Game
		}
	}
	if len(own) == 1 && !all {
		return own[0].Name
	}
	return ""
}

// steer has the clerk carry out a letter, and answers it. One that nothing proves to be the game master's own is put
// aside, and he is asked.
func (m *Master) steer(ctx context.Context, now time.Time, l Letter, words parser.Letter, d Dictation) error {
	s := &step{m: m, ctx: ctx, now: now, name: lobby}
	if err := s.load(); err != nil {
		return err
	}
	desk := s.lobby.desk(l.From)
	if desk.did(l) {
		return nil
	}
	of := l // the one that is carried out
	var asked *doubt
	why := s.distrustDesk(l, d)
	switch t := s.lobby.confirms(m.Key, l, m.tokens(l)); {
	case t != nil && verdict(words) != "" && l.Proof != Disowned:
		if asked = desk.asked(t.letter); asked == nil {
			return m.answerDesk(ctx, now, l, nil, nil, doubtOver, nil)
		}
		if verdict(words) == "NO" {
			return m.answerDesk(ctx, now, l, nil, asked, doubtDenied, nil)
		}
		it, err := m.itemAt(ctx, lobby, asked.Entry)
		if err != nil {
			return err
		}
		of = *it.Letter
		head, read := playerHead{}, parser.Read(of.Subject, of.Text)
		if head, err = m.player(ctx, of.From); err != nil {
			return err
		}
		if d, _, err = m.dictation(ctx, of, head, read); err != nil {
			return err
		}
	case why != "":
		return m.doubtDesk(ctx, now, l, why)
	}
	if !desk.Answered.has(now, 1, m.answers()) {
		return m.holdLetter(ctx, now, l, "The game master's address has sent more letters in a day than are carried out.")
	}
	var said []templates.Said
	if stack, _ := guarded(func() error { said = m.Clerk.CarryOut(ctx, now, d); return nil }); stack != "" {
		m.Log.Error("the program failed on a game master's letter", "id", of.ID, "why", place(stack))
		said = []templates.Said{{Line: answered(of.Subject), Failed: true, Text: "The program failed on a line of your letter, and did not look at those below it: " + firstLine(stack)}}
	}
	return m.answerDesk(ctx, now, l, &of, asked, "", said)
}

// A mailDesk is a game master's address, outside of all games.
type mailDesk struct {
	seat
	Dictated []string `json:",omitempty"` // the keys of the newest letters that were carried out
}

// desk is that of an address; one that is not kept yet, if no letter came from there.
func (h *lobbyHead) desk(addr string) *mailDesk {
	i := slices.IndexFunc(h.Desks, func(d *mailDesk) bool { return d.Address == address(addr) })
	if i < 0 {
		return &mailDesk{seat: seat{Name: adjudicator.GM, Address: address(addr)}}
	}
	return h.Desks[i]
}

// signed is what tells a letter from all others, also from itself as somebody sends it on: a signed one is then the same
// under another Message-ID.
func (l Letter) signed() string {
	if l.Seal != "" {
		l = Letter{ID: "seal/" + l.Seal}
	}
	return l.key()[len("letter/"):][:32]
}

// did reports whether a letter was carried out.
func (d *mailDesk) did(l Letter) bool { return slices.Contains(d.Dictated, l.key()) }

// confirms is the token by which a letter answers the question whether another one is genuine.
func (h *lobbyHead) confirms(key []byte, l Letter, tokens []token) *token {
	for _, t := range tokens {
		if t.kind == tokenConfirm && h.holder(key, t) != nil && h.holder(key, t).Address == address(l.From) {
			return &t
		}
	}
	return nil
}

// holder is the desk whose letter a token names; nil if it was never made so.
func (h *lobbyHead) holder(key []byte, t token) *mailDesk {
	if t.game != lobby || t.seat >= len(h.Desks) {
		return nil
	}
	desk := h.Desks[t.seat]
	if t.letter > desk.Sent || !t.genuine(key, &desk.seat) {
		return nil
	}
	return desk
}

// distrustDesk says why a letter in a game master's name is not believed; "" if it is. Whatever a game trusts, the
// address alone proves nothing here, as its game master can do everything.
func (s *step) distrustDesk(l Letter, d Dictation) string {
	switch l.Proof {
	case Disowned:
		return disowned
	case Proved:
		return ""
	}
	answers := slices.ContainsFunc(s.m.tokens(l), func(t token) bool {
		if t.kind != tokenReply {
			return false
		}
		if desk := s.lobby.holder(s.m.Key, t); desk != nil {
			return desk.Address == address(l.From) && t.letter > desk.Sent-maxFresh
		}
		of, err := s.m.find(s.ctx, t.game)
		if err != nil || of == nil {
			return false
		}
		seat := of.g.holder(s.m.Key, t)
		return seat != nil && seat.Address == address(l.From) && t.fresh(seat) && t.letter > seat.Sent-maxFresh
	})
	if !answers {
		return unproved + "it answers no letter to the game master that is new enough."
	}
	for _, name := range slices.Concat(d.Of, []string{d.Game}, s.m.Clerk.Games(s.ctx, d)) {
		if of, err := s.m.find(s.ctx, name); err == nil && of != nil && of.g.Trust == TrustSigned {
			return unproved + name + " wants that."
		}
	}
	return ""
}

// doubtDesk puts a letter aside and asks the game master's address whether it is genuine.
func (m *Master) doubtDesk(ctx context.Context, now time.Time, l Letter, why string) error {
	return once(m.do(ctx, now, lobby, &l, func(s *step) error {
		desk := s.seatDesk(l.From)
		page := templates.Page{Now: s.now.UTC(), Notice: why, Receipt: &templates.Receipt{Subject: answered(l.Subject)}}
		var err error
		s.setAside(l, &desk.seat, why, " Its writer was asked whether it is his, and has not answered yet.", func(l *Letter, quoted string) {
			page.Quoted = quoted
			err = s.toDesk(tokenConfirm, desk, "vouch", page, *l)
		})
		return err
	}))
}

// answerDesk is the step that notes a letter as carried out, and answers it. of is the letter that was carried out, if
// any, and asked the question that it answers.
func (m *Master) answerDesk(ctx context.Context, now time.Time, l Letter, of *Letter, asked *doubt, notice string, said []templates.Said) error {
	return once(m.do(ctx, now, lobby, &l, func(s *step) error {
		desk := s.seatDesk(l.From)
		s.admit(l)
		desk.Dictated = append(desk.Dictated, l.key())
		if of != nil && of.key() != l.key() {
			s.admit(*of)
			desk.Dictated = append(desk.Dictated, of.key())
		}
		desk.Dictated = desk.Dictated[max(0, len(desk.Dictated)-maxDictated):]
		if asked != nil {
			s.answerDoubt(&desk.seat, *asked)
		}
		desk.Answered.take(s.now, 1, m.answers())
		return s.toDesk(tokenReply, desk, "clerk", templates.Page{Now: s.now.UTC(), Notice: notice, Said: said, Receipt: &templates.Receipt{Subject: answered(l.Subject)}}, l)
	}))
}

// seatDesk is the desk of an address, kept from now on.
func (s *step) seatDesk(addr string) *mailDesk {
	desk := s.lobby.desk(addr)
	if !slices.Contains(s.lobby.Desks, desk) {
		s.lobby.Desks = append(s.lobby.Desks, desk)
	}
	return desk
}

// toDesk answers a letter of a game master outside of all games.
func (s *step) toDesk(kind tokenKind, desk *mailDesk, template string, page templates.Page, l Letter) error {
	words, err := s.m.Words.Letter(template, page)
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	desk.Sent++
	t := token{kind: kind, game: lobby, seat: slices.Index(s.lobby.Desks, desk), letter: desk.Sent}.signed(s.m.Key, &desk.seat)
	out := Letter{ID: s.m.id(t.String()), ReplyTo: s.m.at(t), To: desk.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: true}
	thread{}.refer(&out, &l)
	s.out(out)
	return nil
}

// answered is a subject without what says that it answers one.
func answered(subject string) string {
	for len(subject) > 3 && strings.EqualFold(subject[:3], "re:") {
		subject = strings.TrimSpace(subject[3:])
	}
	return cmp.Or(subject, "your letter")
}

// ReadsAsOrders reports whether a line would be taken as an answer to something that is asked in a game, of one of the
// seats, or of any if none is named.
func (m *Master) ReadsAsOrders(ctx context.Context, name, line string, seats ...adjudicator.Seat) bool {
	s, err := m.load(ctx, name)
	if err != nil || s.g.State != running {
		return false
	}
	reads := false
	stack, err := guarded(func() error {
		p, _, err := s.replay()
		if err != nil {
			return err
		}
		reads = slices.ContainsFunc(s.g.Open, func(q *question) bool {
			return (len(seats) == 0 || slices.Contains(seats, q.Seat)) && p.View(q.Seat).Read(q.Kind, "", line).Answer != ""
		})
		return nil
	})
	return stack == "" && err == nil && reads
}

// errBefore is what an act returns that was done before, under the same key.
var errBefore = errors.New("the act was done before")

// did reports whether an act was done under a key not long ago.
func (g *game) did(once string) bool { return g != nil && once != "" && slices.Contains(g.Once, once) }
