package gm

import (
	"fmt"
	"path"
	"runtime/debug"
	"strings"
)

// An UntakenError is a failure on a letter that was being taken in, before anything was played.
type UntakenError struct{ Stack string }

func (e *UntakenError) Error() string { return FirstLine(e.Stack) }

// Guarded runs fn, and returns the stack if it panics. Panics are caught here alone, so that a fault in one game does
// not stop the others.
func Guarded(fn func() error) (stack string, err error) {
	defer func() {
		if r := recover(); r != nil {
			stack = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return "", fn()
}

// TopFrame is where the program failed, from a panic's value and its stack, for a log: logs are read by more people
// than may know what is in letters and positions, and a panic's value may quote them. What Go itself says quotes
// nothing. All of it is in the letter to the game master, or in what waits for them.
func TopFrame(stack string) string {
	value, trace, _ := strings.Cut(stack, "\n")
	if !strings.Contains(trace, "\npanic(") { // it was no panic
		return ""
	}
	var out []string
	if strings.HasPrefix(value, "runtime error: ") {
		out = append(out, value)
	}
	// a function, and below it its file behind a tab
	for line := range strings.Lines(trace[max(0, strings.LastIndex(trace, "\npanic(")):]) {
		file, ok := strings.CutPrefix(line, "\t")
		if !ok || len(out) == maxPlaces {
			continue
		}
		file, _, _ = strings.Cut(strings.TrimSpace(file), " +0x")
		if strings.Contains("/"+file, "/runtime/") {
			continue
		}
		out = append(out, path.Join(path.Base(path.Dir(file)), path.Base(file)))
	}
	return strings.Join(out, " < ")
}

const maxPlaces = 8 // lines of source code in a log entry

func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
