package main

import (
	"os"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// The exit code of a command tells whether it was refused, was misspelt or has found faults, with a service and
// without.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	check := func() {
		t.Helper()
		for words, want := range map[string]int{
			"list":                            0,
			"verify d1":                       0,
			"store check":                     0,
			"show nosuch":                     exitFailed,
			"end d1 --reason":                 exitUsage,
			"show":                            exitUsage,
			"show d1 and more":                exitUsage,
			"list --nosuch":                   exitUsage,
			"list --state":                    exitUsage,
			"nosuch":                          exitUsage,
			"help nosuch":                     exitUsage,
			"help store nosuch":               exitUsage,
			"move":                            exitUsage,
			"orders d1 France set --file no.": exitFailed,
		} {
			if _, complaint, err := gmRun(t, append([]string{"-c", w.Config}, strings.Fields(words)...)...); codeOf(err) != want {
				t.Errorf("gm %s ends with %d, want %d: %s", words, codeOf(err), want, complaint)
			}
		}
	}
	check()
	startServing(t, w)
	check()
	if err := os.Chmod(w.Config, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, _, err := gmRun(t, "-c", w.Config, "doctor", "--wait", "1m"); codeOf(err) != exitFaults {
		t.Errorf("gm doctor ends with %d: %s", codeOf(err), out)
	}
}
