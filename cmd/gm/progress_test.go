package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

// Whoever waits at a terminal is told that a command is still at work.
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
	nothing, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer nothing.Close()
	if isDisplay(nothing) || isDisplay(&bytes.Buffer{}) {
		t.Error("what nobody sees is taken for a terminal")
	}
}
