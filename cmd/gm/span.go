package main

import (
	"strconv"
	"strings"
	"time"

	"deaddrop/gm"
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
	if text == "" || err != nil || other != nil || d < 0 || n < 0 || n > 10_000 {
		return 0, &gm.Refusal{Text: strconv.Quote(text) + " is no duration; write 3d, 72h or 90m."}
	}
	d += time.Duration(n) * 24 * time.Hour
	if sign != "" {
		d = -d
	}
	return d, nil
}
