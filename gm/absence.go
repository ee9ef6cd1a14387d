package gm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// An absence is some days on which the player of a seat is away, as 2026-12-24; the last one is included.
type absence struct{ From, To string }

// An awayness is for whose absence a deadline is later than it would have been. It counts as long as the deadline is that one.
type awayness struct {
	Deadline time.Time
	Seats    []adjudicator.Seat
}

const (
	comingBack   = 12 * time.Hour // that a player has at least between his return and a deadline
	maxAbsences  = 3              // of a seat that are on file
	maxAwayDaily = 6              // letters of a seat with absences that are taken in a day
	longDay      = "2 January 2006"
)

func (a absence) String() string {
	from, to := a.days()
	if from.Equal(to) {
		return "on " + from.Format(longDay)
	}
	return "from " + from.Format(longDay) + " to " + to.Format(longDay)
}

// days are the first and the last one, at midnight UTC.
func (a absence) days() (from, to time.Time) {
	from, err := time.Parse(time.DateOnly, a.From)
	if err == nil {
		to, err = time.Parse(time.DateOnly, a.To)
	}
	if err != nil {
		panic(fmt.Sprintf("gm: an absence of %q to %q", a.From, a.To))
	}
	return from, to
}

func (a absence) count() int {
	from, to := a.days()
	return parser.Days{From: from, To: to}.Count()
}

// span is from when on the player is away, and from when on no more. It is in the zone of the game: a deadline that moves
// behind it must not tell in what part of the world somebody lives.
func (a absence) span(z *time.Location) (from, back time.Time) {
	f, t := a.days()
	return time.Date(f.Year(), f.Month(), f.Day(), 0, 0, 0, 0, z), time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, z)
}

func absent(d parser.Days) absence {
	return absence{d.From.Format(time.DateOnly), d.To.Format(time.DateOnly)}
}

// over reports whether the player is back.
func (a absence) over(now time.Time, z *time.Location) bool {
	_, back := a.span(z)
	return !now.Before(back)
}

// spoken are absences as they are told: "from 24 December 2026 to 6 January 2027, and on 2 February 2027".
func spoken(all []absence) string {
	var out []string
	for _, a := range all {
		out = append(out, a.String())
	}
	return strings.Join(out, ", and ")
}

// behind is a deadline, later if it would fall into days on which a player is away whose absence counts, and who they are.
//
// In a blind game all absences count, whoever is asked. That somebody is asked may be a secret there, and others know from
// press who is away: they could tell it from a deadline that moves behind his days, and that he is not asked from one that
// does not. Where a turn ends at its deadline alone it is so, too, for the time of the next report would tell it. Elsewhere
// who is asked is no secret, and nobody is waited for who is not.
func (s *step) behind(deadline time.Time) (time.Time, []adjudicator.Seat) {
	var away []adjudicator.Seat
	all := s.blind() || s.g.Clock.Ends == calendar.AtDeadline
	for moved := true; moved; {
		moved = false
		for _, seat := range s.g.Seats {
			if q := s.g.question(seat, 0); !all && (q == nil || q.Stands) {
				continue
			}
			for _, a := range seat.Away {
				from, back := a.span(s.g.Clock.Location())
				if deadline.Before(from) || !deadline.Before(back.Add(comingBack)) {
					continue
				}
				deadline, moved = s.g.Clock.Later(back, comingBack), true
				if !slices.Contains(away, seat.Name) {
					away = append(away, seat.Name)
				}
			}
		}
	}
	slices.SortFunc(away, func(a, b adjudicator.Seat) int {
		return slices.Index(s.g.names(), string(a)) - slices.Index(s.g.names(), string(b))
	})
	return deadline, away
}

// delayed says to a seat that its deadline is later than others. Whoever is away is told where a game is not blind.
func (s *step) delayed(to *seat) string {
	switch {
	case len(s.g.Delayed.Seats) == 0 || !s.g.Delayed.Deadline.Equal(s.g.Deadline):
		return ""
	case to.Name != adjudicator.GM && s.blind():
		return "This deadline is later than usual."
	case slices.Equal(s.g.Delayed.Seats, []adjudicator.Seat{to.Name}):
		return "This deadline is later than usual, as you are away."
	case len(s.g.Delayed.Seats) == 1:
		return fmt.Sprintf("This deadline is later than usual, as %s is away.", s.g.Delayed.Seats[0])
	}
	return fmt.Sprintf("This deadline is later than usual, as %s are away.", listed(s.g.Delayed.Seats))
}

// blind reports whether who is in or missing is nobody's business. A program that has lost the rules tells nothing.
func (s *step) blind() bool {
	rules, err := s.m.rules(s.g.Rules)
	return err != nil || rules.Blind
}

// forget takes absences off file that are over.
func (s *step) forget(seat *seat) {
	seat.Away = slices.DeleteFunc(seat.Away, func(a absence) bool { return a.over(s.now, s.g.Clock.Location()) })
}

// with are the absences of a seat with another one, in place of those that it has days in common with, in their order.
func (s *seat) with(a absence) []absence {
	out := slices.DeleteFunc(slices.Clone(s.Away), func(b absence) bool { return b.From <= a.To && a.From <= b.To })
	out = append(out, a)
	slices.SortFunc(out, func(a, b absence) int { return strings.Compare(a.From, b.From) })
	return out
}

