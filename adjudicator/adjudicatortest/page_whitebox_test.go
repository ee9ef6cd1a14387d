package adjudicatortest

import (
	"slices"
	"strings"
	"testing"
)

func TestPassages(t *testing.T) {
	got := passages(strings.Split("text\n```orders\nRed\non file 1; 2\n\nA\nB => 3; asked: 4\n => note: n\n```\n"+
		"<!-- orders\nBlue\nhand 1\n-->\n| a |\n|---|\n| move | `X` | `Y` |\n\n```orders\nC => talk\n```", "\n"))
	want := []passage{
		{3, "Red\n", "1; 2", []sample{{7, "A\nB", " 3; asked: 4\n note: n"}}},
		{13, "Blue\nhand 1", "", []sample{{16, "X", "X"}, {16, "Y", "X"}}},
		{19, "Red\n", "", []sample{{19, "C", " talk"}}},
	}
	if len(got) != len(want) {
		t.Fatalf("have %v", got)
	}
	for i, p := range want {
		g := got[i]
		if !slices.Equal(g.shows, p.shows) || p.at != g.at || p.head != g.head || p.onFile != g.onFile {
			t.Errorf("passage %d is %+v, not %+v", i, g, p)
		}
	}
}
