package calendar

import (
	"strings"
	"time"
)

// Layouts of days that a game master may write. A date without a year means the next such day.
var (
	fullDays = []string{"2006-01-02", "2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006"}
	bareDays = []string{"2 Jan", "2 January", "Jan 2", "January 2"}
)

// ParseTime parses a time as people write it, in the zone of now: "2026-12-24 20:00", "24 Dec 20:00", "Friday 20:00",
// or "20:00" for the next such time. at is the default time of day; "" if the text must contain one.
func ParseTime(text string, now time.Time, at string) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, strings.TrimSpace(text)); err == nil {
		return t.In(now.Location()), nil
	}
	wrong := fault("%q is no time; write it as 2026-12-24 20:00, 24 Dec 20:00, Friday 20:00, or +1d to move what is.",
		text)
	// in the form 2026-12-24T20:00
	if day, rest, ok := strings.Cut(text, "T"); ok && len(day) == len(time.DateOnly) && strings.Contains(rest, ":") {
		text = day + " " + rest
	}
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	day := strings.Join(words, " ")
	if n := len(words) - 1; n >= 0 && strings.Contains(words[n], ":") {
		day, at = strings.Join(words[:n], " "), words[n]
	}
	clock, err := time.Parse("15:04", at)
	if err != nil {
		return time.Time{}, wrong
	}
	on, ok := parseDay(day, now, clock)
	if !ok {
		return time.Time{}, wrong
	}
	t := onDay(on, 0, clock)
	if t.Hour() != clock.Hour() || t.Minute() != clock.Minute() {
		return time.Time{},
			fault("On that day there is no %s in %s: clocks are put forward over it. Write another time, such as %s.",
				at, now.Location(), t.Format("15:04"))
	}
	return t, nil
}

// parseDay parses a day; "" means today, or tomorrow if that time of day is over.
func parseDay(text string, now, clock time.Time) (time.Time, bool) {
	ahead := func(t time.Time) bool { return onDay(t, 0, clock).After(now) }
	z := now.Location()
	for _, layout := range fullDays {
		if t, err := time.ParseInLocation(layout, text, z); err == nil {
			return wall(t.Year(), t.Month(), t.Day(), 12, 0, 0, z), true
		}
	}
	for _, layout := range bareDays {
		t, err := time.Parse(layout+" 2006", text+" 2000") // a leap year, so that 29 February is valid
		if err != nil {
			continue
		}
		for year := now.Year(); year <= now.Year()+8; year++ {
			d := wall(year, t.Month(), t.Day(), 12, 0, 0, z)
			if d.Day() == t.Day() && ahead(d) {
				return d, true
			}
		}
	}
	for n := range 8 {
		d := wall(now.Year(), now.Month(), now.Day()+n, 12, 0, 0, z)
		day := dayOfWeek(text) == int(d.Weekday())
		switch {
		case (text == "" || day) && ahead(d),
			n == 0 && strings.EqualFold(text, "today"),
			n == 1 && strings.EqualFold(text, "tomorrow"):
			return d, true
		}
	}
	return time.Time{}, false
}
