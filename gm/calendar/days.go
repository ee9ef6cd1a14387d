package calendar

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Weekdays is a list of days of the week, as in "Mon Tue Wed Thu Fri"; "" means all.
type Weekdays string

var weekdays = []string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"} // indexed by time.Weekday

// ParseWeekdays parses days of the week as people write them: "Mon-Fri", "Mon, Wed and Fri", "all".
func ParseWeekdays(text string) (Weekdays, error) {
	wrong := fault("%q are no days of the week; write Mon-Fri, or Mon,Wed,Fri, or all.", text)
	var has [7]bool
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(text), " and ", ","), func(r rune) bool {
		return r == ',' || r == ' ' || r == ';'
	})
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
	for i := range 7 { // starting on Monday
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

// dayOfWeek returns the number of the weekday that name is, or abbreviates; -1 if there is none.
func dayOfWeek(name string) int {
	return slices.IndexFunc(weekdays, func(d string) bool { return len(name) >= 3 && strings.EqualFold(name[:3], d) })
}

func (w Weekdays) has(d time.Weekday) bool {
	return w == "" || strings.Contains(string(w), weekdays[d])
}

// maxDaysOff is the largest number of dates without deadlines.
const maxDaysOff = 400

// isFree reports whether a deadline may fall on the day of t.
func (c Clock) isFree(t time.Time) bool {
	_, off := slices.BinarySearch(c.Off, t.Format(time.DateOnly))
	return !off && c.Days.has(t.Weekday())
}

func (c Clock) checkDays() error {
	if c.Days != "" {
		if days, err := ParseWeekdays(string(c.Days)); err != nil || days != c.Days {
			return fault("%q are no days of the week.", c.Days)
		}
	}
	if len(c.Off) > maxDaysOff {
		return fault("There are %d dates without a deadline, and at most %d are kept; leave out those that are far.",
			len(c.Off), maxDaysOff)
	}
	for i, d := range c.Off {
		if _, err := time.Parse(time.DateOnly, d); err != nil || i > 0 && c.Off[i-1] >= d {
			return fault("%q is no date as it is kept; write 2026-12-25.", d)
		}
	}
	return nil
}

// ParseDates parses dates: "2026-12-25", or "2026-12-24..2027-01-01" for a range, or "none" alone. It returns them
// sorted and without duplicates.
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
		length := to.Sub(from)
		if cmp.Or(err, other) != nil || length < 0 || length > maxDaysOff*oneDay {
			return nil, fault("%q is no date; write 2026-12-25, or 2026-12-24..2027-01-01 for several days.", word)
		}
		out = append(out, daysFrom(from, to)...)
	}
	if len(out) == 0 {
		return nil, fault("There are no dates in %q; write 2026-12-25, or none.", text)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// daysFrom returns all days of a range, including both ends.
func daysFrom(from, to time.Time) []string {
	var out []string
	for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
		out = append(out, d.Format(time.DateOnly))
	}
	return out
}

// Dates formats dates as ParseDates accepts them, with consecutive days as ranges.
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
