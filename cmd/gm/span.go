package main

import (
	"strconv"
	"strings"
	"time"

	"deaddrop/gm/refusal"
)

// A span is a flag value: a duration as people write it, such as "3d", "72h", "90m" or "1d12h".
type span struct{ to *time.Duration }

// String returns the duration as Go formats it, without units that are zero: "72h", "1h30m".
func (s span) String() string {
	if s.to == nil {
		return ""
	}
	if *s.to == 0 {
		return "0" // help does not show this as a default
	}
	text := s.to.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// Type returns the name of the type that help shows.
func (span) Type() string { return "time" }

// Set parses a duration.
func (s span) Set(text string) error {
	d, err := parseSpan(text)
	if err == nil {
		*s.to = d
	}
	return err
}

// spans is a flag value: durations separated by commas.
type spans []time.Duration

// String returns the durations as Go formats them.
func (s *spans) String() string {
	var words []string
	for _, d := range *s {
		words = append(words, span{&d}.String())
	}
	return strings.Join(words, ",")
}

// Type returns the name of the type that help shows.
func (*spans) Type() string { return "times" }

// Set parses durations.
func (s *spans) Set(text string) error {
	var all spans
	for part := range strings.SplitSeq(text, ",") {
		d, err := parseSpan(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		all = append(all, d)
	}
	*s = all
	return nil
}

// yesNo is a flag value that is yes or no.
type yesNo bool

// String returns the value as users write it.
func (y *yesNo) String() string {
	if *y {
		return "yes"
	}
	return "no"
}

// Type returns the name of the type that help shows.
func (*yesNo) Type() string { return "yes|no" }

// Set parses the value.
func (y *yesNo) Set(text string) error {
	switch strings.ToLower(text) {
	case "yes":
		*y = true
	case "no":
		*y = false
	default:
		return &refusal.Error{Text: strconv.Quote(text) + " is neither yes nor no."}
	}
	return nil
}

// mostDays is the largest number of days that is accepted.
const mostDays = 10_000

// parseSpan parses a duration, which may contain days.
func parseSpan(text string) (time.Duration, error) {
	sign, rest := "", text
	if cut, ok := strings.CutPrefix(text, "-"); ok {
		sign, rest = "-", cut
	}
	days, rest, ok := strings.Cut(rest, "d")
	if !ok {
		days, rest = "0", days
	}
	n, err := strconv.Atoi(days)
	if rest == "" {
		rest = "0s"
	}
	d, other := time.ParseDuration(rest)
	written := text != "" && err == nil && other == nil
	if !written || min(d, time.Duration(n)) < 0 || n > mostDays {
		return 0, &refusal.Error{Text: strconv.Quote(text) + " is not a duration; write 3d, 72h or 90m."}
	}
	d += time.Duration(n) * 24 * time.Hour
	if sign != "" {
		d = -d
	}
	return d, nil
}
