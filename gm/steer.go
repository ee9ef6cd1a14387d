package gm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A Clerk carries out what a human game master commands by mail, in the words of the command line.
type Clerk interface {
	// Knows reports whether one of the lines may be a command. It is asked about every letter of a player, so it looks at
	// little.
	Knows(lines []string) bool
	// Reads reports whether a letter is for the clerk: whether it has a command in it, or writes for somebody else's seat.
	Reads(ctx context.Context, d intake.Dictation) bool
	// CarryOut carries out one line after another, and says what came of each. What was carried out under the same
	// key before is not done again.
	CarryOut(ctx context.Context, now time.Time, d intake.Dictation) []templates.Said
}

const (
	maxDictated = 100 // letters of a desk that are remembered as carried out
	maxOnce     = 20  // acts by mail that a game remembers as done; its log knows more
)

// steer has the clerk carry out a letter, and answers it. One that nothing proves to be the game master's own is put
// aside, and he is asked.
func (m *Master) steer(ctx context.Context, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	d, says := in.Dictation, in.Words.Verdict
	s := &step{m: m, ctx: ctx, now: now, name: lobby}
	if err := s.load(); err != nil {
		return taking{}, err
	}
	desk := s.lobby.desk(l.From)
	if desk.did(l) {
		return taking{}, nil
	}
	of := l // the one that is carried out
	var asked *doubt
	why := distrustDesk(l)
	switch t := s.lobby.confirms(m.Key, l, m.secrets(l)); {
	case t != nil && says != "" && l.Proof != letter.Disowned:
		if asked = desk.asked(t.Letter); asked == nil {
			return m.answerDesk(l, nil, nil, doubtOver, nil), nil
		}
		if says == parser.No {
			return m.answerDesk(l, nil, asked, doubtDenied, nil), nil
		}
		it, err := m.itemAt(ctx, lobby, asked.Entry)
		if err != nil {
			return taking{}, err
		}
		of = *it.Letter
		of.Proof, of.ProofWhy = letter.Proved, "Its writer was asked, and has said so."
		if in, err = m.read(ctx, &of); err != nil {
			return taking{}, err
		}
		if in.Kind != intake.Command {
			return m.notForDesk(ctx, now, l, of, in, *asked)
		}
		d = in.Dictation
	case why != "":
		return m.doubtDesk(l, why), nil
	}
	if !desk.Answered.has(now, 1, m.answers()) {
		return taking{why: "The game master's address has sent more letters in a day than are carried out."}, nil
	}
	var said []templates.Said
	if stack, _ := guarded(func() error { said = m.Clerk.CarryOut(ctx, now, d); return nil }); stack != "" {
		m.Log.Error("the program failed on a game master's letter", "id", of.ID, "why", place(stack))
		said = []templates.Said{{Line: of.Answered(), Failed: true, Text: "The program failed on a line of your letter, and did not look at those below it: " + firstLine(stack)}}
	}
	return m.answerDesk(l, &of, asked, "", said), nil
}

// notForDesk takes in a letter that was only asked about because it is in a game master's name, and turns out to have no
// command in it. l is the answer.
func (m *Master) notForDesk(ctx context.Context, now time.Time, l, of letter.Letter, in intake.Intent, asked doubt) (taking, error) {
	if err := m.carry(ctx, now, of, in); err != nil && !errors.Is(err, errTwice) {
		return taking{}, err
	}
	return taking{game: lobby, step: func(s *step) error {
		desk := s.seatDesk(l.From)
		s.admit(l)
		desk.note(l)
		s.answerDoubt(&desk.seat, asked)
		return nil
	}}, nil
}

// A mailDesk is a game master's address, outside of all games.
type mailDesk struct {
	seat
	Dictated []string `json:",omitempty"` // the keys of the newest letters that were carried out
}

// desk is that of an address; one that is not kept yet, if no letter came from there.
func (h *lobbyHead) desk(addr string) *mailDesk {
	i := slices.IndexFunc(h.Desks, func(d *mailDesk) bool { return d.Address == addr })
	if i < 0 {
		return &mailDesk{seat: seat{Name: adjudicator.GM, Address: addr}}
	}
	return h.Desks[i]
}

// did reports whether a letter was carried out.
func (d *mailDesk) did(l letter.Letter) bool { return slices.Contains(d.Dictated, l.Key()) }

// note remembers a letter as carried out.
func (d *mailDesk) note(l letter.Letter) {
	d.Dictated = append(d.Dictated, l.Key())
	d.Dictated = d.Dictated[max(0, len(d.Dictated)-maxDictated):]
}

// confirms is the token by which a letter answers the question whether another one is genuine.
func (h *lobbyHead) confirms(key []byte, l letter.Letter, tokens []letter.Token) *letter.Token {
	for _, t := range tokens {
		if t.Kind == letter.Confirm && h.holder(key, t) != nil && h.holder(key, t).Address == l.From {
			return &t
		}
	}
	return nil
}

