package dishonest

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// Odds and Counts are for the tests outside the package, where there are robots.
func (v View) Odds(t adjudicator.Trial) (*adjudicator.Tally, bool, error) {
	return trial{t, v}.odds(nil)
}

func (v View) Counts(tally *adjudicator.Tally, weight float64, e adjudicator.EventRecord) {
	trial{view: v}.note(tally, weight, e)
}

// A trial tells what an ideology does where, and what the pool can't supply. Of odds it speaks only where there are
// any.
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

// A trial says what a bid leaves, and what others are supposed to do decides the order and battles.
func TestTrySupposes(t *testing.T) {
	for _, c := range []struct {
		head, kind, orders, suppose string
		want                        []string
	}{
		{"asks bid\nincome\nstock UK 4 supply 6 operations 9 money 2 oil", "bid", "BID 2 MONEY", "", []string{
			"You bid 2 money, and are number 1 in the new order.",
			"After that you have 2 cards, and of cubes: 7 money, 4 supply, 6 operations, 2 oil.",
		}},
		{"asks bid\nincome\nstock UK 4 supply 6 operations 9 money 2 oil", "bid", "BID 2 MONEY", "USSR: BID 3 MONEY", []string{
			"You bid 2 money, and are number 2 in the new order.",
			"Assumed for USSR: BID 3 MONEY. They are assumed to have what that takes.",
		}},
		{"asks commit\nbattle Moscow UK USSR committing\nempty board\nboard Moscow: USSR 2 inf, UK 2 inf\nstock UK 3 supply", "commit", "SUPPLY 2", "", []string{
			"The battle of Moscow: UK against USSR, strength 4 against 2: UK wins.",
			"After that you have 2 cards, and of cubes: 0 money, 1 supply, 0 operations, 0 oil.",
		}},
		{"asks commit\nbattle Moscow UK USSR committing\nempty board\nboard Moscow: USSR 2 inf, UK 2 inf\nstock UK 3 supply", "commit", "SUPPLY 2", "USSR: SUPPLY 3", []string{
			"The battle of Moscow: UK against USSR, strength 4 against 5: USSR wins.",
		}},
	} {
		adjudicatortest.TrySays(t, asking(t, c.head).view.(View), c.kind, c.orders, c.suppose, c.want...)
	}
}
