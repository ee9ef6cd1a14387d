package play

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/templates"
)

// announce makes public what a report tells everybody, and publishes that it is out, or that the game is over: when
// something was told to all, or a phase has ended, so that all players get their reports. What happens within a turn,
// where only those are written to who are asked, is made public with the next report; at the latest, as to observers,
// after as many phases as there are seats. Of a blind game, the notice does not say who has won.
func announce(s *gm.Step) {
	g := s.Game
	if s.Begins {
		Issue(s)
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
		Issue(s)
		s.Publish(gm.Notice{Event: gm.EventOver, Text: "the game is over." + wonBy(s)})
	case g.Untold == 0, g.Aside() && g.Count-g.Untold <= uint64(len(g.Seats)):
	default:
		g.Untold = 0
		Issue(s)
		reported(s)
	}
}

// Issue makes public all that observers have been told up to now, and the press that goes with it.
func Issue(s *gm.Step) {
	g := s.Game
	b := &game.Bulletin{At: s.Now.UTC(), Upto: game.Mark{Position: g.Position, Phase: g.Count, Told: len(g.Record.Told)},
		Phase: g.Phase, Paused: g.Paused != nil}
	if !g.Aside() { // else the deadline is that of whoever is asked
		b.Deadline = publicDeadline(s).UTC()
	}
	if g.Bulletin != nil {
		b.Heard = g.Bulletin.Heard
	}
	var press []templates.Press
	if goesOut(g) {
		press, b.Heard = g.Press[b.Heard:], len(g.Press)
	}
	g.Bulletin = b
	publish(s, s.NewsFrom.Phase, press)
}

// publish puts on record what has become public, if everybody may watch the game. In other games whoever writes press
// to all may take it that only players read it.
func publish(s *gm.Step, phase uint64, press []templates.Press) {
	if s.Game.Bulletin == nil || s.Game.PressRule("observe") != game.ObserveMail {
		return
	}
	out := gm.Publication{Upto: s.Game.Bulletin.Upto, Phase: phase}
	who := &game.Seat{Name: adjudicator.Observer}
	for _, p := range game.Arranged(press) {
		if s.Game.Reaches(p, who) {
			out.Press = append(out.Press, game.Shown(p, who))
		}
	}
	s.Write(gm.KindPublic, "", out)
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
	if b := s.Game.Bulletin; b != nil {
		if b.Deadline, b.Paused = publicDeadline(s).UTC(), s.Game.Paused != nil; b.Paused {
			b.Deadline = time.Time{}
		}
	}
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
