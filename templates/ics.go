package templates

import (
	"strings"
	"time"
	"unicode/utf8"
)

// A Date is a deadline of the reader's as an event of a calendar.
type Date struct {
	UID      string    // the same for the same question, whatever becomes of its deadline
	Deadline time.Time // when it is, or was to be
	Gone     bool      // nothing is wanted then any more
	Past     bool      // of another question than that of the letter
}

// Calendar writes dates that belong to a letter as a file for calendars (RFC 5545), in which a later one for the same
// question takes the place of an earlier one. It says no more than the letter.
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

// event writes one date.
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

// ics is a calendar's file while it is written.
type ics struct{ b strings.Builder }

// maxICS is how many bytes a line may have (RFC 5545, 3.1).
const maxICS = 75

// line writes a line, folded where it is too long, and never within a character.
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

// escapeICS writes a text as a value (RFC 5545, 3.3.11).
func escapeICS(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`, "\r", "").Replace(text)
}
