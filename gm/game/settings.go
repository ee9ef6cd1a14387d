package game

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/calendar"
)

// A setting is one setting of a clock, in words.
type setting struct {
	flag  string // its command-line flag, and the flag's value
	value string
	name  string // its name in a sentence, and its value in words
	is    string
	none  string // the sentence for a setting that is not set
}

// settings returns all settings of a clock; those not set have an empty value in words.
func settings(c calendar.Clock) []setting {
	span := func(d time.Duration) string {
		if d == 0 {
			return ""
		}
		return Lasting(d)
	}
	out := []setting{
		{"every", shortDuration(c.Every), "a turn lasts", span(c.Every), "a turn has no length"},
		{"short", shortDuration(c.Short), "short phases last", span(c.Short),
			"short phases are as long as any other"},
		{"at", c.At, "deadlines are at", c.At, "deadlines are at no set time of day"},
		{"zone", c.Zone, "the game's time zone is", c.Zone, "the game's time zone is UTC"},
		{"ends", string(c.Ends), "a turn ends", EndingWords(c.Ends), "a turn ends as is usual for the game"},
		{"delay", shortDuration(c.Delay), "when everybody is in, it waits for second thoughts", span(c.Delay),
			"when everybody is in, it does not wait for second thoughts"},
		{"remind", spans(c.Reminds()), "players who are not in are reminded before the deadline:", RemindersInWords(c),
			"nobody is reminded before the deadline"},
		{"keep", yesNo(c.Keep), "when a turn ends early, its own deadline is", kept(c),
			"when a turn ends early, the next deadline may fall before the one that it had"},
		{"least", shortDuration(c.Least), "a new deadline is at least this far off:", span(c.Least),
			"there is no shortest time for a new deadline"},
		{"grace", shortDuration(c.Grace), "late players get this much more time:", span(c.Grace),
			"late players get no more time"},
		{"days", strings.ReplaceAll(string(c.Days), " ", ","), "deadlines fall only on",
			Listed(strings.Fields(string(c.Days))), "deadlines fall on all days of the week"},
		{"off", calendar.Dates(c.Off), "days without a deadline are", offInWords(c.Off),
			"no dates are without a deadline"},
	}
	if c.Days == "" {
		out[slices.IndexFunc(out, func(s setting) bool { return s.flag == "days" })].value = "all"
	}
	for _, kind := range slices.Sorted(maps.Keys(c.Kinds)) {
		p := c.Kinds[kind]
		s := setting{"kind", kind + "=" + shortDuration(p.Every), "for " + kind + " there is", span(p.Every),
			"for " + kind + " there is as long as for others"}
		if p.At != "" {
			s.value, s.is = s.value+"@"+p.At, s.is+", until "+p.At
		}
		out = append(out, s)
	}
	return out
}

// shortDuration returns a duration as the command line accepts it: "48h", "1h30m"; "0s" for none.
func shortDuration(d time.Duration) string {
	text := d.String()
	for _, none := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, none) {
			text = text[:len(text)-len("0s")]
		}
	}
	return text
}

// spans returns durations as the command line accepts them: "48h,6h"; "0s" if there are none.
func spans(all []time.Duration) string {
	if len(all) == 0 {
		return shortDuration(0)
	}
	var words []string
	for _, d := range all {
		words = append(words, shortDuration(d))
	}
	return strings.Join(words, ",")
}

// RemindersInWords describes how long before a deadline reminders are really sent. It avoids wordings that could be
// read as one duration: "2 days, and again 6 hours".
func RemindersInWords(c calendar.Clock) string {
	var words []string
	for _, d := range c.Leads() {
		words = append(words, Lasting(d))
	}
	return strings.Join(words, ", and again ")
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// kept returns an explanation of the setting Keep if it is on, or "".
func kept(c calendar.Clock) string {
	if c.Keep {
		return "the earliest for the next one"
	}
	return ""
}

func EndingWords(e calendar.Ending) string {
	switch e {
	case calendar.WhenIn:
		return "at its deadline, or when everybody is in"
	case calendar.AtDeadline:
		return "only at its deadline"
	}
	return ""
}

// mostDatesSaid is the largest number of dates that are listed in full.
const mostDatesSaid = 6

func offInWords(dates []string) string {
	switch spans := strings.Split(calendar.Dates(dates), ","); {
	case len(dates) == 0:
		return ""
	case len(spans) > mostDatesSaid:
		return strings.Join(spans[:mostDatesSaid], ", ") + fmt.Sprintf(" and %d more dates until %s",
			len(dates), dates[len(dates)-1])
	default:
		return strings.Join(spans, ", ")
	}
}

// ClockFacts returns the settings of a clock for the game master.
func ClockFacts(c calendar.Clock) []Fact {
	var out []Fact
	for _, s := range settings(c) {
		out = append(out, Fact{Name: "clock: " + s.name, Is: s.is})
	}
	return out
}

// Terms returns what players must know about a clock besides its deadlines, or "" if nothing is unusual.
func Terms(c calendar.Clock) string {
	var out []string
	if c.Days != "" {
		out = append(out, "Deadlines fall only on "+Listed(strings.Fields(string(c.Days)))+".")
	}
	if len(c.Off) > 0 {
		out = append(out, "There is no deadline on "+offInWords(c.Off)+".")
	}
	if c.Keep {
		out = append(out, "When a turn ends early, the next deadline is not before the one that was set.")
	}
	if c.Grace > 0 {
		out = append(out, "Players who are late are told so, and have "+Lasting(c.Grace)+" of grace.")
	}
	return strings.Join(out, " ")
}

// atOnce reports whether a change of the setting affects the current deadline, too.
func (s setting) atOnce() bool {
	return slices.Contains([]string{"ends", "delay", "remind", "grace"}, s.flag)
}

// Differing describes the differences of a new clock: those that apply from the next deadline on, and those that
// apply at once.
func Differing(was, is calendar.Clock) (later, now []string) {
	before := settings(was)
	for _, s := range settings(is) {
		i := slices.IndexFunc(before, func(b setting) bool { return b.name == s.name })
		old := ""
		if i >= 0 {
			old = before[i].is
			before = slices.Delete(before, i, i+1)
		}
		switch {
		case old == s.is:
		case s.atOnce():
			now = append(now, s.change(old))
		default:
			later = append(later, s.change(old))
		}
	}
	for _, gone := range before {
		later = append(later, setting{none: gone.none}.change(gone.is))
	}
	return later, now
}

func (s setting) change(was string) string {
	switch {
	case s.is == "":
		return s.none + " (it was " + was + ")"
	case was == "":
		return s.name + " " + s.is
	}
	return s.name + " " + s.is + " (it was " + was + ")"
}

// WordsBack returns the command-line flags that change one clock into another.
func WordsBack(from, to calendar.Clock) []string {
	now := settings(from)
	var out []string
	for _, s := range settings(to) {
		i := slices.IndexFunc(now, func(n setting) bool { return n.name == s.name })
		if i >= 0 && now[i].value == s.value {
			continue
		}
		out = append(out, "--"+s.flag, s.value)
	}
	for _, kind := range slices.Sorted(maps.Keys(from.Kinds)) {
		if _, ok := to.Kinds[kind]; !ok {
			out = append(out, "--kind", kind+"=none")
		}
	}
	return out
}
