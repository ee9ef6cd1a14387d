package play

import (
	"fmt"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/writing"
)

// Reseat gives a seat to another address. Its former player gets a letter with the text farewell.
func Reseat(s *gm.Step, who *game.Seat, to, farewell string) error {
	missed, err := missed(s, who)
	if err != nil {
		return err
	}
	if err := Farewell(s, who, farewell, nil); err != nil {
		return err
	}
	s.SettleSeat(who.Name, game.AboutAbsence, game.AboutAway, game.AboutVacation, game.AboutReturned, game.AboutSecond,
		game.AboutVacancy)
	if q := s.Game.Question(who, 0); q != nil && who.IsRobot() {
		q.Ahead = true // what a robot has put on file is not carried out before the player has seen it
	}
	clearSeat(s, who)
	who.Burn() // the address may have had the seat before
	who.Address = to
	StrikeObserver(s, to) // a player gets everything that observers get anyway
	for _, other := range s.Game.Seats {
		if other.Address != to && other.Also == to { // otherwise one address would get the letters of two players
			TakeSecond(s, other, to)
		}
	}
	p, _, err := s.Replay()
	if err != nil {
		return err
	}
	page := writing.PageFor(s, p, who)
	page.First, page.Joins = true, s.Game.Count > 1
	writing.TellFirst(s, &page)
	if page.Events, err = Events(s, who); err != nil {
		return err
	}
	writing.Send(s, who, "turn", page, nil)
	for _, e := range missed {
		resend(s, who, e)
	}
	return nil
}

// Farewell writes to a player who leaves a seat, unless letters to them bounce. The letter does not mention the
// seat's open questions.
func Farewell(s *gm.Step, who *game.Seat, text string, answer *letter.Letter) error {
	head, err := s.Master.PlayerRecord(s.Ctx, who.Address)
	if err != nil || head.HasReturned() {
		return err
	}
	page := writing.PageFor(s, nil, who)
	page.Ask, page.Notice = nil, text
	page.Reply = ""
	writing.Send(s, who, "farewell", page, answer)
	return nil
}

// missed returns the letters that a seat has not got because they wait for its address or were given up. Answers
// concern only the former player, so those that were given up are removed from the outbox.
func missed(s *gm.Step, who *game.Seat) ([]*outbox.Job, error) {
	since, err := outbox.SuspendedSince(s.Ctx, s.Master, who.Address)
	if err != nil || who.Address == "" {
		return nil, err
	}
	unsent, err := outbox.UnsentTo(s, who.Address)
	if err != nil {
		return nil, err
	}
	var out []*outbox.Job
	for _, e := range unsent {
		lost := e.Attempts.GivenUp != ""
		t, ok := s.Master.TokenOf(e.Letter.ID)
		switch {
		case !lost && since.IsZero(), !ok, s.Game.Holder(s.Master.Key, t) != who:
		case e.Letter.Answer || t.Kind != letter.Reply:
			if lost {
				s.Task(e.Name, time.Time{})
			}
		default:
			out = append(out, e)
		}
	}
	return out, nil
}

// Resend sends a letter in the outbox to the current address of its seat.
func Resend(s *gm.Step, who *game.Seat, e *outbox.Job) {
	resend(s, who, e)
	s.MoreFacts = append(s.MoreFacts, game.Fact{Name: Outgoing(s, e.Number(), e), Was: "given up", Is: "sent to " + who.Address})
}

// resend sends a letter to the current address of its seat, and to no other.
func resend(s *gm.Step, who *game.Seat, e *outbox.Job) {
	if who.Name == adjudicator.GM && s.Game.Blinds(who.Address) { // the secret must not reach a game master who plays
		return
	}
	l, with := e.Letter, writing.PressFrom(e.Letter.Subject)
	t, _ := s.Master.TokenOf(l.ID) // the letter had a token when it was found
	l.To, l.InReplyTo, l.References = who.Address, "", nil
	who.ThreadWith(with).Refer(&l, nil)
	who.Joined(with, s.Post(who, letter.Reply, t.Question, l).ID)
	s.Task(e.Name, time.Time{})
}

// TakeSecond removes an address as the second address of a seat, and cancels a question to it about being one.
func TakeSecond(s *gm.Step, who *game.Seat, addr string) {
	if who.Also == addr {
		who.Also = ""
	}
	if who.Asking != nil && who.Asking.Address == addr {
		who.Asking = nil
	}
	s.SettleSeat(who.Name, game.AboutSecond)
	text := fmt.Sprintf("The game master has decided that letters from %s do not count as yours.", addr)
	writing.Notice(s, who, "notice", writing.WithReason(s, text), nil)
}
