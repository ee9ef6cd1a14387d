package gm

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// Rollforward puts a game to where it was before it was taken back the last time.
func (d *Desk) Rollforward(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if len(s.g.Back) == 0 {
			return refusal.New("%s was not taken back, so there is nothing that it could be taken forward to.", name)
		}
		entry := s.g.Back[len(s.g.Back)-1]
		var back turned
		if err := s.read(entry, kindBack, &back); err != nil {
			return err
		}
		if !sameOptions(s.g.Options, back.Was.Options) {
			return refusal.New("Rulings of %s were switched since it was taken back. Switch them back with gm rule, then take it forward.", name)
		}
		was := s.g.standing()
		from := chapter{Count: back.Count, Position: back.Position}
		started, err := s.startOf(back)
		if err != nil {
			return err
		}
		if s.exposed, err = s.exposure(from, started, was, nil); err != nil {
			return err
		}
		sent, err := s.sendAfterAll(back.Gone)
		if err != nil {
			return err
		}
		if n := len(sent); n > 0 {
			s.notes = append(s.notes, counted(n, "letter that was withdrawn goes", "letters that were withdrawn go")+" out after all.")
		}
		undo := back.again(name, s.g)
		if err := s.turnForth(back, entry); err != nil {
			return err
		}
		s.write(kindBack, "", turned{Position: s.g.Position, Count: s.g.Count, Lucks: s.g.Lucks, Void: s.g.Void, Was: was, Sent: sent})
		s.g.Back = s.g.Back[:len(s.g.Back)-1]
		var p adjudicator.Position
		if s.g.State != held {
			if p, _, err = s.replay(); err != nil {
				return err
			}
		}
		where := s.g.Phase
		if s.g.State == over {
			where = "its end"
		}
		text := s.because("The game master has put the game to where it was before it was taken back: to " + where +
			". All that was resolved until then counts again, and what was on file then is on file; what came since does not count.")
		if err := s.tellAnew(p, func(*seat) string { return text }); err != nil {
			return err
		}
		s.act("rollforward "+name, s.g.Phase, undo...)
		return nil
	})
}

// sendAfterAll has letters that were withdrawn go out, and returns their entries: not those to players who have
// left their seats since.
func (s *step) sendAfterAll(gone []uint64) (sent []uint64, err error) {
	for _, entry := range gone {
		var l letter.Letter
		if err := s.read(entry, kindOut, &l); err != nil {
			return nil, err
		}
		if t, ok := s.m.tokenOf(l.ID); ok && s.g.holder(s.m.Key, t) != nil {
			s.task(taskName(entry), s.now)
			sent = append(sent, entry)
		}
	}
	return sent, nil
}

// again are the words of the command that takes a game back once more, as it was taken back.
func (t turned) again(name string, g *game) []string {
	undo := []string{"rollback", name, strconv.FormatUint(t.Count, 10)}
	if t.Without {
		undo = append(undo, "--without-orders")
	}
	if len(t.Lucks) > 0 && t.Lucks[len(t.Lucks)-1].From == t.Count || t.Was.State == over {
		return append(undo, "--new-luck")
	}
	return append(undo, "--same-luck")
}

// startOf is how much is told at the start of a phase, before anybody is asked.
func (s *step) startOf(t turned) (int, error) {
	if s.g.Count == t.Count && len(s.g.Record.Asked) < 2 {
		return len(s.g.Record.Told), nil
	}
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return 0, err
	}
	started := 0
	err = s.phases(mark{Position: t.Position, Phase: t.Count}, func(ph phase) error {
		if ph.luck.Phase != t.Count {
			return nil
		}
		ph.asked = nil
		_, news, err := ph.told(rules)
		started = len(news)
		return err
	})
	return started, err
}

// turnForth restores how the game stood when it was taken back by the log entry.
func (s *step) turnForth(back turned, entry uint64) error {
	g, was := s.g, back.Was
	g.Void = append(slices.Clone(was.Void), span{min(entry, back.Void[len(back.Void)-1].To+1), s.next + uint64(len(s.log))})
	g.Turns++
	g.State, g.Why, g.Phase, g.Count, g.Position = was.State, was.Why, was.Phase, was.Count, was.Position
	before := g.Lucks
	g.Record, g.Open, g.Lucks, g.Ended = was.Record, was.Open, was.Lucks, was.Ended
	g.retire(before)
	if s.how.Dry {
		s.rehearses()
	}
	first, err := s.chapter(strconv.FormatUint(back.Count, 10))
	if err != nil {
		return err
	}
	for _, seat := range g.Seats {
		st := was.Seats[seat.Name]
		if st.Address != "" && st.Address != seat.Address { // who sits there now has heard of nothing that counts again
			st = stood{Unheard: cmp.Or(st.Unheard, &mark{Position: first.Position, Phase: first.Count})}
		}
		seat.Ready, seat.Wait, seat.Unheard = st.Ready, st.Wait, st.Unheard
		if q := g.question(seat, 0); q != nil { // answers to what was asked meanwhile must not hit it
			if q.Number != seat.Asked {
				seat.Asked++
				q.Number = seat.Asked
			}
		}
		seat.burn()
	}
	g.Resolve = time.Time{}
	s.task(taskResolve, time.Time{})
	deadline := was.Deadline
	switch {
	case g.State != running:
		deadline = time.Time{}
	case !deadline.After(s.now):
		deadline = g.deadline(s.now)
	}
	s.due(deadline)
	s.renew()
	return nil
}
