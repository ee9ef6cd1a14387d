package dealers

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A letter that is not understood line by line is offered as what it may mean as a whole: the first suggestion of its
// first question. A letter with nothing behind it may mean anything, so it is not offered as a whole.
func TestSketches(t *testing.T) {
	for _, c := range []struct{ kind, old, letter, want string }{
		{"turn", "", "After a lot of arithmetic: Train 2 it is, Tutor plus Tutor pays, Recruit and Veteran come home.",
			"ACTION Train 2 / PLAY Tutor=S / PLAY Tutor=S / TRAIN Recruit, Veteran"},
		{"turn", "",
			"Train 2, Tutor and Tutor as support, giving me a Recruit and another Recruit, whatever people say.",
			"ACTION Train 2 / PLAY Tutor=S / PLAY Tutor=S / TRAIN Recruit, Recruit"},
		{"turn", "", "Milan gets a visit from Privateers 2 and the Veteran, who come by the Advance box, dear all.",
			"ACTION Advance / ASSAULT Milan FIRST Privateers 2, Veteran"},
		{"turn", "",
			"Milan's turn has come: Advance. Privateers 2 leads the way, the Veteran follows, Tutor in reserve.",
			"ACTION Advance / ASSAULT Milan FIRST Privateers 2, Veteran FINAL Tutor"},
		{"turn", "", "Spoils would suit me. Somebody might be quicker; in that case, well, Shuffle.", ""},
		{"turn", "ACTION Advance / ASSAULT Milan FIRST Privateers 2",
			"The Privateers 2 stays home after all, the Veteran takes over from him.",
			"ACTION Advance / ASSAULT Milan FIRST Veteran"},
		{"turn", "ACTION Advance / ASSAULT Milan FIRST Privateers 2", "Bring the Veteran along this time, dear all.",
			"ACTION Advance / ASSAULT Milan FIRST Privateers 2, Veteran"},
		{"turn", "",
			"Milan it is. Advance, says my heart, and I play Tutor. Scrap that. Milan by Privateers 2 and Veteran, dear all.",
			"ACTION Advance / PLAY Privateers 2=A / PLAY Veteran=A / ASSAULT Milan"},
		{"standing", "", "I defend nothing except Bern, there with my whole hand.",
			"DEFEND Bern: HAND IF ENOUGH / DEFEND ANY: NOTHING"},
	} {
		head := someGame + "writer Black\n"
		v := asking(t, head).view.(View)
		r := v.Read(c.kind, strings.ReplaceAll(c.old, " / ", "\n"), c.letter)
		var got []string
		for _, p := range r.Parts {
			if p.Fate == adjudicator.Unsure && len(p.Suggest) > 0 {
				got = append(got, strings.ReplaceAll(p.Suggest[0], "\n", " / "))
			}
		}
		if c.want != "" && (len(got) == 0 || got[0] != c.want) {
			t.Errorf("%q is offered as %q, and not as %q: %+v", c.letter, got, c.want, r.Parts)
		}
		if c.want == "" && slices.ContainsFunc(r.Parts,
			func(p adjudicator.Part) bool { return p.Fate == adjudicator.Filed }) {
			t.Errorf("%q files %q", c.letter, r.Answer)
		}
	}
}
