package game_test

import (
	"testing"
	"time"

	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
)

// A question with an even pace ends at its deadline even where turns end early, and its grace lasts its full time
// whoever has answered.
func TestEndsEarly(t *testing.T) {
	deadline := time.Date(2030, 1, 4, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		ends  calendar.Ending
		even  bool
		early bool
	}{{calendar.WhenIn, false, true}, {calendar.WhenIn, true, false}, {calendar.AtDeadline, false, false}} {
		g := &game.Game{}
		g.Clock = calendar.Clock{Every: 24 * time.Hour, Grace: time.Hour, Ends: c.ends}
		g.Deadline = deadline
		g.Open = []*game.Question{{Seat: "Red", Kind: "bid", Answer: "0", Stands: true, Even: c.even}}
		end := deadline.Add(time.Hour)
		if c.early {
			end = deadline
		}
		if g.EndsEarly() != c.early || !g.End().Equal(end) {
			t.Errorf("%+v: it ends early is %v, and at %s", c, g.EndsEarly(), g.End())
		}
	}
}