// absence does what ABSENCE says.
func (in *incoming) absence(args string) {
	fault := func(text string) {
		in.fault(strings.TrimSpace("ABSENCE "+args), text)
	}
	in.forget(in.seat)
	switch {
	case in.seat.Name == adjudicator.GM:
		fault("A game master's absence moves no deadline. gm pause stops the clock, and gm deadline moves it.")
		return
	case args == "" && len(in.seat.Away) == 0:
		in.note("No absence of yours is on file.")
		return
	case args == "":
		in.note("On file: you are away " + spoken(in.seat.Away) + ".")
		return
	case !in.seat.Absences.take(in.now, 1, maxAwayDaily):
		fault("That is more of them than are taken in a day. What was on file stays.")
		return
	case strings.EqualFold(args, "OFF"):
		if len(in.seat.Away) > 0 {
			in.item("", Item{Seat: in.seat.Name, Why: "This player is not away after all, as they had said for the days " + spoken(in.seat.Away) + "."})
		}
		in.seat.Away = nil
		in.note("No absence of yours is on file any more. Deadlines that have been set stay.")
		return
	}
	days, why := parser.ReadDays(args, in.now.In(in.g.zone(in.seat)))
	if why != "" {
		fault(why)
		return
	}
	in.leave(absent(days), fault)
}

// leave puts an absence on file, or asks the game master whether it may be had.
func (in *incoming) leave(a absence, fault func(string)) {
	all := in.seat.with(a)
	total := 0
	for _, b := range all {
		total += b.count()
	}
	switch limit := in.g.Missing.days(); {
	case len(all) > maxAbsences:
		fault(fmt.Sprintf("%d absences of yours are on file, which is all that there can be: %s. ABSENCE OFF takes them back.", maxAbsences, spoken(in.seat.Away)))
	case total > limit:
		in.item("", Item{Seat: in.seat.Name, Why: fmt.Sprintf("This player asks to be away %s. That would be %d days on file, and they may have %d without asking. To let them: gm absence %s %s %s %s",
			a, total, limit, in.g.Name, word(string(in.seat.Name)), a.From, a.To)})
		in.note(fmt.Sprintf("You would be away %s. You may have %d days on file without asking, and with these it would be %d, so the game master has been asked. Nothing is on file for these days until they agree.", a, limit, total))
	default:
		in.seat.Away = all
		now := ""
		if from, back := a.span(in.g.Clock.Location()); !in.g.Deadline.Before(from) && in.g.Deadline.Before(back) {
			now = " The deadline that has been set is on one of these days, and stays."
		}
		in.item("", Item{Seat: in.seat.Name, Why: "This player is away " + a.String() + ". Deadlines to come that would be then are set for afterwards." + now})
		in.note("You are away " + a.String() + ": deadlines to come that would be then are set for afterwards." + now + in.known())
	}
}

// known says what others learn of an absence.
func (s *step) known() string {
	if s.blind() {
		return " The others are not told who is away."
	}
	return " If a deadline is later for it, the others are told that you are away."
}

// word is a word of a command as it is typed.
func word(w string) string {
	if strings.Contains(w, " ") {
		return "'" + w + "'"
	}
	return w
}

// spansOf are days as [parser.ReadDays] takes them: pairs of dates such as 2026-12-24, or else words as players write them.
func spansOf(dates []string) (spans []string, ok bool) {
	if slices.ContainsFunc(dates, func(d string) bool { _, err := time.Parse(time.DateOnly, d); return err != nil }) {
		return []string{strings.Join(dates, " ")}, true
	}
	for pair := range slices.Chunk(dates, 2) {
		spans = append(spans, strings.Join(pair, " to "))
	}
	return spans, len(dates)%2 == 0
}

// Absence puts days on file on which the player of a seat is away, however many, each from a date and to another, or some
// in the words of players, or all there are with only. Deadlines to come move behind them; the one that has been set stays.
func (d *Desk) Absence(ctx context.Context, now time.Time, name, seat string, dates []string, only bool) error {
	spans, ok := spansOf(dates)
	if !ok || len(dates) == 0 && !only {
		return refusal.New("Give the first day and the last one, as in gm absence %s %s 2026-12-24 2027-01-06, or 24 Dec to 6 Jan.", name, word(seat))
	}
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.unfinished(); err != nil {
			return err
		}
		who, err := s.player(seat)
		if err != nil {
			return err
		}
		s.forget(who)
		if only && len(dates) == 0 && len(who.Away) == 0 {
			return refusal.New("%s is not put down as away.", who.Name)
		}
		undo := []string{"absence", name, string(who.Name), "--off"}
		if len(who.Away) > 0 {
			undo = undo[:3]
			for _, a := range who.Away {
				undo = append(undo, a.From, a.To)
			}
			undo = append(undo, "--only")
		}
		if only {
			who.Away = nil
		}
		for _, span := range spans {
			days, why := parser.ReadDays(span, now.In(s.g.zone(who)))
			if why != "" {
				return refusal.New("%s", why)
			}
			who.Away = who.with(absent(days))
		}
		text := "The game master has put down that you are not away."
		if len(who.Away) > 0 {
			text = "The game master has put down that you are away " + spoken(who.Away) + ". Deadlines to come that would be then are set for afterwards."
		}
		s.notice(who, "notice", s.because(text), nil)
		s.act("absence "+name, string(who.Name)+" "+spoken(who.Away), undo...)
		return nil
	})
}

// unfinished refuses an act on a game that is over.
func (s *step) unfinished() error {
	if s.g.State == over {
		return refusal.New("%s is over.", s.name)
	}
	return nil
}
