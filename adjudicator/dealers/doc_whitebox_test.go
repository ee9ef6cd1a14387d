package dealers

import (
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/templates/templatestest"
)

// The examples in the short rules and in questions are read as written, for a player who has what they need.
func TestDocIsRead(t *testing.T) {
	template, err := os.ReadFile("../../templates/en/dealers.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	head := `capital Black Bern
own Black Lisbon
families Privateers, Gunners, Wardens, Engineers, Medics, Spies, Envoys, Scholars
hand Black Tutor, Recruit, Recruit, Veteran, Veteran, Medics 1, Privateers 1, Privateers 2, Storm Caller, Night Broker, Iron Foreman, Tide Reader, Angry Masses
ready Black Veteran
discard Black Recruit, Recruit, Recruit
locations Black Fort, Amnesty
`
	// a line is not taken as it stands if it is talk, or read as another
	loose := func(note string) bool { return strings.Contains(note, "was read as") }
	var askers []asker
	for _, more := range []string{"", "asks standing\n", "draft\nasks draft\n", "asks more\nacting Train 3-4\n", "asks winter\n", "asks defence\nbattle Milan Bern Blue Black\n", "asks final\nbattle Milan Bern Black Blue final\n"} {
		if strings.HasPrefix(more, "draft") {
			askers = append(askers, asking(t, more))
		} else {
			askers = append(askers, asking(t, head+more))
		}
	}
	// what stands before a line in a turn, and behind it
	train, assault := "ACTION Train 3-4\n", "ACTION Assault\nPLAY Storm Caller=A, Recruit=A, Recruit=A\n"
	around := [][2]string{{"", ""}, {"ACTION Ready\n", ""}, {train, "\nPLAY Privateers 1=S, Privateers 2=S, Tutor=S, Recruit=S\nTRAIN Tutor\n"}, {train + "PLAY Privateers 1=S, Privateers 2=S, Tutor=S, Tide Reader=S\n", ""},
		{assault, ""}, {"ACTION Assault\n", "\nPLAY Recruit=A\nASSAULT Milan"}, {"ACTION Dismiss 2\n", ""}, {"ACTION Dismiss 2\n", "\nDISMISS Recruit, Recruit"}, {"", "\nDISMISS Recruit, Recruit"},
		{"", "\nPLAY Tutor=S\nTRAIN Recruit"}, {"", "\nPLAY Tutor=S, Recruit=S\nTRAIN Recruit, Recruit"}, {"", "\nREADY Veteran"}, {"PASS\n", "\nPASS"}, {"PASS\n", ""}}
	forms := 0
	for form := range templatestest.Forms(templatestest.Told(t, Rules) + "\n" + string(template)) {
		form, _, _ = strings.Cut(form, ": until")
		form, _, _ = strings.Cut(form, ": the")
		forms++
		taken := false
		for _, a := range askers {
			for _, x := range around {
				r := a.view.Read(a.kind, "", x[0]+form+x[1])
				taken = taken || len(r.Faults()) == 0 && r.Has(adjudicator.Filed) && !r.Has(adjudicator.Talk) && !slices.ContainsFunc(r.Notes, loose)
			}
		}
		if !taken {
			t.Errorf("%q is not taken: %+v", form, askers[0].view.Read("turn", "", form))
		}
	}
	if forms < 40 { // examples out of a player's position are tested with the games
		t.Errorf("there are only %d forms", forms)
	}
	if n := strings.Count(templatestest.Told(t, Rules), "\n"); n > 80 {
		t.Errorf("%d lines", n)
	}
}
