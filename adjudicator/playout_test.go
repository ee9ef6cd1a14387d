package adjudicator_test

import (
	"fmt"
	"math"
	"testing"

	"deaddrop/adjudicator"
)

// Few ways in which luck may fall are all played, each with its probability; of many, some are drawn.
func TestPlayout(t *testing.T) {
	play := func(dice int) (odds adjudicator.Odds, exact bool) {
		exact, err := adjudicator.Playout{
			Play: func(t *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
				rolled := 0
				seen := func(weight float64, told []adjudicator.EventRecord) {
					odds.Add(told[0].Kind, weight)
					odds.Add(fmt.Sprint("rolled ", rolled), weight)
				}
				for range dice {
					rolled++
					if t.Roll("dice", 6) == 6 {
						t.Tell(adjudicator.Event{Kind: "six"}, adjudicator.All())
						return seen
					}
				}
				answer := t.Ask(adjudicator.Request{Seat: "Red", Kind: "loss", Default: "none"})[0]
				t.Tell(adjudicator.Event{Kind: answer}, adjudicator.All())
				return seen
			},
			Answer: func(req adjudicator.Request) string { return map[string]string{"loss": "lost"}[req.Kind] },
		}.Run(adjudicator.Trial{Answer: "roll"}.Stream())
		if err != nil {
			t.Fatal(err)
		}
		return odds, exact
	}
	for _, dice := range []int{1, 2, 3, 40} {
		odds, exact := play(dice)
		lost := math.Pow(5.0/6, float64(dice))
		within := 1e-9
		if !exact {
			within = 3 * math.Sqrt(lost*(1-lost)/2000)
		}
		if got := odds.Of("lost"); exact != (dice < 40) || math.Abs(got-lost) > within || math.Abs(got+odds.Of("six")-1) > 1e-9 {
			t.Errorf("%d dice: lost in %.4f (exact %v), and not in %.4f", dice, got, exact, lost)
		}
	}
	if odds, _ := play(3); math.Abs(odds.Of("rolled 1")-1.0/6) > 1e-9 || math.Abs(odds.Of("rolled 3")-25.0/36) > 1e-9 {
		t.Errorf("each way is not taken in with what came of it: %v", odds)
	}
	_, err := adjudicator.Playout{
		Play: func(t *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			t.Ask(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling"})
			return func(float64, []adjudicator.EventRecord) {}
		},
	}.Run(adjudicator.Trial{}.Stream())
	if err == nil {
		t.Error("a ruling of the game master is played out")
	}
	for p, want := range map[float64]string{0: "0 %", 0.001: "less than 1 %", 0.5: "50 %", 0.999: "more than 99 %", 1: "100 %"} {
		if got := adjudicator.Percent(p); got != want {
			t.Errorf("%v is %q, want %q", p, got, want)
		}
	}
}
