package dealers

import (
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// A short letter lists the nearest targets, and counts the others instead of leaving them out silently.
func TestShortLetterCountsOtherTargets(t *testing.T) {
	v := midgame(t).seen("Black")
	n := v.Farther()
	for _, r := range v.Nearest() {
		n += len(r.Goals)
	}
	all := 0
	for _, r := range v.Within() {
		if r.Need <= v.Force() {
			all += len(r.Goals)
		}
	}
	if n != all || v.Farther() == 0 {
		t.Errorf("%d targets are listed or counted, %d of them counted; %d are in reach", n, v.Farther(), all)
	}
	page := templates.Page{Seat: "Black", Short: true, View: v, Ask: &templates.Ask{Kind: "turn"}}
	if text := write(t, page); !strings.Contains(text, fmt.Sprintf("(BOARD has %d more)\n", v.Farther())) {
		t.Errorf("the letter is\n%s", text)
	}
}

// The choices that a letter shows in mid-turn are still possible.
func TestSamplesWithinATurn(t *testing.T) {
	samples := func(v View) string {
		var out []string
		for _, x := range (sampler{&v}).further() {
			out = append(out, x.Lines...)
		}
		return strings.Join(out, " / ")
	}
	for _, c := range []struct {
		acting Acting
		uses   bool
		undoes string
	}{
		{Acting{Action: "Storm"}, true, "DROP ASSAULT"},
		{Acting{Action: "Storm", Fought: true}, false, "DROP DISCARD"},
		{Acting{Action: "Train 2"}, false, "DROP TRAIN"},
	} {
		v := midgame(t).seen("Black")
		v.Acting = &c.acting
		if got := samples(v); strings.Contains(got, "USE Ammunition") != c.uses {
			t.Errorf("%+v: the samples are %q", c.acting, got)
		}
		if got := v.Undoes(); got != c.undoes {
			t.Errorf("%+v: what is taken back is %q", c.acting, got)
		}
	}
}

// The reason that a turn is too far ahead names the turn that is missing, or the length of the queue.
func TestTurnTooFarAhead(t *testing.T) {
	a := asking(t, someGame)
	for text, want := range map[string]string{
		"TURN 2: ACTION Spoils": "nothing is on file for TURN 1: write that one first",
		"TURN 13: PASS":         "there can be at most 12 on file",
	} {
		r := a.view.Read("turn", "", text)
		if faults := r.Faults(); len(faults) == 0 || !strings.Contains(faults[0].Text, want) || r.Has(adjudicator.Filed) {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
}
