package reception

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// steer has the clerk execute a game master's letter, and answers it. A letter that is not proved to be theirs is put
// aside, and they are asked about it.
func steer(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	d, says := in.Dictation, in.Words.Verdict
	s := &gm.Step{Master: m, Ctx: ctx, Now: now, Name: game.LobbyName}
	if err := s.Load(); err != nil {
		return taking{}, err
	}
	desk := s.Lobby.MailDesk(l.From)
	if desk.CarriedOut(l) {
		return taking{}, nil
	}
	of := l // the letter to execute
	var asked *game.Doubt
	why := distrustDesk(l)
	switch t := s.Lobby.Confirms(m.Key, l, m.SecretTokens(l)); {
	case t != nil && says != "" && l.Proof != letter.Disowned:
		if asked = desk.DoubtAt(t.Letter); asked == nil {
			return answerDesk(m, l, nil, nil, doubtOver, nil), nil
		}
		if says == parser.No {
			return answerDesk(m, l, nil, asked, doubtDenied, nil), nil
		}
		it, err := m.ItemAt(ctx, game.LobbyName, asked.Entry)
		if err != nil {
			return taking{}, err
		}
		of = *it.Letter
		of.Proof, of.ProofWhy = letter.Proved, "Its writer was asked, and confirmed it."
		if in, err = Read(ctx, m, &of); err != nil {
			return taking{}, err
		}
		if in.Kind != intake.Command {
			return notForDesk(ctx, m, now, l, of, in, *asked)
		}
		d = in.Dictation
	case why != "":
		return doubtDesk(m, l, why), nil
	}
	if !desk.Answered.Allows(now, 1, m.AnswersADay()) {
		return taking{why: "The game master's address has sent more letters today than are carried out in a day."}, nil
	}
	var said []templates.Said
	if stack, _ := gm.Guarded(func() error { said = m.Commands.CarryOut(ctx, now, d); return nil }); stack != "" {
		m.Log.Error("the program failed on a game master's letter", "id", of.ID, "why", gm.TopFrame(stack))
		said = []templates.Said{
			{
				Line: of.Answered(), Failed: true,
				Text: "The program failed on a line of your letter, and did not look at those below it: " +
					gm.FirstLine(stack),
			},
		}
	}
	return answerDesk(m, l, &of, asked, "", said), nil
}

// notForDesk processes a letter that was in doubt only because it is in a game master's name, and that contains no
// command. l is the confirmation.
func notForDesk(ctx context.Context, m *gm.Master, now time.Time, l, of letter.Letter, in intake.Intent,
	asked game.Doubt) (taking, error) {
	if err := Carry(ctx, m, now, of, in); err != nil && !errors.Is(err, gm.ErrTwice) {
		return taking{}, err
	}
	return taking{game: game.LobbyName, step: func(s *gm.Step) error {
		desk := seatDesk(s, l.From)
		admit(s, l)
		desk.Note(l)
		answerDoubt(s, &desk.Seat, asked)
		return nil
	}}, nil
}

// distrustDesk returns the reason not to believe a letter in a game master's name, or "". Whatever a game's trust is,
// neither the address nor the answered letter is proof enough here, because a game master can do everything: whatever
// they forward or answer tells others which letter that was.
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
func doubtDesk(m *gm.Master, l letter.Letter, why string) taking {
	return taking{game: game.LobbyName, step: func(s *gm.Step) error {
		if err := takenBefore(s, l); err != nil {
			return err
		}
		desk := seatDesk(s, l.From)
		page := templates.Page{Now: s.Now.UTC(), Notice: why, Receipt: &templates.Receipt{Subject: l.Answered()}}
		var err error
		setAside(s, l, &desk.Seat, why, " Its writer was asked whether it is theirs, and has not answered yet.",
			func(l *letter.Letter, quoted string) {
				page.Quoted = quoted
				err = toDesk(s, letter.Confirm, desk, "vouch", page, *l)
			})
		return err
	}}
}

