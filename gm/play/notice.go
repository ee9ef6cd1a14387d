package play

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
)

// announce publishes that a report was sent or that the game is over, if something was told to all players or a phase
// has ended, so that all players get reports. Events within a turn, of which only the seats asked are told, are
// published with the next report, or after as many phases as there are seats. For a blind game, the notice does not
// say who has won.
func announce(s *gm.Step) {
	g := s.Game
	if s.Begins || !s.Master.Notices.Wants(s.Name) {
		return
	}
	news := g.Count > s.NewsFrom.Phase || slices.ContainsFunc(s.News, func(e adjudicator.EventRecord) bool {
		return e.To.Has(adjudicator.Observer)
	})
	if news && g.Untold == 0 {
		g.Untold = s.NewsFrom.Phase
	}
	switch {
	case g.State == game.Over:
		g.Untold = 0
		s.Publish(gm.Notice{Event: gm.EventOver, Text: "the game is over." + wonBy(s)})
	case g.Untold == 0, g.Aside() && g.Count-g.Untold <= uint64(len(g.Seats)):
	default:
		g.Untold = 0
		reported(s)
	}
}

// reported publishes that a report was sent.
func reported(s *gm.Step) {
	n := gm.Notice{Event: gm.EventTurn, Phase: s.Game.Phase}
	if !s.Game.Aside() { // otherwise the deadline concerns only the seats asked
		n.Deadline = publicDeadline(s)
	}
	n.Text = "a report is out, and it is " + n.Phase + " now."
	if !n.Deadline.IsZero() {
		n.Text += " The deadline is " + inZone(s, n.Deadline) + "."
	}
	s.Publish(n)
}

// wonBy returns a sentence that says who has won a game that is over and not blind, or "" if that is not known.
func wonBy(s *gm.Step) string {
	rules := s.Title()
	if rules.Blind || rules.Winners == nil {
		return ""
	}
	for _, e := range s.News {
		switch won := rules.Winners(e); len(won) {
		case 0:
		case 1:
			return " " + string(won[0]) + " has won."
		default:
			return " " + game.Listed(won) + " share it."
		}
	}
	return ""
}

// publicDeadline returns the deadline if it reveals nothing secret, or else the zero time. In a blind game the
// deadline of a small decision would reveal that somebody is asked.
func publicDeadline(s *gm.Step) time.Time {
	small := slices.ContainsFunc(s.Game.Open, func(q *game.Question) bool { return q.Short })
	if s.Title().Blind && small {
		return time.Time{}
	}
	return s.Game.Deadline
}

func inZone(s *gm.Step, t time.Time) string {
	return t.In(s.Game.Clock.Location()).Format(game.DateTime)
}

// PublishDeadline publishes that everybody was told of a new deadline, or that the clock was stopped. It publishes
// nothing while the only open questions are small ones within a turn, since these are private.
func PublishDeadline(s *gm.Step) {
	if s.Game.State != game.Running || s.Game.Aside() {
		return
	}
	n := gm.Notice{Event: gm.EventDeadline, Phase: s.Game.Phase}
	switch n.Deadline = publicDeadline(s); {
	case s.Game.Paused != nil:
		n.Deadline, n.Text = time.Time{}, "the game is paused, and has no deadline."
	case n.Deadline.IsZero():
		return
	default:
		n.Text = "the deadline of " + s.Game.Phase + " is " + inZone(s, n.Deadline) + " now."
	}
	s.Publish(n)
}
