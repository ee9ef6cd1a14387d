package main

import (
	"testing"
	"time"
)

func TestSpan(t *testing.T) {
	good := func(text string, want time.Duration) {
		t.Helper()
		if d, err := parseSpan(text); err != nil || d != want {
			t.Errorf("%q: %v, %v; want %v", text, d, err, want)
		}
	}
	good("3d", 72*time.Hour)
	good("1d12h", 36*time.Hour)
	good("72h", 72*time.Hour)
	good("90m", 90*time.Minute)
	good("-6h", -6*time.Hour)
	good("-1d", -24*time.Hour)
	good("0s", 0)
	for _, text := range []string{"", "72", "d", "tomorrow", "1d-5h", "--5h", "99999d", "1.5d"} {
		if d, err := parseSpan(text); err == nil {
			t.Errorf("%q is %v", text, d)
		}
	}
}

func TestSpanInWords(t *testing.T) {
	for want, d := range map[string]time.Duration{"72h": 72 * time.Hour, "1h30m": 90 * time.Minute, "30m": 30 * time.Minute, "0": 0, "1h0m5s": time.Hour + 5*time.Second, "10s": 10 * time.Second} {
		if got := (span{&d}).String(); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
