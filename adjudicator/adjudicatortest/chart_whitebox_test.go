package adjudicatortest

import (
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// CheckChart accepts what a chart may have, and refuses what it must not have.
func TestCheckChart(t *testing.T) {
	check := func(wrong string, place adjudicator.Place, arrows ...adjudicator.Arrow) {
		t.Helper()
		err := checkChart(adjudicator.Chart{Board: "b", Places: []adjudicator.Place{{Name: "A"}, {Name: "C"}, place}, Arrows: arrows})
		switch {
		case wrong == "" && err != nil:
			t.Error(err)
		case wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)):
			t.Errorf("it says %v, not %q", err, wrong)
		}
	}
	b := adjudicator.Place{Name: "B", Unknown: true, Since: "Fall 1902", Pieces: []adjudicator.Piece{{Kind: "unit", Count: 1, Since: "Fall 1902"}}}
	check("", b)
	check("there twice", adjudicator.Place{Name: "A"})
	check("has no name", adjudicator.Place{})
	check("not unknown now", adjudicator.Place{Name: "B", Since: "Fall 1902"})
	check("B has 0 of piece", adjudicator.Place{Name: "B", Pieces: []adjudicator.Piece{{Kind: "army"}}})
	check("B has 1 of piece", adjudicator.Place{Name: "B", Pieces: []adjudicator.Piece{{Count: 1}}})
	if err := checkChart(adjudicator.Chart{}); err == nil {
		t.Error("a chart needs no board")
	}

	for _, a := range []adjudicator.Arrow{
		{Kind: "move", From: "A", To: "C", Via: []string{"B"}}, {Kind: "retreat", From: "A", To: "B", Coast: "nc"}, {Kind: "venture", From: "A", To: "B"},
		{Kind: "support", From: "A", Of: "B"}, {Kind: "support", From: "A", Of: "B", To: "C"}, {Kind: "convoy", From: "A", Of: "B", To: "C"},
		{Kind: "spy", From: "A"}, {Kind: "spy", From: "A", To: "B"},
		{Kind: "hold", From: "A"}, {Kind: "build", From: "A"}, {Kind: "disband", From: "A"}, {Kind: "peek", From: "A"},
	} {
		check("", b, a)
	}
	for _, a := range []adjudicator.Arrow{
		{Kind: "move", From: "A"}, {Kind: "move", To: "A"}, {Kind: "move", From: "A", To: "C", Of: "B"}, {Kind: "leap", From: "A", To: "B"},
		{Kind: "support", From: "A", To: "B"}, {Kind: "convoy", From: "A", Of: "B"}, {Kind: "spy", From: "A", Of: "B"},
		{Kind: "hold", From: "A", To: "B"}, {Kind: "peek", From: "A", Of: "B"}, {Kind: "support", From: "A", Of: "B", Via: []string{"C"}},
	} {
		check("is not as arrows of its kind are", b, a)
	}
	check("no place of the chart", b, adjudicator.Arrow{Kind: "move", From: "A", To: "D"})
	check("no place of the chart", b, adjudicator.Arrow{Kind: "move", From: "A", To: "B", Via: []string{"D"}})
}
