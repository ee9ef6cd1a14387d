package main

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// A shell completes games and seats, beside the service and without it.
func TestCompletion(t *testing.T) {
	t.Parallel()
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		check := func(want string, words ...string) {
			t.Helper()
			out := mustRun(t, append([]string{"__complete", "-c", w.Config}, words...)...)
			var got []string
			for line := range strings.Lines(out) {
				if word, _, _ := strings.Cut(strings.TrimSpace(line), "\t"); !strings.HasPrefix(word, ":") {
					got = append(got, word)
				}
			}
			if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
				t.Errorf("gm %s completes %q, not with %q", strings.Join(words, " "), got, want)
			}
		}
		check("d1", "show", "")
		check("show", "sho")
		check("France", "show", "d1", "--as", "F")
		check("Turkey", "press", "d1", "--to", "")
		check("Turkey=", "seat", "d1", "")
		check("Turkey", "letter", "d1", "")
		check("deadman", "new", "d2", "")
		check("signed", "trust", "d1", "")
		check("db=before", "switch", "d1", "db=after", "")
		check("", "show", "d1", "")
		check("", "show", "d9", "--as", "")
	})
}
