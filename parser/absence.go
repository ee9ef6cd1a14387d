package parser

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Days is a range of days. Both ends are midnight UTC, and To belongs to it.
type Days struct{ From, To time.Time }

// Count returns the number of days.
func (d Days) Count() int { return int(d.To.Sub(d.From)/(24*time.Hour)) + 1 }

const (
	maxAhead = 300 // largest number of days from today to the beginning of an absence
	maxDays  = 120 // largest number of days of one absence
)

// ReadDays reads the days of an absence: "24 Dec to 6 Jan", "Dec 24 - Jan 6", "24. bis 30.12.", "2026-12-24 to
// 2027-01-06" or one day alone. Days without a year are the next such days, or those that include today; today is the
// date where the player lives. If the days can't be accepted, why tells the player the reason.
func ReadDays(text string, today time.Time) (d Days, why string) {
	today = midnight(today.Date())
	first, second, ok := days(text)
	if !ok {
		return Days{}, howDays
	}
	if second.year == 0 && first.year != 0 {
		second.year = first.year
		if second.at(first.year).Before(first.at(first.year)) {
			second.year++
		}
	}
	to := second.next(today)
	from := first.at(first.year)
	if first.year == 0 {
		for from = first.at(to.Year()); from.After(to); from = first.at(from.Year() - 1) {
		}
	}
	for _, end := range []struct {
		written date
		day     time.Time
	}{{first, from}, {second, to}} {
		if end.day.Day() != end.written.day {
			return Days{}, fmt.Sprintf("There is no %d %s in that year.", end.written.day, end.written.month)
		}
	}
	d = Days{From: from, To: to}
	long := func(t time.Time) string { return t.Format("2 January 2006") }
	switch {
	case from.After(to):
		return Days{}, fmt.Sprintf("%s is after %s.", long(from), long(to))
	case to.Before(today):
		return Days{}, fmt.Sprintf("%s is over.", long(to))
	case d.Count() > maxDays:
		return Days{}, fmt.Sprintf("From %s to %s are %d days, and an absence has %d at most.", long(from), long(to),
			d.Count(), maxDays)
	case from.After(today.AddDate(0, 0, maxAhead)):
		return Days{}, fmt.Sprintf("%s is more than %d days away; write again when it is nearer.", long(from), maxAhead)
	}
	if from.Before(today) {
		d.From = today
	}
	return d, ""
}

func midnight(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// A date is a day as a player wrote it.
type date struct {
	day   int
	month time.Month // 0 if not given
	year  int        // 0 if not given
}

// at returns the date in a year. In a year without a 29th of February, that becomes the 1st of March.
func (d date) at(year int) time.Time { return midnight(year, d.month, d.day) }

// next returns the date in its own year or, if that is not given, the first such day that is not before today.
func (d date) next(today time.Time) time.Time {
	if d.year != 0 {
		return d.at(d.year)
	}
	year := today.Year()
	for range 8 { // the next 29th of February may be that many years away
		if t := d.at(year); t.Day() == d.day && !t.Before(today) {
			return t
		}
		year++
	}
	return d.at(today.Year())
}

const howDays = "Write the days as in ABSENCE 24 Dec to 6 Jan, or ABSENCE 2026-12-24 to 2027-01-06."

// days reads the first and the last day of a range, which are the same where only one is written.
func days(text string) (first, last date, ok bool) {
	words := dateWords(text)
	if len(words) > 0 && slices.Contains([]string{"from", "von", "du"}, words[0]) {
		words = words[1:]
	}
	i := slices.IndexFunc(words, func(w string) bool {
		return slices.Contains([]string{"to", "until", "till", "through", "bis", "au", "-"}, w)
	})
	if i < 0 {
		first, ok = oneDate(words)
		return first, first, ok && first.month != 0
	}
	first, ok = oneDate(words[:i])
	last, ends := oneDate(words[i+1:])
	switch {
	case last.month == 0 && first.month != 0 && last.day > first.day: // such as "Dec 24 to 30"
		last.month = first.month
	case first.month == 0 && last.month != 0 && first.day <= last.day: // such as "24 to 30 Dec"
		first.month = last.month
	}
	complete := first.month != 0 && last.month != 0
	return first, last, ok && ends && complete
}

// dateWords splits a text into words. A dash is a word of its own, except within 2026-12-24.
func dateWords(text string) []string {
	text = strings.NewReplacer("–", " - ", "—", " - ", ",", " ").Replace(strings.ToLower(Plain(text)))
	var out []string
	for _, w := range strings.Fields(text) {
		if _, err := time.Parse(isoDate, strings.Trim(w, ".")); err == nil {
			out = append(out, strings.Trim(w, "."))
			continue
		}
		out = append(out, strings.Fields(strings.NewReplacer("-", " - ", ".", " ").Replace(w))...)
	}
	return out
}

const isoDate = "2006-1-2"

// oneDate parses dates such as 24 Dec, Dec 24th 2026, 24 12 (from 24.12.) or 2026-12-24.
func oneDate(words []string) (d date, ok bool) {
	if len(words) == 1 {
		if t, err := time.Parse(isoDate, words[0]); err == nil {
			return date{t.Day(), t.Month(), t.Year()}, true
		}
	}
	for _, w := range words {
		if m := month(w); m != 0 && d.month == 0 {
			d.month = m
			continue
		}
		n, err := strconv.Atoi(ordinal(w))
		within := func(first, last int) bool { return first <= n && n <= last }
		switch {
		case err != nil:
			return d, false
		case d.day == 0 && within(1, 31):
			d.day = n
		case d.month == 0 && d.day != 0 && within(1, 12):
			d.month = time.Month(n)
		case d.year == 0 && d.month != 0 && within(2000, 2999):
			d.year = n
		default:
			return d, false
		}
	}
	return d, d.day != 0
}

// ordinal removes the ending of an ordinal number such as 24th or 1st.
func ordinal(w string) string {
	for _, end := range []string{"st", "nd", "rd", "th"} {
		if n, ok := strings.CutSuffix(w, end); ok && n != "" {
			return n
		}
	}
	return w
}

// month returns the month whose name begins with a word of three or more letters in English, German or French, or 0.
func month(w string) time.Month {
	if w = fold(w); len(w) < 3 || w == "jui" { // "jui" is ambiguous: juin or juillet
		return 0
	}
	for i, names := range months {
		for name := range strings.FieldsSeq(names) {
			if strings.HasPrefix(name, w) {
				return time.Month(i + 1)
			}
		}
	}
	return 0
}

var months = [...]string{
	"january januar janvier", "february februar fevrier", "march marz maerz mars", "april avril", "may mai",
	"june juni juin", "july juli juillet", "august aout", "september septembre", "october oktober octobre",
	"november novembre", "december dezember decembre",
}
