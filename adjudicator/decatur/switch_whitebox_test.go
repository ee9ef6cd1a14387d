package decatur

import (
	"slices"
	"testing"

	"deaddrop/adjudicator"
)

// Rulings may be switched at any turn: nobody has two turns in a round by it, and no interval that has begun is cut short.
func TestSwitch(t *testing.T) {
	options := func(more ...string) map[string]string {
		out := map[string]string{}
		for _, o := range Rules.Options {
			out[o.Name] = o.Values[0]
		}
		for i := 0; i < len(more); i += 2 {
			out[more[i]] = more[i+1]
		}
		return out
	}
	config, err := Rules.Configure(adjudicator.Config{Seats: []adjudicator.Seat{"Red", "Blue", "Green"}, Options: options(optSpeed, patient)})
	if err != nil {
		t.Fatal(err)
	}
	luck := adjudicator.Luck{Secret: []byte("switched")}
	start, err := Rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	p := start.(*position)
	asked := func() []adjudicator.Seat {
		t.Helper()
		table := adjudicator.NewTable(luck, adjudicator.Record{})
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		var out []adjudicator.Seat
		for _, req := range table.Open() {
			if !req.Stands {
				out = append(out, req.Seat)
			}
		}
		return out
	}
	order := []adjudicator.Seat{}
	for _, player := range p.Players {
		order = append(order, adjudicator.Seat(player.Seat))
	}
	if got := asked(); !slices.Equal(got, order[:1]) {
		t.Errorf("one after another, %v are asked first", got)
	}
	p.Turn = 1
	Rules.Switch(p, options())
	if got := asked(); !slices.Equal(got, order[1:]) {
		t.Errorf("after the turn of %s all others are asked together, not %v", order[0], got)
	}
	Rules.Switch(p, options(optSpeed, patient))
	if got := asked(); !slices.Equal(got, order[1:2]) {
		t.Errorf("and one after another again %s, not %v", order[1], got)
	}
	for _, c := range []struct{ interval, want int }{{1, 3}, {3, 3}, {4, 4}} {
		p.Interval = c.interval
		Rules.Switch(p, options(optIntervals, "three"))
		if p.Intervals != c.want {
			t.Errorf("a game that becomes short in interval %d has %d intervals", c.interval, p.Intervals)
		}
	}
}
