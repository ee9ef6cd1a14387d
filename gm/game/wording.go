package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"deaddrop/adjudicator"
)

// Indented returns a text with all its lines indented, for the log.
func Indented(text string) string {
	return "      " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n      ")
}

// InJSON returns a value as JSON in one line, with <, > and & as they are.
func InJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("gm: what was read as JSON can't be written: %v", err))
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// Counted returns a number with the words that agree with it: "One waits", "2 wait".
func Counted(n int, one, many string) string {
	if n == 1 {
		return "One " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Listed joins names for a sentence: "Austria, England and Turkey".
func Listed[S ~string](names []S) string { return adjudicator.Listed(names, "and") }

// DateTime is the form in which letters have times.
const DateTime = "Monday 2 January 2006, 15:04 MST"

// Lasting returns a duration in words: "2 days and 3 hours".
func Lasting(d time.Duration) string {
	days, hours, minutes := int(d/Day24), int(d%Day24/time.Hour), int(d%time.Hour/time.Minute)
	var parts []string
	for _, p := range []struct {
		n    int
		unit string
	}{{days, "day"}, {hours, "hour"}, {minutes, "minute"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.unit)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.unit))
		}
	}
	switch {
	case len(parts) == 0:
		return "less than a minute"
	case len(parts) == 3:
		parts = parts[:2]
	}
	return Listed(parts)
}

// Word returns a command word in the form for display.
func Word(w string) string {
	if strings.Contains(w, " ") {
		return "'" + w + "'"
	}
	return w
}
