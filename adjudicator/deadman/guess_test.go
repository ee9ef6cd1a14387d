package deadman_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// TestGuesses checks what a letter files, and what is suggested for the parts of it that have no known form.
func TestGuesses(t *testing.T) {
	us := []string{"Germany A Mun", "Germany A Ruh", "Germany A Kie", "Germany F Hol", "Germany F Bal"}
	v := position(t, "Fall 1902", us, nil).View("Germany")
	for _, c := range []struct {
		letter      string
		filed, more []string // what is suggested, perhaps among other orders
	}{
		// nothing comes of the rest of the letter
		{"Munich to Xanadu", nil, nil},
		{"Bin Burgundy. Tyrolia instead", nil, nil},
		{"Do it with Munich", nil, nil},
		{"Ruhr and Munich: the former to Belgium, the latter to Burgundy.", nil, []string{"A Ruh-Bel", "A Mun-Bur"}},
		// what is passed over of a letter that has orders
		{"Holland holds. Ruhr would so love to be in Belgium, bless it.", []string{"F Hol H"}, []string{"A Ruh-Bel"}},
		{"Holland holds. Would you be so kind as to have the army in Munich find out what France keeps nearby?",
			[]string{"F Hol H"}, []string{"A Mun E France"}},
		{"Holland holds. I'd love to know who is in Silesia, so my peek goes there.", []string{"F Hol H"}, []string{"PAS-Sil"}},
		// words that deny and turn
		{"Ruhr had better think no longer of Belgium, I fancy Burgundy.", nil, []string{"A Ruh-Bur"}},
		{"Holland to the North Sea - no wait the English are in there, make it Belgium.", nil, []string{"F Hol-Bel"}},
		// armies that a fleet takes to where they can't go by themselves
		{"Let the fleet in the Baltic put the lot from Kiel ashore in Sweden.", nil, []string{"A Kie-Swe", "F Bal C A Kie-Swe"}},
		// where a unit goes if somebody drives it out
		{"Munich sits tight, and if somebody runs him off he goes to Tyrolia, or else Bohemia.",
			nil, []string{"A Mun H", "A Mun R Tyr, Boh"}},
	} {
		r := v.Read("orders", "", c.letter)
		filed := slices.DeleteFunc(strings.Split(r.Answer, "\n"), func(line string) bool { return line == "" })
		var meant []string
		asked := false
		for _, p := range r.Parts {
			meant, asked = append(meant, p.Suggest...), asked || p.Fate == adjudicator.Unsure
		}
		missing := slices.ContainsFunc(c.more, func(line string) bool { return !slices.Contains(meant, line) })
		if !slices.Equal(filed, c.filed) || missing || !asked {
			t.Errorf("%q files %q and may mean %q, and not %q and %q: %q", c.letter, filed, meant, c.filed, c.more, r.Parts)
		}
	}
}
