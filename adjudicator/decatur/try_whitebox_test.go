package decatur

import (
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

// A trial says what a turn leaves, and what others are supposed to have on file decides takeovers.
func TestTrySupposes(t *testing.T) {
	for _, c := range []struct {
		head, kind, orders, suppose string
		want                        []string
	}{
		{"Red India 5\nBlue Persia 2\nhand British", "round", "DRAW", "", []string{
			"Carried out: DRAW.",
			"After that you have 5 factors on the board, 0 ports, 2 influence cards in hand and 0 in play.",
			"no The odds are exact.",
		}},
		{"Red India 6\nBlue Indo-China 3\nhand British", "round", "VENTURE India-Indo-China COMMIT 5", "", []string{
			"The takeover of Indo-China: you take Indo-China from Blue, 5 against 3.",
			"Attrition takes a factor of yours (50 %).",
			"After that you have 5 to 6 factors on the board, 0 ports, 1 influence card in hand and 0 in play.",
			"The odds are exact.",
		}},
		{"Red India 6\nBlue Indo-China 3\nhand British", "round", "VENTURE India-Indo-China COMMIT 5", "Blue: DEFEND ALL PLAY matching", []string{
			"no The takeover of Indo-China: you take Indo-China from Blue, 5 against 3.",
			"Assumed for Blue: DEFEND ALL PLAY matching. Their hand is dealt at random from the cards that you don't see.",
			"The odds are estimated: the turn was played 2000 times with luck that depends on your letter alone.",
		}},
		{"Red India 6; Russian, Orient\nBlue Indo-China 3 Pacific\nhand Orient, Orient, British\nasks bid\ntakeover Red India-Indo-China Blue 2 4 6", "bid", "COMMIT 5", "", []string{
			"Your bid makes it 7 for Red against 6 for Blue.",
			"Blue can still reach 8, if they have the cards.",
			"The takeover of Indo-China: you take Indo-China from Blue, 7 against 6.",
			"After that you have 5 to 6 factors on the board, 0 ports, 3 influence cards in hand and 2 in play.",
			"The odds are exact.",
		}},
		{"Red India 6; Russian, Orient\nBlue Indo-China 3 Pacific\nhand Orient, Orient, British\nasks bid\ntakeover Red India-Indo-China Blue 2 4 6", "bid", "COMMIT 5", "Blue: DEFEND ALL PLAY matching", []string{
			"no The takeover of Indo-China: you take Indo-China from Blue, 7 against 6.",
			"The odds are estimated: the turn was played 2000 times with luck that depends on your letter alone.",
		}},
	} {
		adjudicatortest.TrySays(t, asking(t, c.head).view, c.kind, c.orders, c.suppose, c.want...)
	}
}
