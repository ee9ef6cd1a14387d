package successors

import (
	"encoding/json"
	"fmt"
	"testing"

	"deaddrop/adjudicator"
)

// worth returns what a player has, in talents: money, units at their price, chits at two.
func (r *turn) worth(seat string) int {
	u, p := r.allUnits(seat), r.player(seat)
	return p.Talents + u[Levy] + 2*u[Infantry] + 3*u[Cavalry] + r.edition().Elephant*u[Elephant] + 3*u[Fleet] + 2*p.Chits
}

// An event of the house edition is worth a little to who rolls it, on the average, does not help those more who wait,
// and ruins nobody: in the middle of a game no throw takes a quarter of what anybody has.
func TestEventsAreFair(t *testing.T) {
	const body = `
home Red Babylonia
home Blue Lower Egypt
home Green Macedonia
talents Red 6
talents Blue 6
talents Green 6
board Babylonia: Red 2 inf 1 lev 1 fleet; Media: Red 2 cav 3 inf 1 lev leader; Persia: Red 2 inf; Susiana: Red 1 inf; Bactria: Red 1 cav 1 inf
board Lower Egypt: Blue 2 inf 1 lev 2 fleet; Syria: Blue 2 cav 3 inf 1 lev leader; Judea: Blue 2 inf; Cilicia: Blue 2 inf; Upper Egypt: Blue 1 inf
board Macedonia: Green 2 inf 1 lev; Lydia: Green 2 cav 3 inf 1 lev leader; Greece: Green 2 inf; Thrace: Green 2 inf; Aegean Sea: Green 2 fleet; Phrygia: Green 1 inf`
	const times = 8
	first, _ := cards(t, body)
	start, err := json.Marshal(first.position)
	if err != nil {
		t.Fatal(err)
	}
	sum, others, worst := 0, 0, 0
	at := ""
	for _, table := range []map[int]Card{House().Odd, House().Even} {
		for _, n := range throws() {
			for i := range times {
				p := new(position)
				if err := json.Unmarshal(start, p); err != nil {
					t.Fatal(err)
				}
				luck := adjudicator.Luck{Secret: []byte(fmt.Sprint(n, i, len(table[n].Title)))}
				r := p.begin(adjudicator.NewTable(luck, adjudicator.Record{}), "Red")
				before := map[string]int{}
				for _, seat := range r.seats() {
					before[seat] = r.worth(seat)
				}
				r.apply(table[n], "Red", nowhere, "")
				for _, seat := range r.seats() {
					change := r.worth(seat) - before[seat]
					if change < worst {
						worst, at = change, fmt.Sprintf("%s, %s", table[n].Title, seat)
					}
					if seat == "Red" {
						sum += change
					} else {
						others += change
					}
				}
			}
		}
	}
	mine, theirs := float64(sum)/(72*times), float64(others)/(2*72*times)
	t.Logf("an event is worth %.2f talents to who rolls it, %.2f to each other; the worst was %d (%s), of %d", mine, theirs, worst, at, first.worth("Red"))
	if mine < 0 || mine > 1 || theirs > mine {
		t.Errorf("an event is worth %.2f talents to who rolls it, and %.2f to each other", mine, theirs)
	}
	if -worst > first.worth("Red")/4 {
		t.Errorf("%s: an event costs %d of %d", at, -worst, first.worth("Red"))
	}
}

// Battles with the hit numbers of the house edition end soon, even where nobody retreats.
func TestBattlesEnd(t *testing.T) {
	const times = 60
	for _, c := range []struct {
		board string
		most  float64 // rounds, on the average
	}{
		{"board Persia: Red 1 lev, White 1 lev", 5},
		{"board Persia: Red 4 lev, White 4 lev", 9},
		{"board Persia: Red 3 inf, White 3 inf", 5},
		{"board Persia: Red 2 cav 4 inf 2 lev leader, White 3 cav 4 inf 1 lev", 6},
		{"board Persia: Red 5 cav 12 inf 3 elephant 6 lev leader, White 6 cav 10 inf 2 elephant 8 lev", 8},
	} {
		sum, most := 0, 0
		for i := range times {
			r, _ := cards(t, homes+c.board)
			r.Table = adjudicator.NewTable(adjudicator.Luck{Secret: []byte(fmt.Sprint(i))}, adjudicator.Record{})
			a, _ := House().Area("Persia")
			r.suppress(a)
			var b Battle
			if err := json.Unmarshal(r.Table.News()[0].Data, &b); err != nil || len(b.Rounds) == 0 && b.First == nil {
				t.Fatal(b, err)
			}
			sum, most = sum+len(b.Rounds), max(most, len(b.Rounds))
		}
		mean := float64(sum) / times
		t.Logf("%s: %.1f rounds, %d at most", c.board, mean, most)
		if mean > c.most {
			t.Errorf("%s: %.1f rounds on the average", c.board, mean)
		}
	}
}
