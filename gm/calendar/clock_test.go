package calendar_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/calendar"
)

const onPaper = "Mon 2006-01-02 15:04 MST"

// Deadlines by the calendar, where days have 23 hours or 25, a time of day is skipped or comes twice, and on some
// days there is none.
func TestNext(t *testing.T) {
	const day = 24 * time.Hour
	berlin := calendar.Clock{Every: 72 * time.Hour, At: "20:00", Zone: "Europe/Berlin"}
	with := func(c calendar.Clock, change func(*calendar.Clock)) calendar.Clock { change(&c); return c }
	for _, test := range []struct {
		clock     calendar.Clock
		now, want string
	}{
		{calendar.Clock{Every: 72 * time.Hour}, "2030-01-01T12:00:00Z", "Fri 2030-01-04 12:00 UTC"},
		{calendar.Clock{Every: 72 * time.Hour, At: "20:00"}, "2030-01-01T12:00:00Z", "Fri 2030-01-04 20:00 UTC"},
		{calendar.Clock{Every: 72 * time.Hour, At: "11:00"}, "2030-01-01T12:00:00Z", "Sat 2030-01-05 11:00 UTC"},
		{calendar.Clock{Every: 24 * time.Hour, At: "20:00", Zone: "America/New_York"}, "2030-01-01T23:30:00Z", "Wed 2030-01-02 20:00 EST"},
		{berlin, "2030-03-30T19:00:00Z", "Tue 2030-04-02 20:00 CEST"}, // three days later though one has 23 hours
		{berlin, "2030-10-26T18:00:00Z", "Tue 2030-10-29 20:00 CET"},  // and though one has 25
		{berlin, "2030-01-01T19:00:01Z", "Sat 2030-01-05 20:00 CET"},  // it began too late for the third day
		{with(berlin, func(c *calendar.Clock) { c.Least = 60 * time.Hour }), "2030-01-01T19:30:00Z", "Fri 2030-01-04 20:00 CET"},
		{with(berlin, func(c *calendar.Clock) { c.Least = 60 * time.Hour }), "2030-01-01T08:00:00Z", "Fri 2030-01-04 20:00 CET"},
		{with(berlin, func(c *calendar.Clock) { c.Least = 60 * time.Hour }), "2030-01-01T06:00:00Z", "Thu 2030-01-03 20:00 CET"},
		{with(berlin, func(c *calendar.Clock) { c.Least = 64 * time.Hour }), "2030-01-01T06:00:00Z", "Fri 2030-01-04 20:00 CET"},
		{calendar.Clock{Every: day, At: "02:30", Zone: "Europe/Berlin"}, "2030-03-30T00:00:00Z", "Sun 2030-03-31 03:30 CEST"}, // there is no half past two
		{calendar.Clock{Every: day, At: "02:30", Zone: "Europe/Berlin"}, "2030-03-31T00:00:00Z", "Mon 2030-04-01 02:30 CEST"},
		{calendar.Clock{Every: day, At: "02:30", Zone: "Europe/Berlin"}, "2030-10-26T00:00:00Z", "Sun 2030-10-27 02:30 CET"}, // there are two: the second
		{calendar.Clock{Every: 23 * time.Hour, Zone: "Europe/Berlin"}, "2030-03-30T19:00:00Z", "Sun 2030-03-31 20:00 CEST"},  // without a time of day, hours are hours
		{with(berlin, func(c *calendar.Clock) { c.Days = "Mon Tue Wed Thu Fri" }), "2030-01-02T12:00:00Z", "Mon 2030-01-07 20:00 CET"},
		{with(berlin, func(c *calendar.Clock) { c.Days, c.Off = "Mon Tue Wed Thu Fri", []string{"2030-01-07", "2030-01-08"} }), "2030-01-02T12:00:00Z", "Wed 2030-01-09 20:00 CET"},
		{calendar.Clock{Every: 72 * time.Hour, Off: []string{"2030-01-04"}}, "2030-01-01T12:34:00Z", "Sat 2030-01-05 12:34 UTC"},
		{calendar.Clock{Every: 72 * time.Hour, Zone: "Pacific/Auckland", Off: []string{"2030-01-04"}}, "2030-01-01T12:34:00Z", "Sat 2030-01-05 01:34 NZDT"},
		{calendar.Clock{Every: 72 * time.Hour, At: "02:30", Zone: "Europe/Berlin", Off: []string{"2030-03-31"}}, "2030-03-28T00:00:00Z", "Mon 2030-04-01 02:30 CEST"},
	} {
		now, err := time.Parse(time.RFC3339, test.now)
		if err != nil {
			t.Fatal(err)
		}
		if err := test.clock.Check(); err != nil {
			t.Errorf("%+v: %v", test.clock, err)
		}
		if got := test.clock.Next(now).Format(onPaper); got != test.want {
			t.Errorf("%+v at %s: %s, want %s", test.clock, test.now, got, test.want)
		}
	}
}

