package gm

import (
	"path"
	"strings"
)

// place is where the program failed, from a panic's value and its stack, for a log: logs are read by more people than may
// know what is in letters and positions, and a panic's value may quote them. What Go itself says quotes nothing. All of it
// is in the letter to the game master, or in what waits for him.
func place(stack string) string {
	value, trace, _ := strings.Cut(stack, "\n")
	if !strings.Contains(trace, "\npanic(") { // it was no panic
		return ""
	}
	var out []string
	if strings.HasPrefix(value, "runtime error: ") {
		out = append(out, value)
	}
	for line := range strings.Lines(trace[max(0, strings.LastIndex(trace, "\npanic(")):]) { // a function, and below it its file behind a tab
		file, ok := strings.CutPrefix(line, "\t")
		if !ok || len(out) == maxPlaces {
			continue
		}
		file, _, _ = strings.Cut(strings.TrimSpace(file), " +0x")
		if strings.Contains(file, "/runtime/") {
			continue
		}
		out = append(out, path.Join(path.Base(path.Dir(file)), path.Base(file)))
	}
	return strings.Join(out, " < ")
}

const maxPlaces = 8 // lines of source code in a log entry
