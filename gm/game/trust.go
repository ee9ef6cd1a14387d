package game

import (
	"fmt"
	"time"
)

// A Doubt is a letter that waits to be confirmed by its seat.
type Doubt struct {
	Entry  uint64 // the log entry that has it
	Letter int    // the number of our letter that asks
}

// Doubted is what somebody who has no seat is told of an answer to a letter of ours that may be another's, and why.
func Doubted(why string) string {
	return "A letter in your name has changed nothing. " + why +
		" If it is yours, send it again as an answer to this letter, and to nobody else."
}

// A Daily counts what may happen so many times in a day and no more.
type Daily struct {
	Since time.Time
	Count int
}

// Allow counts n more, and reports whether that many are still within the limit.
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

// Allows reports whether n more would be within the limit.
func (d *Daily) Allows(now time.Time, n, limit int) bool {
	if d.over(now) {
		return n <= limit
	}
	return d.Count+n <= limit
}

func (d *Daily) over(now time.Time) bool { return now.Sub(d.Since) >= Day24 || now.Before(d.Since) }

func Count(letters int) string {
	if letters == 1 {
		return "One letter"
	}
	return fmt.Sprintf("%d letters", letters)
}
