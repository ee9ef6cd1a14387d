package gm

import (
	"context"
	"time"
)

// Seat gives a seat to somebody else, or to the same player at another address. He gets a letter as if the game
// began for him now, with what the seat has not been told of yet, and what is on file stays; who sat there before is
// told that he no longer does, and the others are told nothing.
func (m *Master) Seat(ctx context.Context, now time.Time, name, seat, to string) error {
	if !isAddress(to) {
		return refuse("%q is no mail address.", to)
	}
	if _, err := m.load(ctx, name); err != nil {
		return err
	}
	if err := m.enter(ctx, to, name); err != nil {
		return err
	}
	return m.do(ctx, now, name, nil, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		found, err := s.g.named(seat)
		if err != nil || len(found) != 1 {
			return refuse("%s has no seat %q; it has %v.", name, seat, s.g.names())
		}
		who := s.g.seat(found[0])
		if who.Address == address(to) {
			return refuse("%s sits there already.", to)
		}
		page := s.page(nil, who)
		page.Ask, page.Notice = nil, "The game master has given your seat in this game to another address. If that is not yours, thank you for having played."
		s.send(who, "notice", page, nil)
		who.Address, who.Thread, who.Zone, who.Ready, who.Wait = address(to), "", "", false, false
		p, _, err := s.replay()
		if err != nil {
			return err
		}
		page = s.page(p, who)
		page.First, page.Luck = true, s.g.hash()
		if page.Events, err = s.events(who); err != nil {
			return err
		}
		s.send(who, "turn", page, nil)
		s.act("seat "+string(who.Name), to)
		return nil
	})
}
