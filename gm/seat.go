package gm

import (
	"context"
	"slices"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// Seat gives a seat to somebody else, or to the same player at another address. He gets a letter as if the game
// began for him now, with what the seat has not been told of yet, and what is on file stays; who sat there before is
// told that he no longer does, and the others are told nothing.
func (d *Desk) Seat(ctx context.Context, now time.Time, name, seat, to string) error {
	to = letter.Address(to)
	if err := d.noAddress(to); err != nil {
		return err
	}
	if _, err := d.load(ctx, name); err != nil {
		return err
	}
	if !d.Dry {
		if err := d.enter(ctx, to, name); err != nil {
			return err
		}
	}
	since, err := d.suspended(ctx, to)
	if err != nil {
		return err
	}
	err = d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		who, err := s.one(seat)
		if err != nil {
			return err
		}
		if who.Address == to && !since.IsZero() { // he believes in it
			s.act("seat "+name, string(who.Name)+"="+to)
			return nil
		}
		if who.Address == to {
			return refusal.New("%s sits there already.", to)
		}
		was := who.Address
		if b := s.g.standby(to); b != nil {
			s.strike(b)
		}
		if b := s.g.offered(who.Name); b != nil {
			b.withdraw()
		}
		if err := s.reseat(who, to, "The game master has given your seat in this game to another address. If that one is yours, too, play on from there; if it is not, thank you for having played."); err != nil {
			return err
		}
		undo := []string{"seat", name, string(who.Name) + "=" + was}
		if was == "" {
			undo = []string{"eject", name, string(who.Name)}
		}
		s.act("seat "+name, string(who.Name)+"="+to, undo...)
		return s.offers()
	})
	if err != nil || d.Dry {
		return err
	}
	return d.alive(ctx, now, to) // the game master says that letters arrive there
}

// reseat gives a seat to another address. Whoever sat there gets farewell.
func (s *step) reseat(who *seat, to, farewell string) error {
	missed, err := s.missed(who)
	if err != nil {
		return err
	}
	if err := s.farewell(who, farewell, nil); err != nil {
		return err
	}
	s.empty(who)
	who.burn() // the address may have sat there before
	who.Address = to
	s.strikeObserver(to) // he gets all that now
	for _, other := range s.g.Seats {
		if other.Address != to && other.Also == to { // or one address would have the letters of two players
			s.takeSecond(other, to)
		}
	}
	p, _, err := s.replay()
	if err != nil {
		return err
	}
	page := s.page(p, who)
	page.First, page.Joins, page.Luck, page.Terms = true, s.g.Count > 1, s.g.hash(), terms(s.g.Clock)
	s.ruled(&page)
	if page.Events, err = s.events(who); err != nil {
		return err
	}
	s.send(who, "turn", page, nil)
	for _, e := range missed {
		s.again(who, e)
	}
	return nil
}

// farewell writes to who leaves a seat, unless nobody gets mail at his address. What is asked of the seat is no business of
// his any more.
func (s *step) farewell(who *seat, text string, answer *letter.Letter) error {
	since, err := s.m.suspended(s.ctx, who.Address)
	if err != nil || !since.IsZero() {
		return err
	}
	page := s.page(nil, who)
	page.Ask, page.Notice = nil, text
	page.Reply = ""
	s.send(who, "farewell", page, answer)
	return nil
}

// missed are the letters that a seat has not got because they wait for its address. Answers are only of use to who wrote
// from there.
func (s *step) missed(who *seat) ([]*errand, error) {
	since, err := s.m.suspended(s.ctx, who.Address)
	if err != nil || since.IsZero() {
		return nil, err
	}
	waiting, err := s.waiting(who.Address)
	return slices.DeleteFunc(waiting, func(e *errand) bool {
		t, ok := s.m.tokenOf(e.letter.ID)
		return e.letter.Answer || !ok || t.Kind != letter.Reply || s.g.holder(s.m.Key, t) != who
	}), err
}

// again sends a letter of a seat to the address that the seat has now, and to no other.
func (s *step) again(who *seat, e *errand) {
	l, with := e.letter, pressFrom(e.letter.Subject)
	t, _ := s.m.tokenOf(l.ID) // it had one when it was found
	l.To, l.InReplyTo, l.References = who.Address, "", nil
	who.thread(with).Refer(&l, nil)
	who.joined(with, s.post(who, letter.Reply, t.Question, l).ID)
	s.task(e.Name, time.Time{})
}
