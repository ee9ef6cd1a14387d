package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// An Absence is some days on which the player of a seat is away, as 2026-12-24; the last one is included.
type Absence struct {
	From, To string
	Granted  bool          `json:",omitempty"` // by the game master, so that it takes nothing of what needs no asking
	PutOff   time.Duration `json:",omitempty"` // by how much it has put deadlines off
}

// An Awayness says for whose absence a deadline is later than it would have been. It counts as long as that deadline
// stands.
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

// days are the first and the last one, at midnight UTC.
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

// cost is how many days an absence takes of those that a player may have without asking: as many as it has, or more if
// it has put deadlines off by more.
func (a Absence) cost() int {
	if a.Granted {
		return 0
	}
	return max(a.Count(), wholeDays(a.PutOff))
}

// wholeDays are the days of a time, of which one that has begun counts.
func wholeDays(d time.Duration) int { return int((d + Day24 - 1) / Day24) }

// Span is from when on the player is away, and from when on no more. It is in the zone of the game: a deadline that
// moves behind it must not tell in what part of the world somebody lives.
func (a Absence) Span(z *time.Location) (from, back time.Time) {
	f, t := a.days()
	return time.Date(f.Year(), f.Month(), f.Day(), 0, 0, 0, 0, z),
		time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, z)
}

func Absent(d parser.Days) Absence {
	return Absence{From: d.From.Format(time.DateOnly), To: d.To.Format(time.DateOnly)}
}

// Over reports whether the player is back by a given time.
func (a Absence) Over(now time.Time, z *time.Location) bool {
	_, back := a.Span(z)
	return !now.Before(back)
}

// Spoken are absences as they are told: "from 24 December 2026 to 6 January 2027, and on 2 February 2027".
func Spoken(all []Absence) string {
	var out []string
	for _, a := range all {
		out = append(out, a.String())
	}
	return strings.Join(out, ", and ")
}

// Word is a word of a command as it is typed.
func Word(w string) string {
	if strings.Contains(w, " ") {
		return "'" + w + "'"
	}
	return w
}

// SpansOf are days as [parser.ReadDays] takes them: pairs of dates such as 2026-12-24, or else words as players write
// them.
func SpansOf(dates []string) (spans []string, ok bool) {
	if slices.ContainsFunc(dates, func(d string) bool { _, err := time.Parse(time.DateOnly, d); return err != nil }) {
		return []string{strings.Join(dates, " ")}, true
	}
	for pair := range slices.Chunk(dates, 2) {
		spans = append(spans, strings.Join(pair, " to "))
	}
	return spans, len(dates)%2 == 0
}
