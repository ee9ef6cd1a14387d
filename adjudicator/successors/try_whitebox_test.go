package successors

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

// A trial says what purchases leave, and what others are supposed to do decides battles and homes.
func TestTrySupposes(t *testing.T) {
	for _, c := range []struct {
		head, kind, orders, suppose string
		want                        []string
	}{
		{"board Babylonia: Red 9 inf leader; Susiana: Blue 2 inf\nhome Red Babylonia\ntalents Red 20", "turn", "BUY 2 INF", "", []string{
			"You buy 2 infantry in Babylonia for 4.",
			"After that you have 16 talents and 0 chits.",
		}},
		{"board Babylonia: Red 9 inf leader; Susiana: Blue 2 inf\nhome Red Babylonia\ntalents Red 20", "turn", "MOVE Babylonia-Susiana 8 INF\nFIGHT Susiana TO THE END", "Blue: IF ATTACKED ANYWHERE RETREAT Media", []string{
			"Assumed for Blue: IF ATTACKED ANYWHERE RETREAT Media.",
			"The odds are estimated: the turn was played 2000 times with luck that depends on your letter alone.",
		}},
		{"board Babylonia: Red 9 inf leader; Susiana: Blue 6 inf\nhome Red Babylonia\ntalents Red 20", "turn", "MOVE Babylonia-Susiana 8 INF\nFIGHT Susiana TO THE END", "", []string{
			"After that you have 20 talents and 0 chits.",
			"The odds are estimated: the turn was played 2000 times with luck that depends on your letter alone.",
			"no The odds are exact.",
		}},
		{"asks home\ntalents Red 5", "home", "HOME Media, Babylonia", "", []string{
			"Your home is Media.",
			"no Assumed for Blue: HOME Media.",
		}},
		{"asks home\ntalents Red 5", "home", "HOME Media, Babylonia", "Blue: HOME Media", []string{
			"Your home is Media.",
			"Of what you suppose, this is not possible: HOME Media.",
			"Assumed for Blue: HOME Media.",
		}},
	} {
		adjudicatortest.TrySays(t, asking(t, c.head).view.(View), c.kind, c.orders, c.suppose, c.want...)
	}
}
