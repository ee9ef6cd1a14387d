package templates

import (
	"strings"
	"time"
	"unicode/utf8"
)

// A Date is a deadline of the reader as a calendar event.
type Date struct {
	UID      string    // identifies the event; stays the same for a question when its deadline changes
	Deadline time.Time // the deadline, past or future
	Gone     bool      // whether the event is cancelled
	Past     bool      // whether the deadline is of a different question from the letter's
}

// Calendar returns the dates of a letter in iCalendar format (RFC 5545). A later date for the same question replaces
// the earlier one. The file reveals no more than the letter.
func (s *Set) Calendar(p Page, dates ...Date) (string, error) {
	w := s.of(p.Language)
	w.translate(&p)
	var c ics
	c.line("BEGIN", "VCALENDAR")
	c.line("VERSION", "2.0")
	c.line("PRODID", "-//Deaddrop//gm//EN")
	c.line("METHOD", "PUBLISH")
	for _, d := range dates {
		if err := w.event(&c, &p, d); err != nil {
			return "", err
		}
	}
	c.line("END", "VCALENDAR")
	return c.b.String(), nil
}

// event writes the event for one date.
func (w *wording) event(c *ics, p *Page, d Date) error {
	name := "date"
	if d.Past || p.Ask == nil {
		name = "date gone"
	}
	summary, err := w.line("calendar "+name, p)
	if err != nil {
		return err
	}
	note, err := w.line("calendar note", p)
	if err != nil {
		return err
	}
	c.line("BEGIN", "VEVENT")
	c.when(d.UID, p.Now, d.Deadline)
	c.line("SUMMARY", escapeICS(unmarked(summary)))
	c.line("DESCRIPTION", escapeICS(unmarked(note)))
	c.line("TRANSP", "TRANSPARENT")
	if d.Gone {
		c.line("STATUS", "CANCELLED")
	} else {
		c.line("STATUS", "CONFIRMED")
		for _, before := range []string{"-P1D", "-PT2H"} {
			c.line("BEGIN", "VALARM")
			c.line("ACTION", "DISPLAY")
			c.line("DESCRIPTION", escapeICS(unmarked(summary)))
			c.line("TRIGGER;RELATED=END", before)
			c.line("END", "VALARM")
		}
	}
	c.line("END", "VEVENT")
	return nil
}

func utc(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

// ics is an iCalendar file under construction.
type ics struct{ b strings.Builder }

// maxICS is the largest length of a line, in bytes (RFC 5545, 3.1).
const maxICS = 75

// line writes a line, folded between characters if it is too long.
func (c *ics) line(name, value string) {
	text, room := name+":"+value, maxICS
	for len(text) > room {
		n := room
		for n > 1 && !utf8.RuneStart(text[n]) {
			n--
		}
		c.b.WriteString(text[:n] + "\r\n ")
		text, room = text[n:], maxICS-1
	}
	c.b.WriteString(text + "\r\n")
}

// escapeICS escapes a text value (RFC 5545, 3.3.11).
func escapeICS(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`, "\r", "").Replace(text)
}
