package decatur

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// A suggestion is accepted when a player sends it unchanged, in addition to what is on file.
func TestSuggest(t *testing.T) {
	v := asking(t, "Red India 5, Egypt 6, East Africa 2, West Africa 1; Orient\nBlue Indo-China 2, Japan 1; Orient\nhand Orient\n").view
	for letter, want := range map[string][]string{
		"EXPAND Australia":                  nil, // neither is the writer's, but both are meant
		"EXPAND India\nPORT Egypt":          {"2: PORT Egypt Atlantic", "2: PORT Egypt Indian"},
		"DRAW\n3: PORT Egypt if clock up":   {"2: PORT Egypt Atlantic IF CLOCK UP", "2: PORT Egypt Indian IF CLOCK UP"},
		"PORT Egypt\nDRAW":                  {"1: PORT Egypt Atlantic\n2: DRAW", "1: PORT Egypt Indian\n2: DRAW"},
		"move 3 from India to Egypt":        {"1: VENTURE India-Egypt MOVE 3", "1: CONSOLIDATE Egypt FROM India 3"},
		"move 3 from India to Indo-China":   {"1: VENTURE India-Indo-China COMMIT 3"},
		"Concede Egypt to anybody":          {"DEFEND Egypt PLAY NONE"},
		"I concede":                         nil,
		"grab Borneo":                       {"1: VENTURE East Africa-Borneo MOVE ALL", "1: VENTURE Egypt-Borneo MOVE ALL", "1: VENTURE India-Borneo MOVE ALL"},
		"VENTURE India-Persia 3\nPORT Oslo": nil,
		// whatever words stand between
		"ye olde Egypt boys, four strong, stroll into Arabia":       {"1: VENTURE Egypt-Arabia MOVE 4"},
		"a wee bit of trading in my one Orient, lads":               {"1: EXCHANGE Orient HAND 1", "1: EXCHANGE Orient PLAY 1"},
		"the Egypt mob, two of them, toddle off to Arabia. DRAW":    {"1: VENTURE Egypt-Arabia MOVE 2", "2: DRAW"},
		"the Egypt mob toddles to Arabia. No wait, Borneo instead!": {"1: VENTURE Egypt-Borneo MOVE ALL"},
	} {
		r := v.Read("round", "", letter)
		var got []string
		for _, p := range r.Parts {
			got = append(got, p.Suggest...)
			if len(p.Suggest) > 0 && p.Fate != adjudicator.Unsure || len(p.Suggest) > 3 {
				t.Errorf("%q: %+v", letter, p)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q may mean %q, want %q; parts %+v", letter, got, want, r.Parts)
		}
		for _, s := range got {
			for _, old := range []string{"", r.Answer} {
				if again := v.Read("round", old, s); again.Answer == "" || len(again.Faults()) > 0 {
					t.Errorf("%q may mean %q, which is read as %q with faults %v", letter, s, again.Answer, again.Faults())
				}
			}
		}
	}
}

// A letter of which nothing is taken has no part that is filed, whatever is on file.
func TestNothingFiled(t *testing.T) {
	v := asking(t, someGame).view
	for _, letter := range []string{"", "Thanks, I will look at it tonight.", "1: \n2: \nDEFEND: ", "GM: can you extend the deadline please?", "grab Borneo"} {
		if r := v.Read("round", "1: DRAW\nKEEP Orient", letter); r.Has(adjudicator.Filed) || r.Answer != "1: DRAW\nKEEP Orient" {
			t.Errorf("%q: %+v", letter, r)
		}
	}
}

// Each line of an answer in normal form is filed when it is read back, and there is no other part.
func TestEachLineIsFiled(t *testing.T) {
	for name, section := range adjudicatortest.Cases(t, "testdata/orders.txt") {
		a := asking(t, section)
		for line := range strings.Lines(section) {
			letter, _, ok := strings.Cut(line, "###")
			if !ok {
				continue
			}
			answer := a.view.Read(a.kind, a.old, strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n")).Answer
			var filed []string
			for _, p := range a.view.Read(a.kind, "", answer).Parts {
				if filed = append(filed, p.Quote); p.Fate != adjudicator.Filed {
					t.Errorf("%s: of %q is %+v", name, answer, p)
				}
			}
			if strings.Join(filed, "\n") != answer {
				t.Errorf("%s: of %q are filed %q", name, answer, filed)
			}
		}
	}
}
