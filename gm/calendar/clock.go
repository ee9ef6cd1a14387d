// Package calendar is in charge of deadlines: of a game's clock, with weekdays, holidays and daylight saving time,
// and of parsing times and dates that people write. It knows no game and does not read the system's clock: callers
// pass the time.
//
// Each of its errors is a [*Fault].
package calendar

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A Fault says what is wrong with a time, a date or a clock, in a sentence for the person who wrote it.
type Fault struct{ Text string }

func (f *Fault) Error() string { return f.Text }

func fault(format string, args ...any) error { return &Fault{fmt.Sprintf(format, args...)} }

// A Clock determines when a phase ends.
type Clock struct {
	Every time.Duration // time that players have for a turn
	Short time.Duration // time for a small decision within a phase, such as a retreat; 0: the same as Every
	Ends  Ending        // whether to wait for the deadline if everybody is done; "": the game's default
	// time of day of deadlines, such as "20:00": the first one after the players' time is up; "": no fixed time
	At    string
	Zone  string        // time zone of At, and of times in letters, such as "Europe/Berlin"; "": UTC
	Delay time.Duration // with WhenIn: how long to wait for second thoughts when everybody is done

	// Remind is how long before the deadline players who are not done get a reminder, which mentions only themselves.
	// 0: there are no reminders. A turn that is no longer than Remind has its reminder halfway: see [Clock.Leads].
	Remind time.Duration

	// Reminders are the times of further reminders before the deadline, in descending order and all less than Remind.
	Reminders []time.Duration `json:",omitempty"`

	// Keep prevents a turn that ends early from moving the next deadline forward: the next deadline is never earlier
	// than it would be if the previous turn had lasted to its own deadline.
	Keep bool `json:",omitempty"`

	// Kinds overrides the pace for a kind of question, by the rules' name for it, such as "retreats".
	Kinds map[string]Pace `json:",omitempty"`

	// Least is the shortest time between setting a deadline and the deadline. If it is set, At means the time of day
	// nearest to the end of Every, instead of the next one after it, which may be almost a day later. 0: At means the
	// next one.
	Least time.Duration `json:",omitempty"`

	// Grace is how long after its deadline a turn waits for late players. If turns never end before their deadline,
	// they also last to the end of the grace in any case, so that nobody can tell whether somebody was late. 0: no
	// grace.
	Grace time.Duration `json:",omitempty"`

	Days Weekdays `json:",omitempty"` // weekdays on which a deadline may be; "": all
	Off  []string `json:",omitempty"` // dates on which no deadline may be, such as "2026-12-25", sorted
}

// A Pace is how long players have for a kind of question.
type Pace struct {
	Every time.Duration
	At    string `json:",omitempty"` // time of day of deadlines; "": the same as the clock's
}

// An Ending says what ends a phase.
type Ending string

const (
	// only the deadline, so that the time of a report does not reveal when players were done
	AtDeadline Ending = "deadline"
	WhenIn     Ending = "early" // when everybody is done, which reveals that to everybody
)

// least is the shortest possible turn. People need more; programs that play do not.
const least = time.Second

// Check returns an error if the clock is invalid.
func (c Clock) Check() error {
	if c.Every < least {
		return fault("Players need some time: %v is not enough.", c.Every)
	}
	if min(c.Short, c.Remind, c.Delay, c.Least, c.Grace) < 0 {
		return fault("A time can't be negative.")
	}
	for i, r := range c.Reminds() {
		if r <= 0 || i > 0 && r >= c.Reminds()[i-1] {
			return fault("Each reminder must be nearer to the deadline than the one before it, as in 48h,24h,6h.")
		}
	}
	if len(c.Reminders) >= maxReminders {
		return fault("A deadline can have up to %d reminders.", maxReminders)
	}
	if c.Least > c.Every {
		return fault("No deadline may be nearer than %v, and that is more than the %v of a turn.", c.Least, c.Every)
	}
	if c.Ends != AtDeadline && c.Ends != WhenIn && c.Ends != "" {
		return fault("A turn ends at its %s or %s, not %q.", AtDeadline, WhenIn, c.Ends)
	}
	if !isTimeOfDay(c.At) {
		return fault("%q is no time of day; write 20:00.", c.At)
	}
	for kind, pace := range c.Kinds { // iterated in random order: any of several faults may be reported
		if pace.Every < least || !isTimeOfDay(pace.At) {
			return fault("Players need some time for %s, and a time of day such as 20:00 if you give one.", kind)
		}
	}
	if !IsZone(c.Zone) {
		return fault("There is no time zone %q; write Europe/Berlin or America/New_York.", c.Zone)
	}
	return c.checkDays()
}

