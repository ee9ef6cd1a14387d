package templates

import (
	"fmt"
	"strings"
	"time"
)

// English names of months and weekdays, as package time formats them. Another language defines its own in the
// templates "months" and "weekdays", in the same order, and its date format, as a layout of package time, in "date".
const (
	months   = "January February March April May June July August September October November December"
	weekdays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
)

// readNames reads how a language formats dates.
func (w *wording) readNames() error {
	var err error
	if w.dates, err = w.line("date", nil); err != nil {
		return err
	}
	answer, err := w.line("answer now", nil)
	if err != nil {
		return err
	}
	w.answerNow = string(appendEscaped(nil, answer))
	var pairs []string
	for _, list := range []struct{ name, english string }{{"months", months}, {"weekdays", weekdays}} {
		own, err := w.line(list.name, nil)
		if err != nil {
			return err
		}
		names, english := strings.Fields(own), strings.Fields(list.english)
		if len(names) != len(english) {
			return fmt.Errorf("template %q of %s has %d names and not %d", list.name, w.language,
				len(names), len(english))
		}
		for i, name := range english {
			if names[i] != name {
				pairs = append(pairs, name, names[i])
			}
		}
	}
	if len(pairs) > 0 {
		w.names = strings.NewReplacer(pairs...)
	}
	return nil
}

// date formats a date with its weekday and time.
func (w *wording) date(t time.Time) string {
	text := t.Format(w.dates)
	if w.names != nil {
		text = w.names.Replace(text)
	}
	return text
}

// hour formats a time of day, as in "14:32 UTC".
func hour(t time.Time) string { return t.Format("15:04 MST") }

// left returns the time that remains until a deadline, in words.
func (w *wording) left(now, until time.Time) (string, error) {
	switch d := until.Sub(now); {
	case d < time.Minute:
		return w.line("left now", nil)
	case d < 2*time.Hour:
		return w.phrase("left minutes", int(d.Minutes()))
	case d < 240*time.Hour:
		return w.phrase("left hours", int(d.Hours()))
	default:
		return w.phrase("left days", int(d.Hours()/24))
	}
}

// count formats a number with a noun, by the language's template "count THING", or else in English.
func (w *wording) count(n int, what string) (string, error) {
	if w.t.Lookup("count "+what) != nil {
		return w.phrase("count "+what, n)
	}
	if n == 1 {
		return "1 " + what, nil
	}
	return fmt.Sprintf("%d %ss", n, what), nil
}

// phrase executes a template with a number, and returns one line.
func (w *wording) phrase(name string, n int) (string, error) {
	text, err := w.execute(name, n)
	return strings.TrimSpace(text), err
}
