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

// delayed returns a sentence for a seat whose deadline was postponed because of absences; "" if it was not. In a game
// that is not blind it names who is away.
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

// BlindDeadlines reports whether it is secret who is done or missing. It is also true if the program does not have
// the game's rules.
func BlindDeadlines(s *gm.Step) bool {
	rules, err := s.Master.RulesOf(s.Game.Rules)
	return err != nil || rules.Blind
}

// dated lists the kinds of letters with a deadline for calendars. A notice has one only if the deadline has changed.
var dated = map[string]bool{"turn": true, "farewell": true, "reminder": true, "anew": true, "notice": true}

// dates returns a calendar file with the deadline of a letter to a seat, or nil if there is none. It removes an
// earlier deadline that is still to come. Standing orders and small decisions within a turn are not put into
// calendars: nobody waits for the former, and the latter take only hours.
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

// DateOf returns the UID of the calendar event for a seat's question, or "" if the seat is asked nothing that belongs
// in a calendar.
func DateOf(s *gm.Step, seat *game.Seat) string {
	number := s.Game.Asked().Dated(seat.Name)
	if number == 0 {
		return ""
	}
	return uid(s, seat, number)
}

// uid returns the calendar ID of a seat's question. As people share calendars, it does not reveal the seat: it is an
// HMAC with the service's key.
func uid(s *gm.Step, to *game.Seat, number int) string {
	mac := hmac.New(sha256.New, s.Master.Key)
	mac.Write([]byte(strings.Join([]string{"calendar", s.Name, string(to.Name)}, "\x00")))
	return s.Master.MessageID(fmt.Sprintf("%s.%d.%s", s.Name, number, hex.EncodeToString(mac.Sum(nil)[:6])))
}

// TellDeadline adds the deadline to a page.
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

// Ladder returns what players are told about missing players, as LadderLines; nil if only the rules' defaults apply.
func Ladder(s *gm.Step) []string {
	if s.Game.Missing == (game.Ladder{}) {
		return nil
	}
	return LadderLines(s)
}

// remindedWhen describes the reminders that will be sent.
func remindedWhen(c calendar.Clock) string {
	leads, text := c.Leads(), "You get a reminder "+game.RemindersInWords(c)+
		" before the deadline; no other player is told."
	switch {
	case c.ShortestPhase() > leads[0]:
		return text
	case len(leads) == 1:
		return text + " In a phase that is no longer than that, it comes halfway."
	}
	return text + " In a phase that is too short for one of them, that one is left out; if it is too short for all, " +
		"one comes halfway."
}

// LadderLines describes the steps that are taken about a missing player, in order.
func LadderLines(s *gm.Step) []string {
	l, c := s.Game.Missing, s.Game.Clock
	var out []string
	if c.Remind > 0 {
		out = append(out, remindedWhen(c))
	}
	if c.Grace > 0 {
		out = append(out, "The turn will wait for "+game.Lasting(c.Grace)+
			" after the deadline; only you will be told that you are late.")
	}
	if kinds := s.Master.Words.Kinds(s.Game.Rules); len(kinds) > 0 {
		kind := kinds[0]
		if slices.Contains(kinds, "orders") {
			kind = "orders"
		}
		out = append(out, "If you have left an answer for this case, it counts. To leave one, write ON "+kind+
			" DO and the answer on one line.")
	}
	if l.Standby > 0 {
		out = append(out, "After "+game.Phases(l.Standby)+
			" without a word from you, your seat is offered to a standby. If you write before it is taken, it "+
			"stays yours.")
	}
	if l.Robot {
		out = append(out, "If no standby takes it, a robot plays your seat from then on.")
	}
	if l.Hold && c.Ends == calendar.WhenIn {
		out = append(out, "The turn waits for the game master to decide what to do.")
	} else {
		out = append(out, "The turn is resolved all the same, and the rules decide what happens where you have "+
			"ordered nothing.")
	}
	return append(out,
		fmt.Sprintf("If you know in advance that you will be away, write ABSENCE and the days, as in ABSENCE 24 "+
			"Dec to 6 Jan. You can be away for up to %d days of the game without asking.", l.Days()))
}
