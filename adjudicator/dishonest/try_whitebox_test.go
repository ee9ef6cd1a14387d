package dishonest

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// Odds and Counts are for the tests outside the package, where there are robots.
func (v View) Odds(t adjudicator.Trial) (*adjudicator.Tally, bool, error) {
	return trial{t, v}.odds(nil)
}

func (v View) Counts(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	trial{view: v}.note(tally, weight, e)
}

// A trial tells what an ideology does where, and what the pool can't supply. Of odds it speaks only where there are any.
func TestTryTellsEffects(t *testing.T) {
	board := "empty board\nboard Egypt: UK 2 inf, colony UK; England: UK 2 inf; Libya: neutral 1; Levant: neutral 0\nstock UK 5 operations 9 money\n" +
		"tile UK Imperialism\n"
	for _, c := range []struct {
		pool, answer string
		want         []string
	}{
		{"pool UK 3\n", "IDEOLOGY AT Libya, Libya",
			[]string{"The neutral garrison of Libya (strength 1) is removed.", "You put a marker into Libya."}},
		{"pool UK 2\n", "MOBILIZE 1 ARM AT England",
			[]string{"You get 1 armour in England.",
				"Your pool supplies only 2 units in one place: you lose 1 infantry in England."}},
		{"pool UK 3\n", "TACTICS 1: INF Egypt-Levant", []string{"No battle is fought, and no card or ideology has an effect."}},
	} {
		a := asking(t, board+c.pool)
		tried := a.view.(View).Try(adjudicator.Trial{Kind: "turn", Answer: c.answer})
		for _, line := range c.want {
			if !slices.Contains(tried.Lines, line) {
				t.Errorf("%q: %q is missing in %q", c.answer, line, tried.Lines)
			}
		}
		if said := strings.Join(tried.Assumed, " "); strings.Contains(said, "odds") {
			t.Errorf("%q: %q", c.answer, said)
		}
	}
}
