package templates

import (
	"strconv"
	"time"
)

// An Agenda is a list of deadlines as a calendar that a program may fetch again and again.
type Agenda struct {
	Name    string
	Entries []Entry // in the order of their times
}

// An Entry is one deadline of an [Agenda].
type Entry struct {
	UID      string // the same as long as it is the same, whatever becomes of its time
	Deadline time.Time
	Summary  string
	Note     string
}

// File is the agenda as a file for calendars (RFC 5545), as of a time.
func (a Agenda) File(now time.Time) string {
	var c ics
	c.line("BEGIN", "VCALENDAR")
	c.line("VERSION", "2.0")
	c.line("PRODID", "-//Deaddrop//gm//EN")
	c.line("METHOD", "PUBLISH")
	c.line("X-WR-CALNAME", escapeICS(a.Name))
	c.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
	c.line("X-PUBLISHED-TTL", "PT1H")
	for _, e := range a.Entries {
		c.line("BEGIN", "VEVENT")
		c.when(e.UID, now, e.Deadline)
		c.line("SUMMARY", escapeICS(e.Summary))
		c.line("DESCRIPTION", escapeICS(e.Note))
		c.line("TRANSP", "TRANSPARENT")
		c.line("STATUS", "CONFIRMED")
		c.line("END", "VEVENT")
	}
	c.line("END", "VCALENDAR")
	return c.b.String()
}

// A letter's dates count from here in seconds, which makes a number that grows with each letter, and fits into what
// calendars have for it until 2088.
const sequenceFrom = 1577836800 // the beginning of 2020

// when writes which event it is and when. It ends at the deadline, for many calendars hide what takes no time.
func (c *ics) when(uid string, now, deadline time.Time) {
	c.line("UID", escapeICS(uid))
	c.line("DTSTAMP", utc(now))
	c.line("SEQUENCE", strconv.FormatInt(max(0, now.Unix()-sequenceFrom), 10))
	c.line("DTSTART", utc(deadline.Add(-15*time.Minute)))
	c.line("DTEND", utc(deadline))
}
