// Package amount writes amounts as operators read them: 3 letters, 2 h 5 min, 12 MB. It knows nothing of games or mail,
// and what it writes is no player's to read.
package amount

import (
	"fmt"
	"time"
)

// Moment is the layout of a moment that is told to the minute, such as a deadline.
const Moment = "Mon 2 Jan 2006 15:04 MST"

// Count is a number with a noun: "1 letter", "3 letters".
func Count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// Time is a duration in words that are exact enough for people: "3 h 12 min".
func Time(d time.Duration) string {
	d = d.Abs()
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d < day:
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%s %d h", Count(int(d/day), "day", "days"), d%day/time.Hour)
}

// Bytes is a number of bytes, rounded down to a unit that is short to read: "3 bytes", "640 kB".
func Bytes(n int64) string {
	switch {
	case n < 10<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 10<<20:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d MB", n>>20)
}
