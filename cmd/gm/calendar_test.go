package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/towntest"
)

// A calendar is printed, or written into a file, where it overwrites only an older calendar. A service keeps the one
// of the configuration up to date.
func TestCalendarFile(t *testing.T) {
	w := towntest.New(t)
	args := []string{"-c", w.Config, "new", "a1", "deadman", "--every", "72h"}
	for _, p := range powers() {
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	mustRun(t, args...)
	out := filepath.Join(t.TempDir(), "all.ics")
	for range 2 {
		if said := mustRun(t, "-c", w.Config, "calendar", "--out", out); !strings.HasPrefix(said, "Wrote 1 deadline to ") {
			t.Errorf("it is said: %s", said)
		}
	}
	text, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(text), "SUMMARY:a1: Spring 1901\r\n") {
		t.Errorf("%v in\n%s", err, text)
	}
	if _, complaint, err := gmRun(t, "-c", w.Config, "calendar", "--out", w.Config); err == nil {
		t.Errorf("the configuration is written over: %s", complaint)
	}
	kept := filepath.Join(filepath.Dir(w.Config), "deadlines.ics")
	settings, err := os.ReadFile(w.Config)
	if err == nil {
		err = os.WriteFile(w.Config, append([]byte("calendar = \"deadlines.ics\"\n"), settings...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	startServing(t, w)
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		text, err := os.ReadFile(kept)
		if err == nil && strings.Contains(string(text), "SUMMARY:a1: Spring 1901\r\n") {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("the service has written no calendar: %v\n%s", err, text)
		}
	}
}
