package writing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// delayed says to a seat that its deadline is later than others. Whoever is away is told where a game is not blind.
func delayed(s *gm.Step, to *game.Seat) string {
	switch {
	case len(s.Game.Delayed.Seats) == 0 || !s.Game.Delayed.Deadline.Equal(s.Game.Deadline):
		return ""
	case to.Name != adjudicator.GM && BlindDeadlines(s):
		return "This deadline is later than usual."
	case slices.Equal(s.Game.Delayed.Seats, []adjudicator.Seat{to.Name}):
		return "This deadline is later than usual because you are away."
	case len(s.Game.Delayed.Seats) == 1:
		return fmt.Sprintf("This deadline is later than usual because %s is away.", s.Game.Delayed.Seats[0])
	}
	return fmt.Sprintf("This deadline is later than usual because %s are away.", game.Listed(s.Game.Delayed.Seats))
}

// BlindDeadlines reports whether who is in or missing is nobody's business. A program that has lost the rules tells
// nothing.
func BlindDeadlines(s *gm.Step) bool {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	return err != nil || rules.Blind
}

// dated are the kinds of letters that come with their deadline for calendars; a notice does if that has changed.
var dated = map[string]bool{"turn": true, "farewell": true, "reminder": true, "anew": true, "notice": true}

// dates are the deadline of a letter to a seat as a file for calendars; nil if it has none. What the seat was asked
// before is taken off the calendar, if its deadline is still to come. Nobody waits for standing orders, and a small
// question within a turn is answered in hours, so these are in no calendar.
func dates(s *gm.Step, to *game.Seat, kind string, page *templates.Page) []letter.File {
	if !dated[kind] || kind == "notice" && s.Game.Deadline.Equal(s.AskedBefore.Deadline) {
		return nil
	}
	var dates []templates.Date
	number, was := page.Number(), s.AskedBefore.Dated(to.Name)
	if page.Ask != nil && (page.Ask.Stands || page.Ask.Within) {
		number = 0
	}
	gone := was != 0 && (was != number || page.Paused)
	if gone && s.AskedBefore.Deadline.After(s.Now) {
		dates = append(dates, templates.Date{UID: uid(s, to, was), Deadline: s.AskedBefore.Deadline,
			Gone: true, Past: was != number})
	}
	if number != 0 && !page.Paused && page.Deadline.After(s.Now) {
		dates = append(dates, templates.Date{UID: uid(s, to, number), Deadline: page.Deadline})
	}
	if len(dates) == 0 {
		return nil
	}
	text, err := s.Master.Words.Calendar(*page, dates...)
	if err != nil {
		panic(fmt.Sprintf("gm: writing the date of a %s letter of %s: %v", kind, s.Game.Rules, err))
	}
	return []letter.File{{Name: "deadline.ics", Type: "text/calendar; charset=utf-8; method=PUBLISH", Text: text}}
}

// DateOf is the UID of what a seat is asked now, as its letters have it in their calendar files, or "" if it is asked
// nothing that has a place in a calendar.
func DateOf(s *gm.Step, seat *game.Seat) string {
	number := s.Game.Asked().Dated(seat.Name)
	if number == 0 {
		return ""
	}
	return uid(s, seat, number)
}

// uid names a seat's question in calendars. Calendars are shown to others, so it does not name the seat, and without
// the service's key nobody can try which seat it is.
func uid(s *gm.Step, to *game.Seat, number int) string {
	mac := hmac.New(sha256.New, s.Master.Key)
	mac.Write([]byte(strings.Join([]string{"calendar", s.Name, string(to.Name)}, "\x00")))
	return s.Master.MessageID(fmt.Sprintf("%s.%d.%s", s.Name, number, hex.EncodeToString(mac.Sum(nil)[:6])))
}

// TellDeadline has a letter say until when something is wanted.
func TellDeadline(s *gm.Step, page *templates.Page, seat *game.Seat) {
	z := s.Game.Zone(seat)
	page.Paused = s.Game.Paused != nil
	if page.Paused {
		return
	}
	page.Deadline, page.Delayed = s.Game.Deadline.In(z), delayed(s, seat)
	if s.Game.Clock.Grace > 0 {
		page.Grace = s.Game.Grace().In(z)
	}
}

// Ladder is what players are told of whoever sends nothing, as [LadderLines]; nothing where all is left to the rules.
func Ladder(s *gm.Step) []string {
	if s.Game.Missing == (game.Ladder{}) {
		return nil
	}
	return LadderLines(s)
}

// remindedWhen promises the reminders that will come.
func remindedWhen(c calendar.Clock) string {
	leads, text := c.Leads(), "You alone get a reminder "+game.RemindersInWords(c)+" before the deadline."
	switch {
	case c.ShortestPhase() > leads[0]:
		return text
	case len(leads) == 1:
		return text + " In a phase that is no longer than that, it comes halfway."
	}
	return text + " In a phase that is too short for one of them, that one is left out; if it is too short for all, one " +
		"comes halfway."
}

// LadderLines are what becomes of whoever sends nothing, one after another.
func LadderLines(s *gm.Step) []string {
	l, c := s.Game.Missing, s.Game.Clock
	var out []string
	if c.Remind > 0 {
		out = append(out, remindedWhen(c))
	}
	if c.Grace > 0 {
		out = append(out, "The turn still waits "+game.Lasting(c.Grace)+
			" after the deadline; you alone are told that you are late.")
	}
	if kinds := s.Master.Words.Kinds(s.Game.Rules); len(kinds) > 0 {
		kind := kinds[0]
		if slices.Contains(kinds, "orders") {
			kind = "orders"
		}
		out = append(out, "An answer that you left for this case counts: a line such as ON "+kind+
			" DO, and your answer after it.")
	}
	if l.Standby > 0 {
		out = append(out, "After "+game.Phases(l.Standby)+
			" without a word from you, your seat is offered to a standby. If you write before it is taken, it "+
			"stays yours.")
	}
	if l.Hold && c.Ends == calendar.WhenIn {
		out = append(out, "The turn waits for the game master to decide what to do.")
	} else {
		out = append(out, "The turn goes on, with what the rules do for missing players.")
	}
	return append(out,
		fmt.Sprintf("If you know in advance that you will be away, write ABSENCE and the days, as in ABSENCE 24 "+
			"Dec to 6 Jan: up to %d days in the game without asking.", l.Days()))
}
