package desk

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// Rollforward undoes the last rollback.
func (d *Operator) Rollforward(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *gm.Step) error {
		if len(s.Game.Back) == 0 {
			return refusal.New("%s was not taken back, so gm rollforward has nothing to restore.", name)
		}
		entry := s.Game.Back[len(s.Game.Back)-1]
		var back game.RollbackEntry
		if err := s.Read(entry, gm.KindBack, &back); err != nil {
			return err
		}
		if !game.SameOptions(s.Game.Options, back.Was.Options) {
			return refusal.New("Rulings of %s were switched after it was taken back. Switch them back with gm "+
				"switch, then repeat gm rollforward.", name)
		}
		was := s.Game.Snapshot()
		from := game.Chapter{Count: back.Count, Position: back.Position}
		started, err := startOf(s, back)
		if err != nil {
			return err
		}
		if s.Exposed, err = exposure(s, from, started, was, nil); err != nil {
			return err
		}
		sent, err := sendAfterAll(s, back.Gone)
		if err != nil {
			return err
		}
		if n := len(sent); n > 0 {
			s.Notes = append(s.Notes,
				game.Counted(n, "letter that was withdrawn goes", "letters that were withdrawn go")+" out after all.")
		}
		undo := back.SameAgain(name, s.Game)
		if err := turnForth(s, back, entry); err != nil {
			return err
		}
		s.Write(gm.KindBack, "", game.RollbackEntry{Position: s.Game.Position, Count: s.Game.Count,
			Lucks: s.Game.Lucks, Void: s.Game.Void, Was: was, Sent: sent})
		s.Game.Back = s.Game.Back[:len(s.Game.Back)-1]
		var p adjudicator.Position
		if s.Game.State != game.Held {
			if p, _, err = s.Replay(); err != nil {
				return err
			}
		}
		where := s.Game.Phase
		if s.Game.State == game.Over {
			where = "its end"
		}
		text := writing.WithReason(s,
			"The game master has moved the game forward to where it was before it was taken back: to "+where+
				". Everything that was resolved until then counts again, and what was on file then is on file; "+
				"what has come since does not count.")
		if err := tellAnew(s, p, func(*game.Seat) string { return text }); err != nil {
			return err
		}
		logAct(s, done{what: "rollforward " + name, detail: s.Game.Phase, undo: undo})
		return nil
	})
}

// sendAfterAll makes withdrawn letters due again, except those to players who have left since, and returns their log
// entries.
func sendAfterAll(s *gm.Step, gone []uint64) (sent []uint64, err error) {
	for _, entry := range gone {
		var l letter.Letter
		if err := s.Read(entry, gm.KindOut, &l); err != nil {
			return nil, err
		}
		if t, ok := s.Master.TokenOf(l.ID); ok && s.Game.Holder(s.Master.Key, t) != nil {
			s.Task(gm.TaskName(entry), s.Now)
			sent = append(sent, entry)
		}
	}
	return sent, nil
}

// startOf returns the number of events at the start of a phase, before anybody is asked.
func startOf(s *gm.Step, t game.RollbackEntry) (int, error) {
	if s.Game.Count == t.Count && len(s.Game.Record.Asked) < 2 {
		return len(s.Game.Record.Told), nil
	}
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return 0, err
	}
	started := 0
	err = s.Phases(game.Mark{Position: t.Position, Phase: t.Count}, func(ph gm.Phase) error {
		if ph.Luck.Phase != t.Count {
			return nil
		}
		ph.Asked = nil
		_, news, err := ph.Told(rules)
		started = len(news)
		return err
	})
	return started, err
}

// turnForth restores the state before the rollback in a log entry.
func turnForth(s *gm.Step, back game.RollbackEntry, entry uint64) error {
	g, was := s.Game, back.Was
	g.Void = append(slices.Clone(was.Void), game.Span{From: min(entry, back.Void[len(back.Void)-1].To+1),
		To: s.Next + uint64(len(s.Log))})
	g.Turns++
	g.State, g.Why, g.Phase, g.Count, g.Position = was.State, was.Why, was.Phase, was.Count, was.Position
	before := g.Lucks
	g.Record, g.Open, g.Lucks, g.Ended = was.Record, was.Open, was.Lucks, was.Ended
	g.Retire(before)
	if s.Options.Dry {
		s.BeginDryRun()
	}
	first, err := s.Chapter(strconv.FormatUint(back.Count, 10))
	if err != nil {
		return err
	}
	for _, seat := range g.Seats {
		st := was.Seats[seat.Name]
		// the present player has not been told the events that count again
		if st.Address != "" && st.Address != seat.Address {
			st = game.SeatSnapshot{
				Unheard: cmp.Or(st.Unheard, &game.Mark{Position: first.Position, Phase: first.Count}),
			}
		}
		seat.Ready, seat.Wait, seat.Unheard = st.Ready, st.Wait, st.Unheard
		// answers to questions asked in the meantime must not count for this one
		if q := g.Question(seat, 0); q != nil {
			if q.Number != seat.Asked {
				seat.Asked++
				q.Number = seat.Asked
			}
		}
		seat.Burn()
	}
	g.Resolve = time.Time{}
	s.Task(gm.TaskResolve, time.Time{})
	deadline := was.Deadline
	switch {
	case g.State != game.Running:
		deadline = time.Time{}
	case !deadline.After(s.Now):
		deadline = g.NextDeadline(s.Now)
	}
	play.SetDeadline(s, deadline)
	s.Renew()
	return nil
}
