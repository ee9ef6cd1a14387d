package reception

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/parser"
)

const (
	maxAbsences  = 3 // largest number of absences that a seat may have registered
	maxAwayDaily = 6 // largest number of letters with absences that are accepted from a seat per day
)

// absence executes the command ABSENCE.
func (in *incoming) absence(args string) {
	fault := func(text string) {
		in.fault(strings.TrimSpace("ABSENCE "+args), text)
	}
	play.ForgetAbsences(in.s, in.seat)
	switch {
	case in.seat.Name == adjudicator.GM:
		fault("A game master's absence moves no deadline. gm pause stops the clock, and gm deadline moves it.")
		return
	case adjudicator.IsOut(in.reply.View) && !strings.EqualFold(args, "OFF"):
		fault("You are out of the game and nobody is waiting for you, so your absence moves no deadline.")
		return
	case args == "" && len(in.seat.Away) == 0:
		in.note("You have no absence on file.")
		return
	case args == "":
		in.note("On file: you are away " + game.Spoken(in.seat.Away) + ".")
		return
	case !in.seat.Absences.Allow(in.s.Now, 1, maxAwayDaily):
		fault("You have sent too many of these in one day. What was on file stays.")
		return
	case strings.EqualFold(args, "OFF"):
		if len(in.seat.Away) > 0 {
			in.s.Item("", game.Item{
				About: game.TopicOf(game.AboutAway, in.seat.Name),
				Seat:  in.seat.Name, Why: "This player is not away after all; they had said they would be on these " +
					"days: " +
					game.Spoken(in.seat.Away) + ".",
			})
		}
		in.s.SettleSeat(in.seat.Name, game.AboutAbsence)
		in.seat.KeepAbsences(func(game.Absence) bool { return false })
		in.note("You no longer have an absence on file. Deadlines that have already been set stay as they are.")
		return
	}
	days, why := parser.ReadDays(args, in.s.Now.In(in.s.Game.Zone(in.seat)))
	if why != "" {
		fault(why)
		return
	}
	in.leave(game.Absent(days), fault)
}

// leave registers an absence, or asks the game master to approve it.
func (in *incoming) leave(a game.Absence, fault func(string)) {
	would := in.seat.Presence
	would.Away = slices.Clone(would.Away)
	would.WithAbsence(a)
	switch limit, total := in.s.Game.Missing.Days(), would.AwayWithoutAsking(); {
	case len(would.Away) > maxAbsences:
		fault(fmt.Sprintf("You have %d absences on file, which is the most there can be: %s. ABSENCE OFF takes "+
			"them back.", maxAbsences, game.Spoken(in.seat.Away)))
	case total > limit:
		in.s.Item("", game.Item{Seat: in.seat.Name, About: game.TopicOf(game.AboutAbsence, in.seat.Name),
			Why: fmt.Sprintf("This player asks to be away %s. With the days that they have already had, that would "+
				"make %d; in this game they may have %d without asking. To allow it: gm absence %s %s %s %s",
				a, total, limit, in.s.Game.Name, game.Word(string(in.seat.Name)), a.From, a.To)})
		in.note(fmt.Sprintf("You asked to be away %s. You may be away for only %d days in this game without asking; these "+
			"would make it %d, so the game master has been asked. Until they agree, these days don't count as an "+
			"absence.",
			a, limit, total))
	default:
		in.seat.Presence = would
		now := ""
		if from, back := a.Span(in.s.Game.Clock.Location()); !in.s.Game.Deadline.Before(from) &&
			in.s.Game.Deadline.Before(back) {
			now = " The current deadline falls on one of these days, but stands as it is."
		}
		in.s.SettleSeat(in.seat.Name, game.AboutAbsence)
		in.s.Item("", game.Item{
			About: game.TopicOf(game.AboutAway, in.seat.Name),
			Seat:  in.seat.Name, Why: "This player is away " + game.Spoken(would.Away) +
				". Any new deadline that falls in that period is moved to the end of it." + now,
		})
		in.note("You are away " + a.String() + ": any new deadline that falls in that period is moved to the end of " +
			"it." + now +
			play.KnownAbsences(in.s))
	}
}
