package play

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
)

// Advance plays on until a question is left without an answer, and reports what happened.
func Advance(s *gm.Step) error {
	s.NewsFrom = game.Mark{Position: s.Game.Position, Phase: s.Game.Count, Told: len(s.Game.Record.Told)}
	for range MaxUnasked {
		p, table, err := s.Replay()
		if err != nil {
			return err
		}
		s.Game.Record = table.Record()
		s.News = append(s.News, table.News()...)
		if open := table.Open(); open != nil {
			Ask(s, p, open)
			// by standing orders or queued turns
			if s.Game.EndsEarly() && s.Game.AllIn(s.Now) {
				switch queued := slices.ContainsFunc(open, func(r adjudicator.Request) bool { return r.Stands }); {
				case s.Game.Brisk(), queued && s.Game.Delay() == 0:
					accept(s)
					continue
				case queued:
					s.Game.Resolve = s.Now.Add(s.Game.Delay())
					s.Task(gm.TaskResolve, s.Game.Resolve)
				}
			}
			return report(s, p)
		}
		s.Write(gm.KindPhase, s.Game.PhaseKey(), s.Game.Record)
		Begin(s, p)
		if s.Game.State == game.Over {
			return report(s, p)
		}
	}
	panic(fmt.Sprintf("gm: %s plays phase after phase and asks nobody", s.Game.Rules))
}

const MaxUnasked = 1000 // limit for consecutive phases without questions

// Begin starts the next phase, or ends the game.
func Begin(s *gm.Step, p adjudicator.Position) {
	s.Game.Count++
	s.Game.Record, s.Game.Open = adjudicator.Record{}, nil
	s.Game.Position = s.Write(gm.KindPosition, "", p)
	s.Game.Phase = p.Phase()
	if s.Game.Phase == "" {
		s.Game.State = game.Over
		s.SettleAll()
		SetDeadline(s, time.Time{})
		s.Task(gm.TaskResolve, time.Time{})
	}
}

// Ask puts new questions and sets their deadline.
func Ask(s *gm.Step, p adjudicator.Position, reqs []adjudicator.Request) {
	s.Game.Open = nil
	for _, r := range reqs {
		q := &game.Question{Seat: r.Seat, Kind: r.Kind, Default: r.Default, Short: r.Short, Stands: r.Stands,
			Aside: r.Aside, Even: r.Even}
		switch seat := s.Game.Seat(r.Seat); {
		case seat == nil:
		case q.Quiet(): // the question's number must not reveal that the question was asked
			seat.Asked = max(seat.Asked, 1)
			q.Number, q.Answer, q.Since = seat.Asked, r.Filed, seat.Sent
		default:
			put(s, q, seat, r.Filed, p.View(r.Seat))
		}
		s.Game.Open = append(s.Game.Open, q)
	}
	for _, seat := range s.Game.Seats {
		ForgetAbsences(s, seat)
	}
	NoteOut(s, p)
	deadline, away := behind(s, p, s.Game.NotBefore(s.Game.NextDeadline(began(s))))
	SetDeadline(s, deadline)
	s.Game.Delayed = game.Awayness{Deadline: deadline, Seats: away}
	s.Game.Resolve = time.Time{}
	s.Task(gm.TaskResolve, time.Time{})
}

// put puts a question to a seat, with an answer that the seat filed in advance, if any.
func put(s *gm.Step, q *game.Question, seat *game.Seat, filed string, view adjudicator.View) {
	seat.Burn()
	seat.Asked++
	seat.Ready, seat.Wait = false, false
	seat.Kinds = append(seat.Kinds, q.Kind)
	seat.Kinds = seat.Kinds[max(0, len(seat.Kinds)-maxKinds):]
	q.Number = seat.Asked
	q.Answer, q.Ahead = filed, filed != "" && !q.Stands
	s.Game.FallBack(q, view)
	q.Examine(view, seat.Sent+1)
	q.OfferCrossed(seat, view)
}

// Close accepts the answers on file, with defaults for missing ones, and plays on. If a question to the game master
// is open, it does nothing.
func Close(s *gm.Step) error {
	if s.Game.WaitsForDesk() != nil {
		return nil
	}
	if s.Kept != nil {
		s.Resolved = s.Master.MeterOrNone().Turn(s.Game.Rules)
	}
	noteSilence(s)
	noteQuiet(s)
	accept(s)
	if err := Advance(s); err != nil {
		return err
	}
	reached(s)
	return Offers(s)
}

// accept accepts the answers on file, with defaults for missing ones. Standing orders count as answers.
func accept(s *gm.Step) {
	last := &s.Game.Record.Asked[len(s.Game.Record.Asked)-1]
	for i, q := range s.Game.Open {
		last.Answers[i] = cmp.Or(q.Answer, q.Default)
		if q.Heard || q.Standing && q.Answer != "" {
			last.Heard = append(last.Heard, q.Seat)
		}
	}
}