// answerDesk is the step that records that a letter was executed, and answers it. of is the executed letter, if any,
// and asked the doubt that it settles.
func answerDesk(m *gm.Master, l letter.Letter, of *letter.Letter, asked *game.Doubt, notice string,
	said []templates.Said) taking {
	return taking{game: game.LobbyName, step: func(s *gm.Step) error {
		desk := seatDesk(s, l.From)
		admit(s, l)
		desk.Note(l)
		if of != nil && of.Key() != l.Key() {
			admit(s, *of)
			desk.Note(*of)
		}
		if asked != nil {
			answerDoubt(s, &desk.Seat, *asked)
		}
		desk.Answered.Allow(s.Now, 1, m.AnswersADay())
		return toDesk(s, letter.Reply, desk, "clerk", templates.Page{Now: s.Now.UTC(), Notice: notice,
			Said: said, Receipt: &templates.Receipt{Subject: l.Answered()}}, l)
	}}
}

// seatDesk returns the desk of an address, and stores it if it is new.
func seatDesk(s *gm.Step, addr string) *game.MailDesk {
	desk := s.Lobby.MailDesk(addr)
	if !slices.Contains(s.Lobby.Desks, desk) {
		s.Lobby.Desks = append(s.Lobby.Desks, desk)
	}
	return desk
}

// toDesk answers a letter from a game master that belongs to no game.
func toDesk(s *gm.Step, kind letter.Kind, desk *game.MailDesk, template string, page templates.Page,
	l letter.Letter) error {
	words, err := s.Master.Words.Letter(template, page)
	if err != nil {
		return fmt.Errorf("writing to the game master: %w", err)
	}
	desk.Sent++
	t := letter.Token{Kind: kind, Game: game.LobbyName, Seat: slices.Index(s.Lobby.Desks, desk),
		Letter: desk.Sent}.Signed(s.Master.Key, desk.Reader())
	out := letter.Letter{ID: s.Master.MessageID(t.Encrypted(s.Master.Key)), ReplyTo: s.Master.AddressOf(t),
		To: desk.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: true}
	letter.Thread{}.Refer(&out, &l)
	s.Out(out)
	return nil
}

// OrderReader returns a function that reports whether a line would be read as an answer to an open question of a
// game: of one of the seats or, without seats, of any. The function must not be used concurrently. It loads the game
// at the first call.
func OrderReader(ctx context.Context, m *gm.Master, name string) func(line string, seats ...adjudicator.Seat) bool {
	asked := sync.OnceValue(func() (all []posed) {
		stack, err := gm.Guarded(func() (err error) {
			all, err = posedOf(ctx, m, name)
			return err
		})
		if stack != "" || err != nil {
			return nil
		}
		return all
	})
	return func(line string, seats ...adjudicator.Seat) (reads bool) {
		stack, _ := gm.Guarded(func() error {
			reads = slices.ContainsFunc(asked(), func(p posed) bool {
				return (len(seats) == 0 || slices.Contains(seats, p.seat)) && p.view.Read(p.kind, "", line).Answer != ""
			})
			return nil
		})
		return stack == "" && reads
	}
}

// A posed is an open question with the view of its seat, which reads answers.
type posed struct {
	seat adjudicator.Seat
	kind string
	view adjudicator.View
}

// posedOf returns all open questions of a game.
func posedOf(ctx context.Context, m *gm.Master, name string) ([]posed, error) {
	s, err := m.Find(ctx, name)
	if err != nil || s == nil || s.Game.State != game.Running {
		return nil, err
	}
	p, _, err := s.Replay()
	if err != nil {
		return nil, err
	}
	var all []posed
	for _, q := range s.Game.Open {
		all = append(all, posed{q.Seat, q.Kind, p.View(q.Seat)})
	}
	return all, nil
}
