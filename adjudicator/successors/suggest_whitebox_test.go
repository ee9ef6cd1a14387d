package successors

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

const somePlaces = "board Babylonia: Red 6 inf 2 levy; Lower Egypt: Red 2 inf; Lydia: Blue 1 cav\nhome Red Babylonia\ntalents Red 9\n"

// A suggestion is accepted when a player sends it unchanged, in addition to what is on file.
func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		kind, letter string
		want         []string
	}{
		{"turn", "MOVE Babylonia-Mesapotania 1 INF", []string{"MOVE Babylonia-Mesopotamia 1 INF"}},
		{"turn", "LOSE cav\nMOVE Babylonia-Assyria 1 INF\nMOVE Babylonia-Mesapotania 1 INF", []string{"MOVE Babylonia-Assyria 1 INF\nMOVE Babylonia-Mesopotamia 1 INF"}},
		{"turn", "BUY 1 INF\nBabylonia inf to Mesopotamia", []string{"MOVE Babylonia-Mesopotamia ALL INF", "MOVE Babylonia-Mesopotamia 1 INF"}},
		{"turn", "if attacked at Babylonia retreat to Mesapotania", []string{"IF ATTACKED AT Babylonia RETREAT Mesopotamia"}},
		{"turn", "MOVE Babylonia-Mesapotania 1 EL", nil}, // there are none
		{"turn", "MOVE Babylonia-Atlantis 1 INF", nil},
		{"turn", "Egypt is far away", nil},
		{"home", "HOME Egypt\nBUY 1 INF", []string{"HOME Lower Egypt", "HOME Upper Egypt"}},
		{"standing", "if attacked at Babylonia retreat to Mesapotania", []string{"IF ATTACKED AT Babylonia RETREAT Mesopotamia"}},
	} {
		a := asking(t, somePlaces+"asks "+c.kind+"\n")
		r := a.view.Read(c.kind, "", c.letter)
		var got []string
		for _, p := range r.Parts {
			got = append(got, p.Suggest...)
			if len(p.Suggest) > 0 && p.Fate != adjudicator.Unsure || len(p.Suggest) > 3 {
				t.Errorf("%q: %+v", c.letter, p)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q may mean %q, want %q; parts %+v", c.letter, got, c.want, r.Parts)
		}
		for _, s := range got {
			for _, old := range []string{"", r.Answer} {
				if again := a.view.Read(c.kind, old, s); again.Answer == "" || len(again.Faults()) > 0 {
					t.Errorf("%q may mean %q, which is read as %q with faults %v", c.letter, s, again.Answer, again.Faults())
				}
			}
		}
	}
}

// A letter of which nothing is taken has no part that is filed, whatever is on file.
func TestNothingFiled(t *testing.T) {
	const old = "MOVE Babylonia-Assyria 1 INF\nLOSE levy"
	a := asking(t, somePlaces)
	for _, letter := range []string{"", "Thanks, I will look at it tonight.", "MOVE 2: \nLEADER BONUS TO: ", "GM: can you extend the deadline please?", "Moves:", "MOVE foo-bar 1 LEVY"} {
		if r := a.view.Read("turn", old, letter); r.Has(adjudicator.Filed) || r.Answer != old {
			t.Errorf("%q: %+v", letter, r)
		}
	}
}

// Orders that were filed ahead and have become impossible are pointed out when the turn comes, and what a letter
// leaves out is only noted.
func TestDoubtsOfWhatIsOnFile(t *testing.T) {
	a := asking(t, somePlaces)
	const filed = "MOVE Babylonia-Assyria 2 EL\nLOSE levy"
	if r := a.view.Read("turn", "", filed); len(r.Open()) != 1 || r.Open()[0].Fate != adjudicator.Filed || r.Open()[0].Quote != "MOVE Babylonia-Assyria 2 EL" {
		t.Errorf("%+v", r)
	}
	if r := a.view.Read("turn", filed, "LOSE inf"); len(r.Open()) != 0 || len(r.Notes) == 0 {
		t.Errorf("%+v", r)
	}
	later := asking(t, somePlaces+"asks standing\nwriter Blue\n")
	if r := later.view.Read("standing", "", "LEND 2 EL AT Lydia TO Red\nIF ATTACKED AT Media RETREAT"); len(r.Open()) != 0 {
		t.Errorf("%+v", r)
	}
}

// A chit that is played first may bring what is not there yet, so that nothing is doubted.
func TestChitsMayHelp(t *testing.T) {
	a := asking(t, somePlaces+"chits Red 2\n")
	if r := a.view.Read("turn", "", "PLAY 2 AT Babylonia\nMOVE Babylonia-Assyria 2 EL"); len(r.Open()) != 0 || len(r.Notes) == 0 {
		t.Errorf("%+v", r)
	}
}

// Within a turn that is being played no orders for it are taken, and no gifts.
func TestStandingWithinATurn(t *testing.T) {
	a := asking(t, somePlaces+"battle Babylonia\nasks standing\n")
	for letter, want := range map[string]int{"MOVE Babylonia-Assyria 1 INF": 1, "GIVE 1 TO Blue": 1, "LOSE inf\nALLY Blue": 0} {
		if r := a.view.Read("standing", "", letter); len(r.Faults()) != want {
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
