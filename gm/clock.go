package gm

import (
	"cmp"
	"slices"
	"time"
)

// A Clock says when a phase ends that began now.
type Clock struct {
	Every time.Duration // how long players have
	Short time.Duration // for a small decision in the midst of a phase, such as a retreat; 0: as long as for others
	Ends  Ending        // whether the deadline is waited for; "": as the rules of the game need it
	At    string        // "20:00": at the first such time after that; "": at once
	Zone  string        // "Europe/Berlin": of At, and of times in letters; "": UTC
	Delay time.Duration // how long to wait for second thoughts when everybody is in; with WhenIn

	// Remind is how long before the deadline those get a letter who are not in. It tells each of himself
	// alone. 0: nobody is reminded.
	Remind time.Duration

	// Kinds has what is other for a kind of question, as the rules name it: "retreats".
	Kinds map[string]Pace `json:",omitempty"`

	// Least is how near a deadline may be when it is set. With it, At is the time of day nearest to what Every says, and not
	// the next one after that, which may be almost a day more. 0: as Every says.
	Least time.Duration `json:",omitempty"`

	// Grace is how long after its deadline a turn waits for those who are late. Where the deadline is waited for in any
	// case, so is that, so that nobody learns whether somebody was late. 0: not at all.
	Grace time.Duration `json:",omitempty"`

	Days Weekdays `json:",omitempty"` // on which a deadline may fall; "": on all
	Off  []string `json:",omitempty"` // and the dates on which none falls all the same, "2026-12-25", in their order
}

// A Pace is how long players have for a kind of question.
type Pace struct {
	Every time.Duration
	At    string `json:",omitempty"` // time of day; "": that of the clock
}

// An Ending is what ends a phase.
type Ending string

const (
	AtDeadline Ending = "deadline" // nothing but the deadline, so that the time of a report tells nothing
	WhenIn     Ending = "early"    // when everybody is in, and so it tells all that everybody is
)

// Check says what is wrong with a clock.
func (c Clock) Check() error {
	if c.Every <= 0 {
		return refuse("Players need some time: %v is none.", c.Every)
	}
	if c.Short < 0 || c.Remind < 0 || c.Delay < 0 || c.Least < 0 || c.Grace < 0 {
		return refuse("A time can't be negative.")
	}
	if c.Least > c.Every {
		return refuse("No deadline may be nearer than %v, and that is more than the %v of a turn.", c.Least, c.Every)
	}
	if c.Ends != AtDeadline && c.Ends != WhenIn && c.Ends != "" {
		return refuse("A turn ends at its %s or %s, not %q.", AtDeadline, WhenIn, c.Ends)
	}
	if !isTimeOfDay(c.At) {
		return refuse("%q is no time of day; write 20:00.", c.At)
	}
	for kind, pace := range c.Kinds { // which of several faults is told first makes no difference
		if pace.Every <= 0 || !isTimeOfDay(pace.At) {
			return refuse("Players need some time for %s, and a time of day such as 20:00 if you give one.", kind)
		}
	}
	if !isZone(c.Zone) {
		return refuse("There is no time zone %q; write Europe/Berlin or America/New_York.", c.Zone)
	}
	return c.checkDays()
}

func isTimeOfDay(text string) bool {
	_, err := time.Parse("15:04", text)
	return text == "" || err == nil
}

// isZone reports whether there is a time zone of that name. This machine's own is none that a player could know.
func isZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "Local"
}

func (c Clock) zone() *time.Location { return zone(c.Zone) }

func zone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil { // it was checked when it was set, on a machine that knew it
		return time.UTC
	}
	return z
}

// zone is that in which a seat's letters tell times.
func (g *game) zone(s *seat) *time.Location {
	if s.Zone != "" {
		return zone(s.Zone)
	}
	return g.Clock.zone()
}

// next is the deadline of a turn that begins now.
func (c Clock) next(now time.Time) time.Time { return c.after(now, Pace{c.Every, c.At}) }

