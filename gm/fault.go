package gm

import (
	"fmt"
	"path"
	"runtime/debug"
	"strings"
)

// An UntakenError is a failure while a letter was being taken in, before anything of the game was played.
type UntakenError struct{ Stack string }

func (e *UntakenError) Error() string { return FirstLine(e.Stack) }

// Guarded runs fn and, if it panics, returns the stack with the panic's value. Panics are caught only here, so that a
// fault in one game does not stop the others.
func Guarded(fn func() error) (stack string, err error) {
	defer func() {
		if r := recover(); r != nil {
			stack = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return "", fn()
}

// TopFrame returns the source lines where the program failed, for a log, from a panic's value and its stack. It
// leaves the value out if it may quote letters or positions, as more people read logs than may know these; messages
// of the Go runtime quote nothing. The complete text is in the letter to the game master, or in the item that waits
// for them.
func TopFrame(stack string) string {
	value, trace, _ := strings.Cut(stack, "\n")
	if !strings.Contains(trace, "\npanic(") { // the text is not from a panic
		return ""
	}
	var out []string
	if strings.HasPrefix(value, "runtime error: ") {
		out = append(out, value)
	}
	// the stack lists functions, each followed by an indented line with its file
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

const maxPlaces = 8 // largest number of source lines in a log entry

func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
