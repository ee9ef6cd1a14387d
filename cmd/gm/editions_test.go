package main

import (
	"strings"
	"testing"
)

// gm new alone lists every title, and says of those that have a house edition what of them is one.
func TestTitlesAreListed(t *testing.T) {
	out := mustRun(t, "new")
	for _, r := range titles() {
		_, part, ok := strings.Cut(out, "\n"+r.Name+" ")
		part, _, _ = strings.Cut(part, "\n\n")
		if !ok || !strings.Contains(part, r.Title+", ") || !strings.Contains(part, " players") {
			t.Errorf("%s is listed as %q", r.Name, part)
		}
		if !strings.Contains(part, "\n    Published: ") {
			t.Errorf("%s does not say what of it is published: its Rules have no Published", r.Name)
		}
		if house := strings.Contains(part, "\n    House edition: "); house != (r.House != nil) {
			t.Errorf("%s is listed as %q, and has a house edition of %d bytes", r.Name, part, len(r.House))
		}
	}
	for _, args := range [][]string{{"new", "--open"}, {"new", "dm1"}} {
		if _, complaint, err := gmRun(t, args...); err == nil || !strings.Contains(complaint, "needs more arguments") {
			t.Errorf("gm %v says %s", args, complaint)
		}
	}
}
