package game

import (
	"time"
)

// A Daily counts events that are limited per day.
type Daily struct {
	Since time.Time
	Count int
}

// Allow counts n events, and reports whether they are within the limit.
func (d *Daily) Allow(now time.Time, n, limit int) bool {
	if !d.Allows(now, n, limit) {
		return false
	}
	if d.over(now) {
		d.Since, d.Count = now, 0
	}
	d.Count += n
	return true
}

// Allows reports whether n more events would be within the limit. It does not count them.
func (d *Daily) Allows(now time.Time, n, limit int) bool {
	if d.over(now) {
		return n <= limit
	}
	return d.Count+n <= limit
}

// Left returns how many more events are within the limit.
func (d *Daily) Left(now time.Time, limit int) int {
	if d.over(now) {
		return limit
	}
	return max(0, limit-d.Count)
}

func (d *Daily) over(now time.Time) bool { return !SameDay(d.Since, now) }

// SameDay reports whether a time is in the 24 hours that began at since. It is not if the clock was set back since.
func SameDay(since, now time.Time) bool { return now.Sub(since) < Day24 && !now.Before(since) }

// Day24 is a day of 24 hours, whatever the calendar says.
const Day24 = 24 * time.Hour