// Span returns the duration setting of that name: every, short, delay, least or grace; nil for any other name.
func (c *Clock) Span(name string) *time.Duration {
	switch name {
	case "every":
		return &c.Every
	case "short":
		return &c.Short
	case "delay":
		return &c.Delay
	case "least":
		return &c.Least
	case "grace":
		return &c.Grace
	}
	return nil
}

// maxReminders is the largest number of reminders before a deadline.
const maxReminders = 5

// RemindAt sets the times of reminders before the deadline, given in any order. Without any, there are no reminders.
func (c *Clock) RemindAt(before []time.Duration) {
	all := slices.Clone(before)
	slices.Sort(all)
	slices.Reverse(all)
	all = slices.DeleteFunc(slices.Compact(all), func(d time.Duration) bool { return d == 0 })
	c.Remind, c.Reminders = 0, nil
	if len(all) > 0 {
		c.Remind = all[0]
	}
	if len(all) > 1 {
		c.Reminders = all[1:]
	}
}

// Reminds returns all times of reminders before a deadline, the earliest reminder first.
func (c Clock) Reminds() []time.Duration {
	if c.Remind == 0 && len(c.Reminders) == 0 {
		return nil
	}
	return append([]time.Duration{c.Remind}, c.Reminders...)
}

// Leads returns the times of reminders that a turn really has: those of Reminds that fall within the turn or, if none
// does, half the length of the turn.
func (c Clock) Leads() []time.Duration {
	all := c.Reminds()
	turn := c.shortest()
	within := slices.DeleteFunc(slices.Clone(all), func(d time.Duration) bool { return d >= turn })
	if len(all) > 0 && len(within) == 0 {
		return []time.Duration{halfOf(turn)}
	}
	return within
}

// shortest returns the minimal length of a turn. If the deadline is at the nearest time of day, it may be half a day
// less than Every.
func (c Clock) shortest() time.Duration {
	if c.At == "" || c.Least == 0 {
		return c.Every
	}
	return max(c.Least, c.Every-oneDay/2)
}

// ShortestPhase returns the minimal length of a phase of any kind.
func (c Clock) ShortestPhase() time.Duration {
	out := c.shortest()
	if c.Short > 0 {
		out = min(out, c.Short)
	}
	for _, p := range c.Kinds {
		out = min(out, p.Every)
	}
	return out
}

// halfOf returns half of d, in whole minutes if possible.
func halfOf(d time.Duration) time.Duration {
	if half := (d / 2).Round(time.Minute); 0 < half && half < d {
		return half
	}
	return d / 2
}

// FirstReminder returns when the first reminder of a new deadline is due, or the zero time if there are no reminders.
// If the deadline is too near for the clock's reminders, the time is halfway to it.
func (c Clock) FirstReminder(now, deadline time.Time) time.Time {
	first := c.NextReminder(now, deadline)
	if left := deadline.Sub(now); first.IsZero() && left > 0 && len(c.Reminds()) > 0 {
		return deadline.Add(-halfOf(left))
	}
	return first
}

// latestWarning is the latest time, before a deadline, at which the game master is told who is not done.
const latestWarning = 6 * time.Hour

// Warning returns when the game master is told who is not done by a deadline that is set now: after the last reminder,
// while there is still time to act. It returns the zero time if there is no deadline.
func (c Clock) Warning(now, deadline time.Time) time.Time {
	left := deadline.Sub(now)
	if deadline.IsZero() || left <= 0 {
		return time.Time{}
	}
	last := c.Every
	if leads := c.Leads(); len(leads) > 0 {
		last = leads[len(leads)-1]
	}
	return deadline.Add(-min(latestWarning, last/2, left/4))
}

// NextReminder returns when the next reminder of a deadline is due, or the zero time if there are no more.
func (c Clock) NextReminder(now, deadline time.Time) time.Time {
	for _, before := range c.Leads() {
		if at := deadline.Add(-before); at.After(now) {
			return at
		}
	}
	return time.Time{}
}

func isTimeOfDay(text string) bool {
	_, err := time.Parse("15:04", text)
	return text == "" || err == nil
}

// IsZone reports whether there is a time zone of that name. "Local" is not accepted, as players can't know it.
func IsZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "Local"
}

// Location returns the clock's time zone.
func (c Clock) Location() *time.Location { return Zone(c.Zone) }

// Zone returns the time zone of a valid name. It returns UTC for "", and if this machine lacks the zone.
func Zone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil { // the name was valid on another machine when it was set
		return time.UTC
	}
	return z
}

