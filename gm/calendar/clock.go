// Package calendar is in charge of when a game's deadlines fall: of its clock, with weekdays, holidays and daylight
// saving, and of the times and dates that people write. It knows no game, and reads no clock of the machine: each
// moment is handed in.
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

// A Fault is what is wrong with a time, a date or a clock, in a sentence for whoever wrote it.
type Fault struct{ Text string }

func (f *Fault) Error() string { return f.Text }

func fault(format string, args ...any) error { return &Fault{fmt.Sprintf(format, args...)} }

// A Clock says when a phase ends that began now.
type Clock struct {
	Every time.Duration // how long players have
	Short time.Duration // for a small decision in the middle of a phase, such as a retreat; 0: as long as for others
	Ends  Ending        // whether the deadline is waited for; "": as the rules of the game need it
	At    string        // "20:00": at the first such time after that; "": at once
	Zone  string        // "Europe/Berlin": of At, and of times in letters; "": UTC
	Delay time.Duration // how long to wait for second thoughts when everybody is in; with WhenIn

	// Remind is how long before the deadline those get a letter who are not in. Each learns of themself
	// alone. 0: nobody is reminded. In a turn that is no longer than that it is half the turn: see [Clock.Leads].
	Remind time.Duration

	// Reminders are how long before the deadline those get further letters who are not in then, each nearer to it than
	// the one before, and all than Remind.
	Reminders []time.Duration `json:",omitempty"`

	// Keep says that no deadline is before the one that was to be when it was set: where a turn ends early, nobody has
	// to be done with the next one sooner than they knew.
	Keep bool `json:",omitempty"`

	// Kinds has what is other for a kind of question, as the rules name it: "retreats".
	Kinds map[string]Pace `json:",omitempty"`

	// Least is how near a deadline may be when it is set. With it, At is the time of day nearest to what Every says,
	// and not the next one after that, which may be almost a day more. 0: as Every says.
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
	WhenIn     Ending = "early"    // when everybody is in, and so it tells everybody that everybody is
)

// least is the shortest time that a turn may have. People need more; programs that play do not.
const least = time.Second

// Check says what is wrong with a clock; nil for one that can be used.
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
	for kind, pace := range c.Kinds { // which of several faults is told first makes no difference
		if pace.Every < least || !isTimeOfDay(pace.At) {
			return fault("Players need some time for %s, and a time of day such as 20:00 if you give one.", kind)
		}
	}
	if !IsZone(c.Zone) {
		return fault("There is no time zone %q; write Europe/Berlin or America/New_York.", c.Zone)
	}
	return c.checkDays()
}

// Span is the length of time that a setting is, by its name: every, short, delay, least or grace. Nil: there is none of
// that name.
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

// maxReminders is how many reminders of a deadline there can be.
const maxReminders = 5

// RemindAt sets how long before the deadline those are reminded who are not in, whatever the order; none for nobody.
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

// Reminds are all times before a deadline at which who is not in is reminded, the first one first.
func (c Clock) Reminds() []time.Duration {
	if c.Remind == 0 && len(c.Reminders) == 0 {
		return nil
	}
	return append([]time.Duration{c.Remind}, c.Reminders...)
}

// Leads are how long before its deadline players are reminded of a turn: Reminds, but for those that would be no
// earlier than the turn itself. Where all are, it is half the turn.
func (c Clock) Leads() []time.Duration {
	all := c.Reminds()
	turn := c.shortest()
	within := slices.DeleteFunc(slices.Clone(all), func(d time.Duration) bool { return d >= turn })
	if len(all) > 0 && len(within) == 0 {
		return []time.Duration{halfOf(turn)}
	}
	return within
}

// shortest is how long a turn lasts at least. Where the deadline is at the time of day that is nearest to its length,
// that may be half a day before it.
func (c Clock) shortest() time.Duration {
	if c.At == "" || c.Least == 0 {
		return c.Every
	}
	return max(c.Least, c.Every-oneDay/2)
}

// ShortestPhase is how long the shortest phase lasts, of whatever kind.
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

// halfOf is half a time, in whole minutes where it has any.
func halfOf(d time.Duration) time.Duration {
	if half := (d / 2).Round(time.Minute); 0 < half && half < d {
		return half
	}
	return d / 2
}

// FirstReminder is when the first reminder of a deadline is due that is set now; the zero time if there is none. If the
// clock has one, there is always one: halfway, where the deadline is too near for the others.
func (c Clock) FirstReminder(now, deadline time.Time) time.Time {
	first := c.NextReminder(now, deadline)
	if left := deadline.Sub(now); first.IsZero() && left > 0 && len(c.Reminds()) > 0 {
		return deadline.Add(-halfOf(left))
	}
	return first
}

// latestWarning is how long before a deadline a game master hears at the latest who is not in.
const latestWarning = 6 * time.Hour

// Warning is when a game master is to hear who is not in by a deadline that is set now: after the last reminder, and
// while something can be done; the zero time if there is no deadline.
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

// NextReminder is when the next reminder of a deadline is due; the zero time if there is none any more.
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

// IsZone reports whether there is a time zone of that name. This machine's own is none that a player could know.
func IsZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "Local"
}

// Location is the clock's time zone.
func (c Clock) Location() *time.Location { return Zone(c.Zone) }

// Zone is the time zone of a name for which [IsZone]; UTC for "", and where this machine does not know it.
func Zone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil { // it was checked when it was set, on a machine that knew it
		return time.UTC
	}
	return z
}

// SecondThoughts is how long to wait for those by default when everybody is in: 1/24 of a turn, from 15 minutes to 3
// hours, but no more than half of it.
func (c Clock) SecondThoughts() time.Duration {
	part := min(max(c.Every/24, 15*time.Minute), 3*time.Hour)
	return min(part, c.Every/2).Truncate(time.Minute)
}

// Small is how long players have by default for a small decision in the midst of a phase: a third of a turn, and a day at
// most.
func (c Clock) Small() time.Duration { return min(c.Every/3, oneDay).Truncate(time.Minute) }

// Next is the deadline of a turn that begins at a moment.
func (c Clock) Next(from time.Time) time.Time { return c.after(from, Pace{c.Every, c.At}) }

// Deadline is that of a question which is put at a moment: of its kind, and small as a retreat is or not.
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

// Later is a deadline that was put off: it falls when so much time from a moment on is over, at the clock's time of
// day. Least does not count again, as it did when the question was put.
func (c Clock) Later(from time.Time, left time.Duration) time.Time {
	c.Least = 0
	return c.after(from, Pace{left, c.At})
}

// after is the deadline of what begins at a moment. With a time of day, whole days are days of the calendar, which may
// have 23 hours or 25.
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
	up := 0 // the first such time of day from then on
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

// Allowed is a time in the clock's zone, or if none may fall on that day, the same time of day on the next one that is
// free.
func (c Clock) Allowed(t time.Time) time.Time {
	t = t.In(c.Location())
	return c.allowed(t, t)
}

// allowed is t, or the time of day at on the next day that is free. Where clocks are put forward, t may be later than
// at.
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
// forward; where they are put back and show it twice, it is the second time. So nobody has less time than they think.
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

// Clone is a clock that has nothing in common with c.
func (c Clock) Clone() Clock {
	c.Kinds, c.Off, c.Reminders = maps.Clone(c.Kinds), slices.Clone(c.Off), slices.Clone(c.Reminders)
	return c
}
