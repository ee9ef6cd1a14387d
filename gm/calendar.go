package gm

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Weekdays are some days of the week, as in "Mon Tue Wed Thu Fri"; none for all.
type Weekdays string

var weekdays = []string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"} // as time.Weekday counts

// ParseWeekdays reads days of the week as people write them: "Mon-Fri", "Mon, Wed and Fri", "all".
func ParseWeekdays(text string) (Weekdays, error) {
	wrong := refuse("%q are no days of the week; write Mon-Fri, or Mon,Wed,Fri, or all.", text)
	var has [7]bool
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(text), " and ", ","), func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	for _, word := range words {
		first, last, span := strings.Cut(word, "-")
		from, to := dayOfWeek(first), dayOfWeek(last)
		switch {
		case word == "all":
			from, to = 0, 6
		case !span:
			to = from
		}
		if from < 0 || to < 0 {
			return "", wrong
		}
		for d := from; ; d = (d + 1) % 7 {
			if has[d] = true; d == to {
				break
			}
		}
	}
	var days []string
	for i := range 7 { // from Monday on
		if d := (i + 1) % 7; has[d] {
			days = append(days, weekdays[d])
		}
	}
	switch len(days) {
	case 0:
		return "", wrong
	case 7:
		return "", nil
	}
	return Weekdays(strings.Join(days, " ")), nil
}

// dayOfWeek is the number of a day by its name or the beginning of it; -1 if it is none.
func dayOfWeek(name string) int {
	return slices.IndexFunc(weekdays, func(d string) bool { return len(name) >= 3 && strings.EqualFold(name[:3], d) })
}

func (w Weekdays) has(d time.Weekday) bool {
	return w == "" || strings.Contains(string(w), weekdays[d])
}

// maxDaysOff is how many dates without deadlines a game may have.
const maxDaysOff = 400

// isFree reports whether a deadline may fall on the day of t.
func (c Clock) isFree(t time.Time) bool {
	_, off := slices.BinarySearch(c.Off, t.Format(time.DateOnly))
	return !off && c.Days.has(t.Weekday())
}

func (c Clock) checkDays() error {
	if c.Days != "" {
		if days, err := ParseWeekdays(string(c.Days)); err != nil || days != c.Days {
			return refuse("%q are no days of the week.", c.Days)
		}
	}
	if len(c.Off) > maxDaysOff {
		return refuse("There are %d dates without a deadline, and at most %d are kept; leave out those that are far.", len(c.Off), maxDaysOff)
	}
	for i, d := range c.Off {
		if _, err := time.Parse(time.DateOnly, d); err != nil || i > 0 && c.Off[i-1] >= d {
			return refuse("%q is no date as it is kept; write 2026-12-25.", d)
		}
	}
	return nil
}

// ParseDates reads dates: "2026-12-25", "2026-12-24..2027-01-01" for all days from one to another, "none" alone. They come
// back in their order, each once.
func ParseDates(text string) ([]string, error) {
	var out []string
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", ;\t\r\n", r) })
	if len(words) == 1 && strings.EqualFold(words[0], "none") {
		return nil, nil
	}
	for _, word := range words {
		first, last, span := strings.Cut(word, "..")
		if !span {
			last = first
		}
		from, err := time.Parse(time.DateOnly, first)
		to, other := time.Parse(time.DateOnly, last)
		if err != nil || other != nil || to.Before(from) || to.Sub(from) > maxDaysOff*day24 {
			return nil, refuse("%q is no date; write 2026-12-25, or 2026-12-24..2027-01-01 for several days.", word)
		}
		out = append(out, daysFrom(from, to)...)
	}
	if len(out) == 0 {
		return nil, refuse("There are no dates in %q; write 2026-12-25, or none.", text)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// daysFrom are all days from one to another.
func daysFrom(from, to time.Time) []string {
	var out []string
	for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
		out = append(out, d.Format(time.DateOnly))
	}
	return out
}

// Dates writes dates as ParseDates reads them, those in a row as one span.
func Dates(dates []string) string {
	var out []string
	for i := 0; i < len(dates); {
		last := i
		for last+1 < len(dates) && follows(dates[last], dates[last+1]) {
			last++
		}
		if span := dates[i]; last > i {
			out = append(out, span+".."+dates[last])
		} else {
			out = append(out, span)
		}
		i = last + 1
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ",")
}

func follows(a, b string) bool {
	d, err := time.Parse(time.DateOnly, a)
	return err == nil && d.AddDate(0, 0, 1).Format(time.DateOnly) == b
}

// ReadHolidays reads the dates of a file: an iCalendar (.ics), of which it takes the days of the events, or a list with a date
// or a span of dates in a line, and behind it, after a space, what day that is. What ended before today is left out. An event
// that comes back every year counts for the next years.
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
		return nil, refuse("There is no date in that file that is still to come.")
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
			return nil, refuse("Line %d begins with no date: %q. Write 2026-12-25, and behind a space what day that is.", n, words[0])
		}
		out = append(out, dates...)
	}
	return out, nil
}

// yearsAhead is for how long an event counts that comes back every year.
const yearsAhead = 5

// calendarDates are the days of a calendar's events (RFC 5545).
func calendarDates(text string, today time.Time) ([]string, error) {
	text = strings.NewReplacer("\n ", "", "\n\t", "").Replace(text) // lines that go on
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

// An event is one of a calendar.
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
		return nil, refuse("The event %q of that calendar begins on no day that can be read.", e.summary)
	}
	to := from
	if end, err := calendarDay(e.end); err == nil && end.After(from) {
		to = end
		if !strings.Contains(e.end, "T") { // the day after the last
			to = end.AddDate(0, 0, -1)
		}
	}
	if to.Sub(from) > maxDaysOff*day24 {
		return nil, refuse("The event %q of that calendar lasts too long.", e.summary)
	}
	if e.rule == "" {
		return daysFrom(from, to), nil
	}
	if !yearly(e.rule) {
		return nil, refuse("The event %q of that calendar comes back by a rule that is not understood: %s. Use a calendar that has each date, or a list of dates.", e.summary, e.rule)
	}
	var out []string
	for year := max(from.Year(), today.Year()-1); year <= today.Year()+yearsAhead; year++ {
		n := year - from.Year()
		out = append(out, daysFrom(from.AddDate(n, 0, 0), to.AddDate(n, 0, 0))...)
	}
	return out, nil
}

// yearly reports whether a rule says no more than that an event comes back every year on its date.
func yearly(rule string) bool {
	every := false
	for part := range strings.SplitSeq(rule, ";") {
		switch name, value, _ := strings.Cut(part, "="); {
		case name == "FREQ" && value == "YEARLY":
			every = true
		case name == "INTERVAL" && value == "1", name == "BYMONTH", name == "BYMONTHDAY", name == "WKST": // as the first one has them
		default:
			return false
		}
	}
	return every
}

func calendarDay(value string) (time.Time, error) {
	if len(value) < 8 {
		return time.Time{}, fmt.Errorf("%q is no date", value)
	}
	return time.Parse("20060102", value[:8])
}
