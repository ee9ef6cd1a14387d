package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// An Absence is a range of days on which the player of a seat is away. Dates are written as 2026-12-24, and both ends
// are included.
type Absence struct {
	From, To string
	// whether the game master has approved it, so that it does not count as days without approval
	Granted bool          `json:",omitempty"`
	PutOff  time.Duration `json:",omitempty"` // time by which the absence has postponed deadlines
}

// An Awayness says for whose absence a deadline was postponed. It is valid as long as that deadline is.
type Awayness struct {
	Deadline time.Time
	Seats    []adjudicator.Seat
}

const (
	longDay = "2 January 2006"
)

func (a Absence) String() string {
	from, to := a.days()
	if from.Equal(to) {
		return "on " + from.Format(longDay)
	}
	return "from " + from.Format(longDay) + " to " + to.Format(longDay)
}

// days returns the first and the last day, at midnight UTC.
func (a Absence) days() (from, to time.Time) {
	from, err := time.Parse(time.DateOnly, a.From)
	if err == nil {
		to, err = time.Parse(time.DateOnly, a.To)
	}
	if err != nil {
		panic(fmt.Sprintf("gm: an absence of %q to %q", a.From, a.To))
	}
	return from, to
}

func (a Absence) Count() int {
	from, to := a.days()
	return parser.Days{From: from, To: to}.Count()
}

// cost returns how many of the days without approval an absence uses up: its length, or more if it has postponed
// deadlines by more.
func (a Absence) cost() int {
	if a.Granted {
		return 0
	}
	return max(a.Count(), wholeDays(a.PutOff))
}

// wholeDays returns a duration in days, rounded up.
func wholeDays(d time.Duration) int { return int((d + Day24 - 1) / Day24) }

// Span returns when the player leaves and when they are back. The times are in the game's zone, since a deadline that
// moves must not reveal in which part of the world somebody lives.
func (a Absence) Span(z *time.Location) (from, back time.Time) {
	f, t := a.days()
	return time.Date(f.Year(), f.Month(), f.Day(), 0, 0, 0, 0, z),
		time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, z)
}

func Absent(d parser.Days) Absence {
	return Absence{From: d.From.Format(time.DateOnly), To: d.To.Format(time.DateOnly)}
}

// Over reports whether the player is back at a given time.
func (a Absence) Over(now time.Time, z *time.Location) bool {
	_, back := a.Span(z)
	return !now.Before(back)
}

// Spoken returns absences in words: "from 24 December 2026 to 6 January 2027, and on 2 February 2027".
func Spoken(all []Absence) string {
	var out []string
	for _, a := range all {
		out = append(out, a.String())
	}
	return strings.Join(out, ", and ")
}

// SpansOf returns dates in the form for [parser.ReadDays]: pairs of dates such as 2026-12-24, or words as players
// write them.
func SpansOf(dates []string) (spans []string, ok bool) {
	if slices.ContainsFunc(dates, func(d string) bool { _, err := time.Parse(time.DateOnly, d); return err != nil }) {
		return []string{strings.Join(dates, " ")}, true
	}
	for pair := range slices.Chunk(dates, 2) {
		spans = append(spans, strings.Join(pair, " to "))
	}
	return spans, len(dates)%2 == 0
}
