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
