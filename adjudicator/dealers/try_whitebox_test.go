package dealers

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

// A trial says what a turn leaves, and what others are supposed to have on file decides assaults.
func TestTrySupposes(t *testing.T) {
	for _, c := range []struct {
		head, kind, orders, suppose string
		want                        []string
	}{
		{"capital Black Bern\nown Blue Milan, Vienna\nhand Black Tutor, Recruit, Veteran, Privateers 2, Mountain Marshal\nfaction Black Hilge\nfamilies Privateers, Gunners, Wardens, Engineers, Medics, Spies, Envoys, Pilots", "turn", "ACTION Assault\nASSAULT Milan FROM Bern FIRST Privateers 2", "", []string{
			"You take Milan from Blue, 6 against 3.",
			"After that you have 2 points, 4 cards in hand, 9 in your draw pile, 0 in your ready area, and 4 action cubes.",
		}},
		{"capital Black Bern\nown Blue Milan, Vienna\nhand Black Tutor, Recruit, Veteran, Privateers 2, Mountain Marshal\nfaction Black Hilge\nfamilies Privateers, Gunners, Wardens, Engineers, Medics, Spies, Envoys, Pilots", "turn", "ACTION Assault\nASSAULT Milan FROM Bern FIRST Privateers 2", "Blue: DEFEND Milan: Veteran, Tutor", []string{
			"Your assault on Milan fails, 6 against 7.",
			"Assumed for Blue: DEFEND Milan: Veteran, Tutor IF ENOUGH. They are assumed to have the cards that these name.",
			"After that you have 0 points, 4 cards in hand, 9 in your draw pile, 0 in your ready area, and 4 action cubes.",
		}},
		{"capital Black Bern\nhand Black Tutor, Recruit\nfamilies Privateers, Gunners, Wardens, Engineers, Medics, Spies, Envoys, Pilots", "turn", "ACTION Train 2\nPLAY Tutor=S\nTRAIN Veteran, Recruit", "", []string{
			"After that you have 0 points, 5 cards in hand, 5 in your draw pile, 0 in your ready area, and 4 action cubes.",
		}},
	} {
		adjudicatortest.TrySays(t, asking(t, c.head).view.(View), c.kind, c.orders, c.suppose, c.want...)
	}
}
