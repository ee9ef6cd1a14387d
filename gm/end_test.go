package gm_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// A whole game by letters, to 18 centres: France walks over a board that the others leave. Then everybody is told
// the same: all orders, units and centres by season, and who knew of what.
func TestGameToVictory(t *testing.T) {
	m := started(t)
	last := map[string]letter.Letter{} // by address
	now := noon
	for season := 0; season < 40 && !strings.HasPrefix(last["turkey@example.org"].Text, "[d1] Turkey: the game is over\n"); season++ {
		for _, seat := range deadman.Rules.Seats {
			orders := "A Vie DB, A Bud DB, F Tri DB, A Lvp DB, F Lon DB, F Edi DB, A Ber DB, A Mun DB, F Kie DB, A Ven DB, A Rom DB, F Nap DB, A War DB, A Mos DB, F Sev DB, F StP(sc) DB, A Con DB, A Smy DB, F Ank DB\nWaive"
			switch {
			case seat == "France":
				orders = strolls(t, m, now)
			case season < 2: // somebody stays to be found
				orders = strings.Replace(orders, "A Mun DB", "A Mun H", 1)
			}
			l := letter.Letter{ID: fmt.Sprintf("%s.%d@test", seat, season), From: strings.ToLower(string(seat)) + "@example.org", Subject: "[d1]", Text: orders}
			if err := reception.Receive(t.Context(), m, now, l); err != nil {
				t.Fatal(err)
			}
		}
		now = now.Add(72 * time.Hour)
		deliver(t, m, now, func(l letter.Letter) { last[l.To] = l })
	}
	_, told, _ := strings.Cut(last["turkey@example.org"].Text, "FRANCE WINS")
	for _, want := range []string{"SPRING 1901\n", "A Par-", "F Tri DB", "owns 20: ", "A Bur E Germany [Mun]", "A Mun* H (found by France)"} {
		if !strings.Contains(told, want) {
			t.Errorf("the disclosure lacks %q:\n%s", want, told)
		}
	}
	for _, seat := range deadman.Rules.Seats {
		if _, other, _ := strings.Cut(last[strings.ToLower(string(seat))+"@example.org"].Text, "FRANCE WINS"); other != told {
			t.Errorf("%s is told another end than Turkey", seat)
		}
	}
}

// strolls sends each of France's units to the nearest centre that is not its own, by no other knowledge than its view.
func strolls(t *testing.T, m *gm.Master, now time.Time) string {
	t.Helper()
	_, js, err := inspect.As(t.Context(), m, now, "d1", "France")
	if err != nil {
		t.Fatal(err)
	}
	var v deadman.View
	if err := json.Unmarshal(js, &v); err != nil {
		t.Fatal(err)
	}
	b := diplomacy.Standard()
	at := func(abbr string) diplomacy.Loc {
		for l := range diplomacy.Loc(b.Locs()) {
			if b.Abbr(l) == abbr {
				return l
			}
		}
		return diplomacy.NoLoc
	}
	var lines []string
	units := v.Units
	for i := range v.Builds {
		lines, units = append(lines, "Build A "+v.Vacant[i]), append(units, "A "+v.Vacant[i])
	}
	if v.Phase == "Spring 1901" {
		return "SETUP A Bre, A Mar, A Par\nA Mar-Spa, A Par-Bur, A Bre-Gas"
	}
	taken := map[diplomacy.Loc]bool{}
	for _, u := range units {
		from := at(u[2:])
		way := map[diplomacy.Loc]diplomacy.Loc{from: from} // the first step to each space
		for queue := []diplomacy.Loc{from}; len(queue) > 0; queue = queue[1:] {
			l := queue[0]
			if b.IsCentre(l) && !slices.Contains(v.Centres, b.Abbr(l)) && !taken[l] {
				taken[l] = true
				lines = append(lines, u+"-"+b.Abbr(way[l]))
				break
			}
			for _, next := range b.Reach(diplomacy.Army, l) {
				if _, seen := way[next]; !seen {
					way[next] = way[l]
					if l == from {
						way[next] = next
					}
					queue = append(queue, next)
				}
			}
		}
	}
	if len(v.Units) > 0 && v.Phase == "Fall 1901" {
		lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, "A Bur-") })
		lines = append(lines, "A Bur E Germany")
	}
	return strings.Join(lines, "\n")
}
