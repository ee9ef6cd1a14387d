package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// A command that takes long says on a terminal that it is still at work.
func TestAtWork(t *testing.T) {
	t.Parallel()
	lines := make(chan string)
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	done := showWork(func(line string) {
		select {
		case lines <- line:
		default:
		}
	}, "gm verify", time.Millisecond, func() time.Time { return now })
	if line := <-lines; !strings.HasPrefix(line, "gm verify: at work for ") {
		t.Errorf("it says %q", line)
	}
	done()
	if isDisplay(&bytes.Buffer{}) {
		t.Error("a buffer is taken for a terminal")
	}
	for _, path := range []string{os.DevNull, "/dev/zero"} { // the null device of a container is one of its own
		device, err := os.Open(path)
		if err != nil {
			continue // this system has no such device
		}
		defer device.Close()
		if isDisplay(device) {
			t.Errorf("%s is taken for a terminal", path)
		}
	}
}
