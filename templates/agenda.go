package templates

import (
	"strconv"
	"time"
)

// An Agenda is a list of deadlines in calendar form, to which calendar programs can subscribe.
type Agenda struct {
	Name    string
	Entries []Entry // in chronological order
}

// An Entry is one deadline of an [Agenda].
type Entry struct {
	UID      string // identifies the event; stays the same when the deadline changes
	Deadline time.Time
	Summary  string
	Note     string
}

// File returns the agenda in iCalendar format (RFC 5545), with now as its time stamp.
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

// sequenceFrom is the Unix time from which the sequence numbers of events count seconds, so that every later letter
// has a higher number. The numbers fit into 32 bits until 2088.
const sequenceFrom = 1577836800 // the beginning of 2020

// when writes the ID and the time of an event. The event ends at the deadline, since many calendars hide events
// without duration.
func (c *ics) when(uid string, now, deadline time.Time) {
	c.line("UID", escapeICS(uid))
	c.line("DTSTAMP", utc(now))
	c.line("SEQUENCE", strconv.FormatInt(max(0, now.Unix()-sequenceFrom), 10))
	c.line("DTSTART", utc(deadline.Add(-15*time.Minute)))
	c.line("DTEND", utc(deadline))
}
