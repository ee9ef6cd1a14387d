package gm

import (
	"context"
	"fmt"
	"strings"
	"time"

	"deaddrop/adjudicator"
)

// A still is that nothing happens in a game: that it is paused, waits for the game master, or has nobody any more who
// answers.
type still struct {
	Of    string    // what keeps it, so that it counts anew when that is something else
	Since time.Time // when that was seen
	Told  int       `json:",omitempty"` // letters to the game master about it
}

// A standstill is what there is to say to the game master of a game in which nothing happens.
type standstill struct {
	of     string
	since  time.Time     // if it is known
	text   string        // what keeps it, a sentence without its full stop
	advice string        // what he can do
	do     string        // the command for it
	every  time.Duration // after what time he is told, and told again
	times  int           // how often he is told at most
}

const (
	stillReminder  = 3 * 24 * time.Hour // how often the game master is told of a game in which nothing happens
	maxStillTold   = 10                 // and how often in all
	emptyReminder  = 14 * 24 * time.Hour
	maxEmptyTold   = 3
	silentForAll   = 3 // turns in which nobody at all has sent anything, before the game counts as deserted
	lastAboutStill = " This is the last letter about it; gm inbox goes on listing it."
)

// standstill is what keeps a game from going on; nil if nothing does.
func (g *game) standstill() *standstill {
	out := &standstill{every: stillReminder, times: maxStillTold}
	missing := g.missing()
	switch {
	case g.State == over || g.Copy:
		return nil
	case g.State == forming:
		out.every, out.times = emptyReminder, maxEmptyTold
		in := len(g.SignUp.confirmed())
		out.of = fmt.Sprintf("forming %d", in)
		out.text = fmt.Sprintf("%s takes players, and has had %d of %d", g.Name, in, g.SignUp.Wanted)
		out.advice, out.do = fmt.Sprintf("gm start %[1]s --anyway begins it with those who have asked, and gm end %[1]s calls it off.", g.Name), "gm show "+g.Name
	case g.State == held:
		out.of, out.text = "held", g.Name+" is held, because the program failed on it"
		out.advice, out.do = "gm resume "+g.Name+" lets it go on, once the program is mended.", "gm resume "+g.Name
	case g.Paused != nil:
		out.of, out.since, out.text = "paused", g.Paused.Since, g.Name+" is paused"
		out.advice, out.do = "Nothing is resolved before you let it go on: gm resume "+g.Name, "gm resume "+g.Name
	case g.waitsForDesk() != nil:
		q := g.waitsForDesk()
		out.of, out.text = fmt.Sprintf("desk %d", q.Number), fmt.Sprintf("%s waits for your answer (%s)", g.Name, q.Kind)
		out.advice, out.do = fmt.Sprintf("Answer the letter that asks for it, or write gm ruling %s and the answer.", g.Name), "gm ruling "+g.Name+" ANSWER"
	case len(missing) > 0 && !g.Deadline.IsZero() && g.Stalled.Equal(g.Deadline):
		out.of, out.since, out.text = "missing", g.Stalled, g.Name+" waits for "+listed(missing)
		out.advice, out.do = fmt.Sprintf("gm resolve %[1]s goes on without, gm deadline %[1]s +2d gives more time, and gm standby %[1]s another player.", g.Name), "gm resolve "+g.Name
	case g.deserted():
		out.of, out.text = "deserted", fmt.Sprintf("Nobody has sent anything to %s for %d turns or more", g.Name, silentForAll)
		out.advice, out.do = fmt.Sprintf("gm press %[1]s ALL asks whether anybody still plays, gm pause %[1]s stops its clock, and gm end %[1]s ends it.", g.Name), "gm show "+g.Name
	default:
		return nil
	}
	return out
}

// deserted reports whether nobody who was asked something has sent anything for long.
func (g *game) deserted() bool { return g.State == running && g.Quiet >= silentForAll }

// noteQuiet counts how often running nobody has sent anything for what was asked. An empty seat owes nothing.
func (s *step) noteQuiet() {
	asked := false
	for _, q := range s.g.Open {
		seat := s.g.seat(q.Seat)
		if seat == nil || seat.Name == adjudicator.GM || q.Stands && !q.Heard {
			continue
		}
		if asked = true; seat.Address != "" && !s.g.silent(q) {
			s.g.Quiet = 0
			return
		}
	}
	if asked {
		s.g.Quiet++
	}
}

// noteStill notes whether anything keeps the game from going on, so that the game master is told after a while.
func (s *step) noteStill() {
	now := s.g.standstill()
	switch was := s.g.Still; {
	case now == nil && was == nil:
	case now == nil:
		s.g.Still = nil
		s.task(taskPaused, time.Time{})
	case was == nil || was.Of != now.of:
		s.g.Still = &still{Of: now.of, Since: now.since}
		if now.since.IsZero() {
			s.g.Still.Since = s.now.Round(0).UTC()
		}
		s.task(taskPaused, s.now.Add(now.every))
	}
}

// remindDesk writes to the game master of a game in which nothing happens, so often and not for ever.
func (m *Master) remindDesk(ctx context.Context, now time.Time, name string) error {
	return m.do(ctx, now, name, nil, func(s *step) error {
		if s.g == nil || s.g.standstill() == nil {
			return errNothing
		}
		s.noteStill() // an earlier version of the program has not
		why, is := s.g.standstill(), s.g.Still
		is.Told++
		if is.Told < why.times {
			s.task(taskPaused, now.Add(why.every))
		}
		desk := s.g.seat(adjudicator.GM)
		if desk == nil {
			return nil
		}
		text := why.line(is.Since, s.g.zone(desk)) + " " + why.advice
		if is.Told == why.times {
			text = strings.TrimSuffix(text, ".") + "." + lastAboutStill
		}
		s.notice(desk, "desk", text, nil)
		return nil
	})
}

// line says what keeps a game.
func (w *standstill) line(since time.Time, z *time.Location) string {
	if w.of == "deserted" {
		return w.text + "."
	}
	return w.text + " since " + since.In(z).Format(dateTime) + "."
}
