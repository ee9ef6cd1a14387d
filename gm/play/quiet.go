package play

import (
	"context"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/writing"
)

const (
	lastAboutStill = " This is the last letter about it; gm inbox goes on listing it."
)

// noteQuiet counts consecutive turns in which nobody answered. Vacant seats and robots don't count.
func noteQuiet(s *gm.Step) {
	asked := false
	for _, q := range s.Game.Open {
		seat := s.Game.Seat(q.Seat)
		if seat == nil || seat.Name == adjudicator.GM {
			continue
		}
		if seat.IsRobot() || q.Stands && !q.Heard {
			continue
		}
		if asked = true; seat.Address != "" && !s.Game.Silent(q) {
			s.Game.Quiet = 0
			return
		}
	}
	if asked {
		s.Game.Quiet++
	}
}

// RemindDesk writes to the game master of a game in which nothing happens, repeatedly, but only a limited number of
// times.
func RemindDesk(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	return Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		if s.Game == nil || s.Game.Standstill() == nil {
			return gm.ErrNothing
		}
		s.NoteStall() // an earlier version of the program did not record it
		why, is := s.Game.Standstill(), s.Game.Still
		is.Told++
		if is.Told < why.Times {
			s.Task(gm.TaskPaused, now.Add(why.Every))
		}
		desk := s.Game.Seat(adjudicator.GM)
		if desk == nil {
			return nil
		}
		text := why.Line(is.Since, s.Game.Zone(desk)) + " " + why.Advice
		if is.Told == why.Times {
			text = strings.TrimSuffix(text, ".") + "." + lastAboutStill
		}
		writing.Notice(s, desk, "desk", text, nil)
		return nil
	})
}
