package parser_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
)

// Lines are broken between words, and commands stay whole.
func TestFold(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 20, nil},
		{"one two three", 20, []string{"one two three"}},
		{"one two three four five", 10, []string{"one two", "three four", "five"}},
		{"Turkey asks to be away. To let them: gm absence dm1 Turkey 24 Dec to 6 Jan", 40,
			[]string{"Turkey asks to be away. To let them:", "gm absence dm1 Turkey 24 Dec to 6 Jan"}},
		{"gm undo g1 takes it back (gm deadline g1 2030-01-04T12:00:00Z --phase 'Interval 1, round 1').", 60,
			[]string{"gm undo g1 takes it back", "(gm deadline g1 2030-01-04T12:00:00Z --phase 'Interval 1, round 1')."}},
		{"Give the seat another one: gm seat d1 France=ADDRESS. Then wait for a letter.", 30,
			[]string{"Give the seat another one:", "gm seat d1 France=ADDRESS.", "Then wait for a letter."}},
		{"See what gm serve prints and end it if it prints nothing at all for long.", 30,
			[]string{"See what gm serve prints and", "end it if it prints nothing at", "all for long."}},
		{"averylongwordthatnothingcanbreak and more", 10, []string{"averylongwordthatnothingcanbreak", "and more"}},
		{"It says gm", 9, []string{"It says", "gm"}},
	} {
		if got := parser.Fold(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q becomes\n%s", c.text, strings.Join(got, "\n"))
		}
	}
	if at := parser.FoldAt("  dm1          Spring 1901, 3 of 7 in", 2, 30); at != 29 {
		t.Errorf("a line with columns is broken at %d", at)
	}
}