// deadline is that of questions that are put now: the latest of all, where they are of several kinds. For small
// decisions there is less time, unless others have more to decide.
func (c Clock) deadline(now time.Time, open []*question) time.Time {
	small := !slices.ContainsFunc(open, func(q *question) bool { return !q.Short })
	var latest time.Time
	for _, q := range open {
		if q.Short && !small {
			continue
		}
		if at := c.after(now, c.pace(q)); at.After(latest) {
			latest = at
		}
	}
	return latest
}

func (c Clock) pace(q *question) Pace {
	p := Pace{c.Every, c.At}
	if q.Short {
		p.Every = cmp.Or(c.Short, c.Every)
	}
	if own, ok := c.Kinds[q.Kind]; ok {
		p = Pace{own.Every, cmp.Or(own.At, c.At)}
	}
	return p
}

// after is the deadline of what begins at a moment. With a time of day, whole days are days of the calendar, which may have
// 23 hours or 25.
func (c Clock) after(from time.Time, p Pace) time.Time {
	z := c.zone()
	least := from.Add(c.Least)
	at, err := time.Parse("15:04", p.At)
	if p.At == "" || err != nil {
		return c.allowed(later(from.Add(p.Every), least).In(z).Truncate(time.Second), nil)
	}
	days, rest := int(p.Every/day24), p.Every%day24
	t := later(sameTime(from.In(z), days).Add(rest).Truncate(time.Second), least)
	up := 0 // the first such time of day from then on
	for onDay(t, up, at).Before(t) {
		up++
	}
	deadline := onDay(t, up, at)
	if down := onDay(t, up-1, at); c.Least > 0 && !down.Before(least) && t.Sub(down) < deadline.Sub(t) {
		deadline = down
	}
	return c.allowed(deadline, &at)
}

const day24 = 24 * time.Hour

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// allowed moves a deadline to the next day on which one may fall, at the same time of day.
func (c Clock) allowed(t time.Time, at *time.Time) time.Time {
	if at == nil {
		at = &t
	}
	for n := range maxDaysOff + 8 {
		if d := onDay(t, n, *at); c.isFree(d) {
			if n == 0 {
				return t
			}
			return d
		}
	}
	return t
}

// sameTime is so many days later at the same time of day.
func sameTime(t time.Time, days int) time.Time {
	if days == 0 {
		return t
	}
	return onDay(t, days, t)
}

// onDay is a time of day on the day of t, or so many days later.
func onDay(t time.Time, days int, at time.Time) time.Time {
	return wall(t.Year(), t.Month(), t.Day()+days, at.Hour(), at.Minute(), at.Second(), t.Location())
}

// wall is when clocks on the wall show a time. Where they are put forward over it, it is as much later as they are put
// forward; where they are put back and show it twice, it is the second time. So nobody has less time than he thinks.
func wall(year int, month time.Month, day, hour, minute, second int, z *time.Location) time.Time {
	shown := time.Date(year, month, day, hour, minute, second, 0, time.UTC)
	_, before := shown.Add(-36 * time.Hour).In(z).Zone()
	_, after := shown.Add(36 * time.Hour).In(z).Zone()
	early, late := shown.Add(-time.Duration(before)*time.Second).In(z), shown.Add(-time.Duration(after)*time.Second).In(z)
	if shows(late, shown) && (!shows(early, shown) || late.After(early)) {
		return late
	}
	return early
}

func shows(t, wanted time.Time) bool {
	return t.Day() == wanted.Day() && t.Hour() == wanted.Hour() && t.Minute() == wanted.Minute()
}

// grace is until when a turn waits for the late.
func (g *game) grace() time.Time { return g.Deadline.Add(g.Clock.Grace) }

// began is when the questions that are put now count from: from when the time was up for those before, and not from some
// seconds later, when that was seen. Else a turn of three days until eight o'clock would last four.
func (s *step) began() time.Time {
	if late := s.now.Sub(s.ended); late >= 0 && late < seenLate {
		return s.ended
	}
	return s.now
}

const seenLate = time.Hour // by more than that a turn is ended late for another reason, and its players get their whole time