// SecondThoughts returns the default for Delay: 1/24 of a turn, but at least 15 minutes and at most 3 hours, and
// never more than half the turn.
func (c Clock) SecondThoughts() time.Duration {
	part := min(max(c.Every/24, 15*time.Minute), 3*time.Hour)
	return min(part, c.Every/2).Truncate(time.Minute)
}

// Small returns the default for Short: a third of a turn, but at most a day.
func (c Clock) Small() time.Duration { return min(c.Every/3, oneDay).Truncate(time.Minute) }

// Next returns the deadline of a turn that begins at a time.
func (c Clock) Next(from time.Time) time.Time { return c.after(from, Pace{c.Every, c.At}) }

// Deadline returns the deadline of a question asked at a time; kind is the rules' name for it, and short is true for
// a small decision.
func (c Clock) Deadline(from time.Time, kind string, short bool) time.Time {
	p := Pace{c.Every, c.At}
	if short {
		p.Every = cmp.Or(c.Short, c.Every)
	}
	if own, ok := c.Kinds[kind]; ok {
		p = Pace{own.Every, cmp.Or(own.At, c.At)}
	}
	return c.after(from, p)
}

// Later returns a postponed deadline: the clock's time of day after the duration left has passed from the given time.
// Least does not apply again, as it did when the question was asked.
func (c Clock) Later(from time.Time, left time.Duration) time.Time {
	c.Least = 0
	return c.after(from, Pace{left, c.At})
}

// after returns the deadline of something that begins at a time. If the clock has a time of day, whole days are
// calendar days, which may have 23 or 25 hours.
func (c Clock) after(from time.Time, p Pace) time.Time {
	from = from.In(c.Location())
	at, err := time.Parse("15:04", p.At)
	if p.At == "" || err != nil {
		return c.Allowed(from.Add(max(p.Every, c.Least)).Truncate(time.Second))
	}
	least := from.Add(c.Least)
	t := sameTime(from, int(p.Every/oneDay)).Add(p.Every % oneDay).Truncate(time.Second)
	if t.Before(least) {
		t = least
	}
	up := 0 // find the first such time of day that is not before the end
	for onDay(t, up, at).Before(t) {
		up++
	}
	deadline := onDay(t, up, at)
	if down := onDay(t, up-1, at); c.Least > 0 && !down.Before(least) && t.Sub(down) < deadline.Sub(t) {
		deadline = down
	}
	return c.allowed(deadline, at)
}

const oneDay = 24 * time.Hour

// Allowed returns t in the clock's zone or, if no deadline may fall on that day, the same time on the next allowed
// day.
func (c Clock) Allowed(t time.Time) time.Time {
	t = t.In(c.Location())
	return c.allowed(t, t)
}

// allowed returns t or, if its day is not allowed, the time of day of at on the next allowed day. The two may differ,
// as t may have been moved when clocks are put forward.
func (c Clock) allowed(t, at time.Time) time.Time {
	if c.isFree(t) {
		return t
	}
	for n := 1; n < maxDaysOff+8; n++ {
		if d := onDay(t, n, at); c.isFree(d) {
			return d
		}
	}
	return t
}

// sameTime returns the same time of day a number of days later.
func sameTime(t time.Time, days int) time.Time {
	if days == 0 {
		return t
	}
	return onDay(t, days, t)
}

// onDay returns the time of day of at on the date of t, or a number of days later.
func onDay(t time.Time, days int, at time.Time) time.Time {
	return wall(t.Year(), t.Month(), t.Day()+days, at.Hour(), at.Minute(), at.Second(), t.Location())
}

// wall returns when clocks show a local time. A time that is skipped when clocks are put forward is moved by the
// length of the gap; of a time that occurs twice when clocks are put back, it returns the second. So nobody has less
// time than they think.
func wall(year int, month time.Month, day, hour, minute, second int, z *time.Location) time.Time {
	shown := time.Date(year, month, day, hour, minute, second, 0, time.UTC)
	_, before := shown.Add(-36 * time.Hour).In(z).Zone()
	_, after := shown.Add(36 * time.Hour).In(z).Zone()
	early, late := shown.Add(-time.Duration(before)*time.Second).In(z),
		shown.Add(-time.Duration(after)*time.Second).In(z)
	if shows(late, shown) && (!shows(early, shown) || late.After(early)) {
		return late
	}
	return early
}

func shows(t, wanted time.Time) bool {
	return t.Day() == wanted.Day() && t.Hour() == wanted.Hour() && t.Minute() == wanted.Minute()
}

// Clone returns a deep copy of c.
func (c Clock) Clone() Clock {
	c.Kinds, c.Off, c.Reminders = maps.Clone(c.Kinds), slices.Clone(c.Off), slices.Clone(c.Reminders)
	return c
}
