package main

import (
	"strconv"
	"strings"
	"time"

	"deaddrop/gm/refusal"
)

// A span is a duration as people write it: "3d", "72h", "90m", "1d12h". It is a flag's value.
type span struct{ to *time.Duration }

// String is the duration as Go writes it, without the units that are zero: "72h", "1h30m".
func (s span) String() string {
	if s.to == nil {
		return ""
	}
	if *s.to == 0 {
		return "0" // which help does not show
	}
	text := s.to.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// Type is what help calls the value.
func (span) Type() string { return "time" }

// Set reads a duration.
func (s span) Set(text string) error {
	d, err := parseSpan(text)
	if err == nil {
		*s.to = d
	}
	return err
}

// spans are durations with commas between them, as the value of a flag.
type spans []time.Duration

// String is the durations as Go writes them.
func (s *spans) String() string {
	var words []string
	for _, d := range *s {
		words = append(words, span{&d}.String())
	}
	return strings.Join(words, ",")
}

// Type is what help calls the value.
func (*spans) Type() string { return "times" }

// Set reads durations.
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

// A yesNo is the value of a flag that is yes or no.
type yesNo bool

// String is the value as it is written.
func (y *yesNo) String() string {
	if *y {
		return "yes"
	}
	return "no"
}

// Type is what help calls the value.
func (*yesNo) Type() string { return "yes|no" }

// Set reads the value.
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

// mostDays is how many days are understood; nobody means more.
const mostDays = 10_000

// parseSpan reads a duration, which may have days in it.
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
		return 0, &refusal.Error{Text: strconv.Quote(text) + " is no duration; write 3d, 72h or 90m."}
	}
	d += time.Duration(n) * 24 * time.Hour
	if sign != "" {
		d = -d
	}
	return d, nil
}
