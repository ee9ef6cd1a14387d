package calendar

import (
	"slices"
	"strings"
	"time"
)

// ReadHolidays reads dates from a file: the days of the events in an iCalendar file (.ics), or a list with one date
// or range per line, optionally followed by a space and a description. It omits dates before today, and repeats
// yearly events for yearsAhead years.
func ReadHolidays(file []byte, today time.Time) ([]string, error) {
	text := strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(string(file), "\ufeff"), "\r\n", "\n"), "\r", "\n")
	read := listedDates
	if strings.Contains(strings.ToUpper(text), "BEGIN:VCALENDAR") {
		read = func(text string) ([]string, error) { return calendarDates(text, today) }
	}
	out, err := read(text)
	if err != nil {
		return nil, err
	}
	slices.Sort(out)
	first := today.Format(time.DateOnly)
	out = slices.DeleteFunc(slices.Compact(out), func(d string) bool { return d < first })
	if len(out) == 0 {
		return nil, fault("There is no date in that file that is still to come.")
	}
	return out, nil
}

func listedDates(text string) ([]string, error) {
	var out []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		dates, err := ParseDates(words[0])
		if err != nil {
			return nil, fault("Line %d does not begin with a date: %q. Write 2026-12-25, a space, and what day "+
				"that is.",
				n, words[0])
		}
		out = append(out, dates...)
	}
	return out, nil
}

// yearsAhead is the number of years for which a yearly event is repeated.
const yearsAhead = 5

// calendarDates returns the days of a calendar's events (RFC 5545).
func calendarDates(text string, today time.Time) ([]string, error) {
	text = strings.NewReplacer("\n ", "", "\n\t", "").Replace(text) // unfold continued lines
	var out []string
	var ev event
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		name, _, _ = strings.Cut(strings.ToUpper(name), ";")
		switch {
		case !ok:
		case name == "BEGIN" && strings.EqualFold(value, "VEVENT"):
			ev = event{}
		case name == "END" && strings.EqualFold(value, "VEVENT"):
			dates, err := ev.dates(today)
			if err != nil {
				return nil, err
			}
			out = append(out, dates...)
		default:
			ev.set(name, value)
		}
	}
	return out, nil
}

// An event holds the relevant fields of a calendar event.
type event struct{ summary, start, end, rule, status string }

func (e *event) set(name, value string) {
	switch name {
	case "SUMMARY":
		e.summary = value
	case "DTSTART":
		e.start = value
	case "DTEND":
		e.end = value
	case "RRULE":
		e.rule = strings.ToUpper(value)
	case "STATUS":
		e.status = strings.ToUpper(value)
	}
}

func (e event) dates(today time.Time) ([]string, error) {
	if e.status == "CANCELLED" {
		return nil, nil
	}
	from, err := calendarDay(e.start)
	if err != nil {
		return nil, fault("The event %q of that calendar begins on no day that can be read.", e.summary)
	}
	to := from
	if end, err := calendarDay(e.end); err == nil && end.After(from) {
		to = end
		if !strings.Contains(e.end, "T") { // exclusive: the day after the last
			to = end.AddDate(0, 0, -1)
		}
	}
	if to.Sub(from) > maxDaysOff*oneDay {
		return nil, fault("The event %q of that calendar lasts too long.", e.summary)
	}
	if e.rule == "" {
		return daysFrom(from, to), nil
	}
	if !yearly(e.rule) {
		return nil, fault("The event %q of that calendar comes back by a rule that is not understood: %s. Use a "+
			"calendar that has each date, or a list of dates.", e.summary, e.rule)
	}
	var out []string
	for year := max(from.Year(), today.Year()-1); year <= today.Year()+yearsAhead; year++ {
		n := year - from.Year()
		out = append(out, daysFrom(from.AddDate(n, 0, 0), to.AddDate(n, 0, 0))...)
	}
	return out, nil
}

// yearly reports whether a recurrence rule means every year on the same date, and nothing else.
func yearly(rule string) bool {
	every := false
	for part := range strings.SplitSeq(rule, ";") {
		switch name, value, _ := strings.Cut(part, "="); {
		case name == "FREQ" && value == "YEARLY":
			every = true
		// assuming the same values as the event itself
		case name == "INTERVAL" && value == "1", name == "BYMONTH", name == "BYMONTHDAY", name == "WKST":
		default:
			return false
		}
	}
	return every
}

func calendarDay(value string) (time.Time, error) {
	if len(value) < 8 {
		return time.Time{}, fault("%q is no date.", value)
	}
	return time.Parse("20060102", value[:8])
}