func TestClockCheck(t *testing.T) {
	good := calendar.Clock{Every: time.Hour}
	for want, change := range map[string]func(*calendar.Clock){
		"some time: 0s":      func(c *calendar.Clock) { c.Every = 0 },
		"be negative":        func(c *calendar.Clock) { c.Grace = -1 },
		"more than the 1h":   func(c *calendar.Clock) { c.Least = 2 * time.Hour },
		"no time of day":     func(c *calendar.Clock) { c.At = "25:00" },
		"time for builds":    func(c *calendar.Clock) { c.Kinds = map[string]calendar.Pace{"builds": {}} },
		"no time zone":       func(c *calendar.Clock) { c.Zone = "Mars/Olympus" },
		"no days of":         func(c *calendar.Clock) { c.Days = "Fri Mon" },
		"no date as":         func(c *calendar.Clock) { c.Off = []string{"2030-01-02", "2030-01-01"} },
		"at most 400":        func(c *calendar.Clock) { c.Off = make([]string, 401) },
		"deadline or early,": func(c *calendar.Clock) { c.Ends = "never" },
	} {
		c := good
		change(&c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
}

func TestParseWeekdays(t *testing.T) {
	for text, want := range map[string]calendar.Weekdays{
		"Mon-Fri": "Mon Tue Wed Thu Fri", "friday, monday and wed": "Mon Wed Fri", "Sat-Mon": "Mon Sat Sun", "all": "", "Mon-Sun": "", "Tue Tue": "Tue",
	} {
		if got, err := calendar.ParseWeekdays(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "Mo", "someday", "Mon-", "-", "Mon-Tue-Wed-x y"} {
		if got, err := calendar.ParseWeekdays(text); err == nil {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"2027-04-02, 2026-12-30..2027-01-01 2026-12-24": "2026-12-24,2026-12-30..2027-01-01,2027-04-02",
		"2026-12-24,2026-12-24":                         "2026-12-24",
		"none":                                          "none",
	} {
		dates, err := calendar.ParseDates(text)
		if got := calendar.Dates(dates); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "24 Dec", "2026-02-30", "2026-12-24..2026-12-20", "2026-12-24..2036-12-24", "none,2026-12-24"} {
		if got, err := calendar.ParseDates(text); err == nil {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}

func TestReadHolidays(t *testing.T) {
	today := time.Date(2026, 11, 22, 2, 0, 0, 0, time.UTC)
	event := func(lines ...string) string {
		return "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Chr\r\n istmas\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	}
	for text, want := range map[string]string{
		"\ufeff# ours\n2026-12-25 Christmas, at last\n\n2020-01-01\n2026-12-31..2027-01-01\n":                 "2026-12-25,2026-12-31..2027-01-01",
		event("DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261227"):                                     "2026-12-25..2026-12-26",
		event("DTSTART;TZID=Europe/Berlin:20261225T180000", "DTEND:20261226T020000"):                          "2026-12-25..2026-12-26",
		event("DTSTART;VALUE=DATE:2026", " 1225"):                                                             "2026-12-25",
		event("DTSTART:20201225", "RRULE:FREQ=YEARLY"):                                                        "2026-12-25,2027-12-25,2028-12-25,2029-12-25,2030-12-25,2031-12-25",
		event("DTSTART:20201231", "DTEND:20210102", "RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31"):             "2026-12-31..2027-01-01,2027-12-31..2028-01-01,2028-12-31..2029-01-01,2029-12-31..2030-01-01,2030-12-31..2031-01-01,2031-12-31..2032-01-01",
		event("DTSTART:20261225") + event("DTSTART:20270101") + event("DTSTART:20270102", "STATUS:CANCELLED"): "2026-12-25,2027-01-01",
	} {
		dates, err := calendar.ReadHolidays([]byte(text), today)
		if got := calendar.Dates(dates); got != want || err != nil {
			t.Errorf("%q:\n%s, %v, want\n%s", text, got, err, want)
		}
	}
	for want, text := range map[string]string{
		"Line 2 does not begin with a date":                               "2026-12-25\nChristmas\n",
		"still to come":                                                   "2020-01-01\n",
		`"Christmas" of that calendar begins on no day`:                   event("DTSTART:soon"),
		`comes back by a rule that is not understood: FREQ=YEARLY;BYDAY=`: event("DTSTART:20261126", "RRULE:FREQ=YEARLY;BYDAY=4TH"),
		"lasts too long":                                                  event("DTSTART:20261126", "DTEND:20361126"),
	} {
		if dates, err := calendar.ReadHolidays([]byte(text), today); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, dates, err, want)
		}
	}
}

// A time as the game master writes it, on a Sunday at one o'clock in Berlin.
func TestParseTime(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC).In(calendar.Zone("Europe/Berlin"))
	for text, want := range map[string]string{
		"2026-12-24 20:00":     "Thu 2026-12-24 20:00 CET",
		"2026-12-24T20:00":     "Thu 2026-12-24 20:00 CET",
		"2026-12-24T20:00:00Z": "Thu 2026-12-24 21:00 CET",
		"24 Dec 2027":          "Fri 2027-12-24 18:30 CET",
		"24 Dec, 20:00":        "Thu 2026-12-24 20:00 CET",
		"December 24 20:00":    "Thu 2026-12-24 20:00 CET",
		"21 November 20:00":    "Sun 2027-11-21 20:00 CET",
		"29 Feb 08:00":         "Tue 2028-02-29 08:00 CET",
		"20:00":                "Sun 2026-11-22 20:00 CET",
		"08:00":                "Mon 2026-11-23 08:00 CET",
		"Friday 20:00":         "Fri 2026-11-27 20:00 CET",
		"sunday 08:00":         "Sun 2026-11-29 08:00 CET",
		"Sun":                  "Sun 2026-11-22 18:30 CET",
		"tomorrow":             "Mon 2026-11-23 18:30 CET",
		"2027-10-31 02:30":     "Sun 2027-10-31 02:30 CET", // the second one
	} {
		got, err := calendar.ParseTime(text, now, "18:30")
		if err != nil || got.Format(onPaper) != want {
			t.Errorf("%q: %s, %v, want %s", text, got.Format(onPaper), err, want)
		}
	}
	for _, text := range []string{"2027-03-28 02:30", "soon", "24", "32 Dec 20:00", "20:00 Friday", "Friday 25:00", "2026-02-30 20:00"} {
		if got, err := calendar.ParseTime(text, now, "18:30"); err == nil {
			t.Errorf("%q is taken for %s", text, got.Format(onPaper))
		}
	}
	if got, err := calendar.ParseTime("Friday", now, ""); err == nil {
		t.Errorf("a day where no time of day is known is taken for %s", got.Format(onPaper))
	}
}

func TestSecondThoughts(t *testing.T) {
	for every, want := range map[time.Duration]time.Duration{
		20 * time.Minute:   10 * time.Minute,
		2 * time.Hour:      15 * time.Minute,
		24 * time.Hour:     time.Hour,
		48 * time.Hour:     2 * time.Hour,
		72 * time.Hour:     3 * time.Hour,
		7 * 24 * time.Hour: 3 * time.Hour,
	} {
		if got := (calendar.Clock{Every: every}).SecondThoughts(); got != want {
			t.Errorf("a turn of %v has %v for second thoughts, want %v", every, got, want)
		}
	}
}

// A small decision within a phase gets a third of a turn, but at most a day.
func TestSmall(t *testing.T) {
	for every, want := range map[time.Duration]time.Duration{
		72 * time.Hour: 24 * time.Hour, 24 * time.Hour: 8 * time.Hour, 14 * 24 * time.Hour: 24 * time.Hour, time.Hour: 20 * time.Minute,
	} {
		if got := (calendar.Clock{Every: every}).Small(); got != want {
			t.Errorf("of %v short phases last %v, not %v", every, got, want)
		}
	}
}

// Where the reminder would not come before the turn begins, it comes halfway: in daily games for each turn, not only
// for the first.
func TestRemindersInTurnsOfAnyLength(t *testing.T) {
	begin := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	h := time.Hour
	for _, c := range []struct {
		name  string
		clock calendar.Clock
		kind  string // of the question; small as a retreat is, if there is one
		want  []time.Duration
	}{
		{"three days", calendar.Clock{Every: 72 * h, Remind: 24 * h}, "", []time.Duration{24 * h}},
		{"a day", calendar.Clock{Every: 24 * h, Remind: 24 * h}, "", []time.Duration{12 * h}},
		{"a day until eight", calendar.Clock{Every: 24 * h, At: "20:00", Remind: 24 * h}, "", []time.Duration{12 * h}},
		{"an hour", calendar.Clock{Every: h, Remind: 24 * h}, "", []time.Duration{30 * time.Minute}},
		{"seconds", calendar.Clock{Every: 3 * time.Second, Remind: 24 * h}, "", []time.Duration{1500 * time.Millisecond}},
		{"nearest eight", calendar.Clock{Every: 30 * h, At: "20:00", Least: 12 * h, Remind: 24 * h}, "",
			[]time.Duration{9 * h}},
		{"some fit", calendar.Clock{Every: 24 * h, Remind: 48 * h, Reminders: []time.Duration{24 * h, 6 * h}}, "",
			[]time.Duration{6 * h}},
		{"retreats", calendar.Clock{Every: 72 * h, Short: 24 * h, Remind: 24 * h}, "retreats", []time.Duration{12 * h}},
		{"nobody", calendar.Clock{Every: 24 * h}, "", nil},
	} {
		for now, turn := begin, 1; turn <= 3; turn++ { // each begins at the deadline of the one before
			deadline := c.clock.Deadline(now, c.kind, c.kind != "")
			var got []time.Duration
			for at := c.clock.FirstReminder(now, deadline); !at.IsZero(); at = c.clock.NextReminder(at, deadline) {
				if !at.After(now) || !at.Before(deadline) {
					t.Fatalf("%s: a reminder at %v, from %v to %v", c.name, at, now, deadline)
				}
				got = append(got, deadline.Sub(at))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, turn %d: reminders %v before the deadline, not %v", c.name, turn, got, c.want)
			}
			now = deadline
		}
	}
}
