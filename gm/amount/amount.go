// Package amount formats amounts for operators: "3 letters", "2 h 5 min", "12 MB". It is not for text that players
// read, which must be translatable.
package amount

import (
	"fmt"
	"time"
)

// Moment is the layout of a point in time, to the minute, such as a deadline.
const Moment = "Mon 2 Jan 2006 15:04 MST"

// Count returns a number with a noun, in the singular or plural: "1 letter", "3 letters".
func Count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// Time returns a duration in units that are precise enough for people: "3 h 12 min".
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

// Bytes returns a number of bytes, rounded down to a suitable unit: "3 bytes", "640 kB".
func Bytes(n int64) string {
	switch {
	case n < 10<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 10<<20:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d MB", n>>20)
}
