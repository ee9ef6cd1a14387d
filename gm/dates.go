package gm

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// asked is what was asked when a step began: what a letter has to take off its reader's calendar again.
type asked struct {
	open     []*question
	deadline time.Time
}

// asked is what is asked now.
func (g *game) asked() asked {
	if g == nil || g.State != running {
		return asked{}
	}
	return asked{g.Open, g.Deadline}
}

// number is that of the question that a seat was asked; 0 if it was asked none.
func (a asked) number(seat adjudicator.Seat) int {
	for _, q := range a.open {
		if q.Seat == seat {
			return q.Number
		}
	}
	return 0
}

// dated are the kinds of letters that come with their deadline for calendars; a notice does if that has changed.
var dated = map[string]bool{"turn": true, "farewell": true, "reminder": true, "anew": true, "notice": true}

// dates are the deadline of a letter to a seat as a file for calendars; nil if it has none. What the seat was asked before is
// taken off the calendar, if its deadline is still to come.
func (s *step) dates(to *seat, kind string, page *templates.Page) []letter.File {
	if !dated[kind] || kind == "notice" && s.g.Deadline.Equal(s.asked.deadline) {
		return nil
	}
	var dates []templates.Date
	number, was := page.Number(), s.asked.number(to.Name)
	if was != 0 && s.asked.deadline.After(s.now) && (was != number || page.Paused) {
		dates = append(dates, templates.Date{UID: s.uid(to, was), Deadline: s.asked.deadline, Gone: true, Past: was != number})
	}
	if number != 0 && !page.Paused && page.Deadline.After(s.now) {
		dates = append(dates, templates.Date{UID: s.uid(to, number), Deadline: page.Deadline})
	}
	if len(dates) == 0 {
		return nil
	}
	text, err := s.m.Words.Calendar(*page, dates...)
	if err != nil {
		panic(fmt.Sprintf("gm: writing the date of a %s letter of %s: %v", kind, s.g.Rules, err))
	}
	return []letter.File{{Name: "deadline.ics", Type: "text/calendar; charset=utf-8; method=PUBLISH", Text: text}}
}

// uid names a seat's question in calendars. Calendars are shown to others, so it does not name the seat, and without the
// service's key nobody can try which seat it is.
func (s *step) uid(to *seat, number int) string {
	mac := hmac.New(sha256.New, s.m.Key)
	mac.Write([]byte(strings.Join([]string{"calendar", s.name, string(to.Name)}, "\x00")))
	return s.m.id(fmt.Sprintf("%s.%d.%s", s.name, number, hex.EncodeToString(mac.Sum(nil)[:6])))
}
