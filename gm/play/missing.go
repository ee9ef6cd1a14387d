package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

const (
	comingBack = 12 * time.Hour // minimum time between a player's return and a deadline
)

// behind returns a deadline, moved past the absences that count, and the seats concerned.
//
// In a blind game all absences count, whoever is asked. There, who is asked may be secret, while other players may
// know from press who is away: a deadline that moves past the absence would reveal that the absent player is asked,
// and one that does not move would reveal the opposite. The same holds if a turn ends only at its deadline, because
// of the time of the next report. In other games it is no secret who is asked, and only they are waited for.
// Eliminated players are never waited for (DM-34).
func behind(s *gm.Step, p adjudicator.Position, deadline time.Time) (time.Time, []adjudicator.Seat) {
	var away []adjudicator.Seat
	seats := absentees(s, p)
	for _, seat := range seats {
		charge(s, seat, deadline)
	}
	for moved := true; moved; {
		moved = false
		for _, seat := range seats {
			for i := range seat.Away {
				later, is := pastAbsence(s, seat.Away[i], deadline)
				if !is {
					continue
				}
				deadline, moved = later, true
				if !slices.Contains(away, seat.Name) {
					away = append(away, seat.Name)
				}
			}
		}
	}
	slices.SortFunc(away, func(a, b adjudicator.Seat) int {
		return slices.Index(s.Game.Names(), string(a)) - slices.Index(s.Game.Names(), string(b))
	})
	return deadline, away
}

// absentees returns the seats whose absences count.
func absentees(s *gm.Step, p adjudicator.Position) []*game.Seat {
	var out []*game.Seat
	all := writing.BlindDeadlines(s) || !s.Game.EndsEarly()
	for _, seat := range s.Game.Seats {
		if q := s.Game.Question(seat, 0); !all && (q == nil || q.Stands) {
			continue
		}
		if len(seat.Away) > 0 && !adjudicator.IsOut(p.View(seat.Name)) {
			out = append(out, seat)
		}
	}
	return out
}

// pastAbsence moves a deadline past an absence; is reports whether it had to be moved.
func pastAbsence(s *gm.Step, a game.Absence, deadline time.Time) (later time.Time, is bool) {
	from, back := a.Span(s.Game.Clock.Location())
	if deadline.Before(from) || !deadline.Before(back.Add(comingBack)) {
		return deadline, false
	}
	return s.Game.Clock.Later(back, comingBack), true
}

// charge records with a seat's absences by how much they alone would postpone a deadline. If it used the combined
// delay, a player could infer from their remaining days that somebody else is away.
func charge(s *gm.Step, seat *game.Seat, deadline time.Time) {
	for moved := true; moved; {
		moved = false
		for i := range seat.Away {
			later, is := pastAbsence(s, seat.Away[i], deadline)
			if !is {
				continue
			}
			seat.Away[i].PutOff += later.Sub(deadline)
			deadline, moved = later, true
		}
	}
}

// ForgetAbsences removes absences that are over.
func ForgetAbsences(s *gm.Step, seat *game.Seat) {
	was := len(seat.Away)
	seat.KeepAbsences(func(a game.Absence) bool { return !a.Over(s.Now, s.Game.Clock.Location()) })
	if was > 0 && len(seat.Away) == 0 {
		s.SettleSeat(seat.Name, game.AboutAway)
	}
}

// KnownAbsences explains what other players learn about an absence.
func KnownAbsences(s *gm.Step) string {
	if writing.BlindDeadlines(s) {
		return " The others are not told who is away."
	}
	return " If a deadline is moved because of it, the others are told that you are away."
}

// CheckUnfinished returns an error if the game is over.
func CheckUnfinished(s *gm.Step) error {
	if s.Game.State == game.Over {
		return refusal.New("%s is over.", s.Name)
	}
	return nil
}

// reached tells the game master of seats that have been silent for so long that a standby is asked now.
func reached(s *gm.Step) {
	if free(s, nil) == nil && robotServes(s) { // the robot's item says so
		return
	}
	for _, seat := range s.Game.Wanting() {
		if seat.Address != "" && seat.Silent == s.Game.Missing.Standby && seat.SilentIn == s.Game.Count {
			s.Item("", game.Item{
				About: game.TopicOf(game.AboutVacancy, seat.Name),
				Seat:  seat.Name, Why: "This seat has sent nothing for " + game.Phases(seat.Silent) + ". " +
					WhoIsNext(s, nil),
			})
		}
	}
}