// holder is the desk whose letter a token names; nil if it was never made so.
func (h *lobbyHead) holder(key []byte, t letter.Token) *mailDesk {
	if t.Game != lobby || t.Seat >= len(h.Desks) {
		return nil
	}
	desk := h.Desks[t.Seat]
	if t.Letter > desk.Sent || !t.Genuine(key, desk.reader()) {
		return nil
	}
	return desk
}

// distrustDesk says why a letter in a game master's name is not believed; "" if it is. Whatever a game trusts, neither the
// address nor the letter that it answers proves anything here, as its game master can do everything: what a game master
// forwards or answers tells others which letter that was.
func distrustDesk(l letter.Letter) string {
	switch l.Proof {
	case letter.Disowned:
		return intake.Disowned
	case letter.Proved:
		return ""
	case letter.Lacking:
		return intake.Lacking
	}
	return intake.Unproved + "a game master's commands need that."
}

// doubtDesk puts a letter aside and asks the game master's address whether it is genuine.
func (m *Master) doubtDesk(l letter.Letter, why string) taking {
	return taking{game: lobby, step: func(s *step) error {
		desk := s.seatDesk(l.From)
		page := templates.Page{Now: s.now.UTC(), Notice: why, Receipt: &templates.Receipt{Subject: l.Answered()}}
		var err error
		s.setAside(l, &desk.seat, why, " Its writer was asked whether it is theirs, and has not answered yet.", func(l *letter.Letter, quoted string) {
			page.Quoted = quoted
			err = s.toDesk(letter.Confirm, desk, "vouch", page, *l)
		})
		return err
	}}
}

// answerDesk is the step that notes a letter as carried out, and answers it. of is the letter that was carried out, if
// any, and asked the question that it answers.
func (m *Master) answerDesk(l letter.Letter, of *letter.Letter, asked *doubt, notice string, said []templates.Said) taking {
	return taking{game: lobby, step: func(s *step) error {
		desk := s.seatDesk(l.From)
		s.admit(l)
		desk.note(l)
		if of != nil && of.Key() != l.Key() {
			s.admit(*of)
			desk.note(*of)
		}
		if asked != nil {
			s.answerDoubt(&desk.seat, *asked)
		}
		desk.Answered.take(s.now, 1, m.answers())
		return s.toDesk(letter.Reply, desk, "clerk", templates.Page{Now: s.now.UTC(), Notice: notice, Said: said, Receipt: &templates.Receipt{Subject: l.Answered()}}, l)
	}}
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
func (s *step) toDesk(kind letter.Kind, desk *mailDesk, template string, page templates.Page, l letter.Letter) error {
	words, err := s.m.Words.Letter(template, page)
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	desk.Sent++
	t := letter.Token{Kind: kind, Game: lobby, Seat: slices.Index(s.lobby.Desks, desk), Letter: desk.Sent}.Signed(s.m.Key, desk.reader())
	out := letter.Letter{ID: s.m.id(t.Encrypted(s.m.Key)), ReplyTo: s.m.at(t), To: desk.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: true}
	letter.Thread{}.Refer(&out, &l)
	s.out(out)
	return nil
}

// OrderReader returns what reports whether a line would be taken as an answer to something that is asked in a game now, of one of
// the seats, or of any if none is named. It is for one goroutine, and loads the game when it is first called.
func (m *Master) OrderReader(ctx context.Context, name string) func(line string, seats ...adjudicator.Seat) bool {
	asked := sync.OnceValue(func() (all []posed) {
		stack, err := guarded(func() (err error) {
			all, err = m.posed(ctx, name)
			return err
		})
		if stack != "" || err != nil {
			return nil
		}
		return all
	})
	return func(line string, seats ...adjudicator.Seat) (reads bool) {
		stack, _ := guarded(func() error {
			reads = slices.ContainsFunc(asked(), func(p posed) bool {
				return (len(seats) == 0 || slices.Contains(seats, p.seat)) && p.view.Read(p.kind, "", line).Answer != ""
			})
			return nil
		})
		return stack == "" && reads
	}
}

// A posed question is one of a seat, which reads answers by what it knows.
type posed struct {
	seat adjudicator.Seat
	kind string
	view adjudicator.View
}

// posed are all questions that are open in a game.
func (m *Master) posed(ctx context.Context, name string) ([]posed, error) {
	s, err := m.find(ctx, name)
	if err != nil || s == nil || s.g.State != running {
		return nil, err
	}
	p, _, err := s.replay()
	if err != nil {
		return nil, err
	}
	var all []posed
	for _, q := range s.g.Open {
		all = append(all, posed{q.Seat, q.Kind, p.View(q.Seat)})
	}
	return all, nil
}

// errBefore is what an act returns that was done before, under the same key.
var errBefore = errors.New("the act was done before")

// did reports whether an act was done under a key not long ago.
func (g *game) did(once string) bool { return g != nil && once != "" && slices.Contains(g.Once, once) }
