package main

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
)

// clockFlags are the values of the flags that set a game's clock.
type clockFlags struct {
	calendar.Clock
	days, off, holidays string
	remind              spans
	keep                yesNo
	kinds               []string
}

// add defines the flags for a command, with their defaults.
func (c *clockFlags) add(f *pflag.FlagSet) {
	f.Var(span{&c.Every}, "every", "how long players have for a turn")
	f.StringVar(&c.At, "at", "", "time of day of the deadline, such as 20:00; none for any time")
	f.StringVar(&c.Zone, "zone", "", "time zone of deadlines, such as Europe/London (default: UTC)")
	f.Var(span{&c.Delay}, "delay", "how long players can still change their orders once everybody is in; the "+
		"default of gm new is 1/24 of a turn,\nfrom 15 minutes to 3 hours. For a small question within a turn it is "+
		"15 minutes at most")
	f.Var(span{&c.Short}, "short", "how long players have for a small decision within a phase, such as a retreat; "+
		"the default of gm new is a third\nof a turn, and a day at most")
	f.StringArrayVar(&c.kinds, "kind", nil, "how long they have for one kind of question, and until what time of "+
		"day: retreats=24h or builds=2d@20:00;\nbuilds=none for the same time as others")
	f.Var(span{&c.Least}, "least", "the shortest time to a new deadline. With it, a deadline falls at the time of day "+
		"nearest to the length\nof a turn; without it, at the next one after that length")
	f.Var(&c.remind, "remind", "how long before the deadline players without orders get a reminder, or several "+
		"times such as 48h,24h,6h; 0h for no reminder")
	f.Var(&c.keep, "keep", "yes: when a turn ends early, the next deadline is never earlier than the current one, "+
		"so that nobody\nhas less time than announced; gm deadline can still move it")
	f.Var(span{&c.Grace}, "grace", "how long the turn waits after its deadline for late orders; only late players "+
		"get a letter. Where turns end\nonly at their deadline, this wait always applies")
	f.StringVar(&c.days, "days", "", "days of the week on which a deadline may fall, such as Mon-Fri or "+
		"Mon,Wed,Fri; all for every day")
	f.StringVar(&c.off, "off", "", "dates on which no deadline falls, such as 2026-12-24..2027-01-01,2027-04-02; "+
		"none clears the list")
	f.StringVar(&c.holidays, "holidays", "", "a file with such dates: an .ics file, or a list with one date a line")
	f.StringVar((*string)(&c.Ends), "ends", "",
		`what ends a turn: "deadline" alone, or "early" when everybody is in, which tells
them that everybody is (default: early, but deadline in games where that is a secret)`)
	fileFlag(f, "holidays", "--holidays takes a calendar file .ics, or a list with one date such as 2026-12-24 a "+
		"line; single dates go with --off.")
}

// apply changes a clock according to the flags that were given.
func (c *clockFlags) apply(d *console, f *pflag.FlagSet, to *calendar.Clock) (err error) {
	f.Visit(func(flag *pflag.Flag) {
		if err == nil {
			err = c.applyOne(d, flag.Name, to)
		}
	})
	return err
}

func (c *clockFlags) applyOne(d *console, flag string, to *calendar.Clock) (err error) {
	if span := to.Span(flag); span != nil {
		*span = *c.Span(flag)
	}
	switch flag {
	case "at":
		if to.At = c.At; strings.EqualFold(c.At, "none") {
			to.At = ""
		}
	case "zone":
		to.Zone = c.Zone
	case "kind":
		to.Kinds, err = c.paces(to.Kinds)
	case "remind":
		to.RemindAt(c.remind)
	case "keep":
		to.Keep = bool(c.keep)
	case "days":
		to.Days, err = calendar.ParseWeekdays(c.days)
	case "off":
		to.Off, err = calendar.ParseDates(c.off)
	case "holidays":
		var text []byte
		if text, err = d.file(c.holidays, maxFile); err == nil {
			to.Off, err = calendar.ReadHolidays(text, d.now())
		}
	case "ends":
		to.Ends = c.Ends
	}
	return err
}

// paces returns the paces for kinds of questions, updated from the flag --kind.
func (c *clockFlags) paces(was map[string]calendar.Pace) (map[string]calendar.Pace, error) {
	out := maps.Clone(was)
	for _, text := range c.kinds {
		kind, value, ok := strings.Cut(text, "=")
		if !ok || kind == "" {
			return nil, &refusal.Error{Text: fmt.Sprintf("%q names no kind of question with a time; write "+
				"retreats=24h or builds=2d@20:00.", text)}
		}
		if value == "none" {
			delete(out, kind)
			continue
		}
		every, at, _ := strings.Cut(value, "@")
		d, err := parseSpan(every)
		if err != nil {
			return nil, err
		}
		if d < leastEvery {
			return nil, &refusal.Error{Text: fmt.Sprintf("Nobody can answer a letter in %v; give --kind %s=… a "+
				"minute or more, such as 24h.", d, kind)}
		}
		if out == nil {
			out = map[string]calendar.Pace{}
		}
		out[kind] = calendar.Pace{Every: d, At: at}
	}
	if len(out) == 0 {
		return nil, nil
	}
	return out, nil
}

// leastEvery is the shortest turn allowed in a game by mail.
const leastEvery = time.Minute

// unhurried returns a refusal of clocks that leave no time to answer a letter.
func unhurried(cmd *cobra.Command, c calendar.Clock) error {
	for _, f := range []struct {
		name string
		span time.Duration
	}{{"every", c.Every}, {"short", c.Short}} {
		if cmd.Flags().Changed(f.name) && 0 < f.span && f.span < leastEvery {
			return &refusal.Error{Text: fmt.Sprintf("Nobody can answer a letter in %v; give --%s a minute or more, "+
				"such as 72h.", f.span, f.name)}
		}
	}
	return nil
}