// TellMissing tells the game master before a deadline who is not done, while there is still time to extend it or to
// find somebody. It does so for turns only, not for small decisions within one. A game master who also plays in a
// blind game is not told, as that is secret from players.
func TellMissing(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	return Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		if s.Game == nil || s.Game.State != game.Running || StageOf(s) != Early || s.Game.Paused != nil {
			return gm.ErrNothing
		}
		if m.ClockStopped() {
			return ErrClockStopped
		}
		desk := s.Game.Seat(adjudicator.GM)
		secret := writing.BlindDeadlines(s) && s.Game.DeskPlays() && !s.Game.Blindfold
		missing := notIn(s)
		// RemindDesk tells of a deserted game every few days
		if desk == nil || secret || len(missing) == 0 || s.Game.Deserted() {
			return gm.ErrNothing
		}
		writing.Notice(s, desk, "desk", fmt.Sprintf("The deadline for %s is %s, and the game is still waiting for "+
			"%s. gm deadline %s +1d gives them more time; gm show %s says more.", s.Game.Phase,
			s.Game.Deadline.In(s.Game.Zone(desk)).Format(game.DateTime), game.Listed(missing), name, name), nil)
		return nil
	})
}

// notIn returns the occupied seats whose turn would be resolved without their orders, or without all of them.
func notIn(s *gm.Step) []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, q := range s.Game.Open {
		seat := s.Game.Seat(q.Seat)
		small := q.Short || q.Aside || q.Stands
		if seat != nil && seat.Address != "" && !small && q.Default != "" && !s.Game.IsIn(q) {
			out = append(out, q.Seat)
		}
	}
	return out
}

// countLate counts missed deadlines, once per deadline.
func countLate(s *gm.Step) {
	if s.Game.Counted.Equal(s.Game.Deadline) {
		return
	}
	s.Game.Counted = s.Game.Deadline
	for _, name := range s.Game.MissingSeats() {
		s.Game.Seat(name).Late++
	}
}

// noteSilence counts for each seat the phases without a letter from it. A seat that answered any question of a phase
// was not silent in it.
func noteSilence(s *gm.Step) {
	for _, q := range s.Game.Open {
		seat := s.Game.Seat(q.Seat)
		switch {
		case seat == nil || q.Stands:
		case !s.Game.Silent(q):
			seat.Silent, seat.SilentIn = 0, s.Game.Count
		case seat.SilentIn != s.Game.Count:
			seat.SilentIn = s.Game.Count
			seat.Silent++
			seat.Missed++
		}
	}
}

// NoteHere records that a seat's player is present.
func NoteHere(s *gm.Step, seat *game.Seat) {
	seat.Wrote, seat.Silent = s.Now, 0
	s.SettleSeat(seat.Name, game.AboutVacation, game.AboutReturned, game.AboutVacancy)
	if seat.Name != adjudicator.GM {
		s.Game.Quiet = 0
	}
	for _, b := range s.Game.Standbys {
		if b.Seat == seat.Name && seat.Address != "" {
			b.Withdraw()
		}
	}
}

// holds reports whether a turn whose time is up waits for the game master because somebody is missing. The first time
// it tells everybody, since in such games that is no secret.
func holds(s *gm.Step) bool {
	if !s.Game.Missing.Hold || !s.Game.EndsEarly() {
		return false
	}
	missing := s.Game.MissingSeats()
	if len(missing) == 0 || s.Game.WaitsForDesk() != nil {
		return false
	}
	if s.Game.Stalled.Equal(s.Game.Deadline) {
		return true
	}
	s.Game.Stalled = s.Game.Deadline
	who := game.Listed(missing)
	s.Item("",
		game.Item{About: game.AboutMissing, Why: fmt.Sprintf("The time for %s is up, and %s sent nothing, so the "+
			"turn is waiting. gm resolve %s goes on with what the rules do for missing players; gm deadline gives more time, and gm "+
			"standby or gm seat another player.",
			s.Game.Phase, who, s.Name)})
	for _, seat := range s.Game.Seats {
		writing.Notice(s, seat, game.KindFor(seat), "The time for "+s.Game.Phase+" is up, and nothing has arrived "+
			"from "+who+". The turn is waiting for orders, or for the game master.", nil)
	}
	return true
}
