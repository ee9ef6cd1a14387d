package dealers

import (
	"slices"
	"strings"
	"testing"
)

// The cheapest way goes over the seas of the least difficulty, from whichever territory it begins (DH-22).
func TestCheapest(t *testing.T) {
	for _, c := range []struct{ title, from, to, want string }{
		{"Europe", "Madrid", "Sinop", "Madrid, Mediterranean, Black Sea, Sinop"},                  // the example of the rules (K5)
		{"Europe", "Bern, Birmingham", "Paris", "Birmingham, English Channel, Paris"},             // Bern is on no sea
		{"Europe", "Seville", "Warsaw", "Seville, Atlantic Ocean, North Sea, Baltic Sea, Warsaw"}, // over the English Channel it would be 1 dearer
		{"Europe", "Oslo, Riga", "Umea", "Oslo, Norwegian Sea, Umea"},                             // as dear as that of Riga, and shorter
		{"Europe", "Riga", "Umea", "Riga, Baltic Sea, Gulf of Bothnia, Umea"},
		{"Europe", "Bern", "Umea", ""},
		{"Europe", "Madrid", "Bern", ""},
		{"Europe", "", "Madrid", ""},
		{"Europe", "Madrid", "North Sea", ""},
		{"North America", "Tijuana", "Hermosillo", "Tijuana, Gulf of California, Hermosillo"},
		{"North America", "Winnipeg", "Halifax", "Winnipeg, Hudson Bay, North Atlantic, Halifax"},
	} {
		m := houseOf(t, c.title)
		own := strings.Split(c.from, ", ")
		to, ok := m.Area(c.to)
		if !ok {
			t.Fatal(c.to)
		}
		path, seas, ok := m.cheapest(func(a Area) bool { return slices.Contains(own, m.Name(a)) }, to, m.difficulty)
		var names []string
		sum := 0
		for _, a := range path {
			names = append(names, m.Name(a))
			sum += m.Places[a].Difficulty
		}
		if got := strings.Join(names, ", "); got != c.want || ok != (c.want != "") || seas != sum {
			t.Errorf("from %s to %s: %s with %d and %v, not %s", c.from, c.to, got, seas, ok, c.want)
		}
	}
}

// The caller decides what a sea costs.
func TestCheapestByCost(t *testing.T) {
	m := houseOf(t, "Europe")
	at := func(name string) Area {
		a, _ := m.Area(name)
		return a
	}
	path, cost, ok := m.cheapest(func(a Area) bool { return a == at("Seville") }, at("Warsaw"), func(sea Area) int {
		if sea == at("English Channel") {
			return 0
		}
		return max(0, m.difficulty(sea)-1)
	})
	if !ok || cost != 4 || len(path) != 5 {
		t.Errorf("the way is %v for %d, and not that over as few seas as cost 4", path, cost)
	}
}

// The way that cheapest finds is as cheap as the cheapest of all ways between the same two places.
func TestCheapestOfAll(t *testing.T) {
	for _, title := range []string{"Europe", "North America"} {
		m := houseOf(t, title)
		for from := range m.Places {
			least := m.reckoned(Area(from))
			for to := range m.Places {
				path, seas, ok := m.cheapest(func(a Area) bool { return a == Area(from) }, Area(to), m.difficulty)
				want := 0
				if from != to && !m.IsSea(Area(from)) && !m.IsSea(Area(to)) {
					want = least[to]
				}
				if seas != want || ok != (want > 0) {
					t.Errorf("from %s to %s: %d over %v, not %d", m.Name(Area(from)), m.Name(Area(to)), seas, path, want)
				}
				for i := 1; i < len(path); i++ {
					if !m.Linked(path[i-1], path[i]) {
						t.Errorf("from %s to %s: the way %v is broken", m.Name(Area(from)), m.Name(Area(to)), path)
					}
				}
			}
		}
	}
}

// reckoned returns the sums of difficulties from an area to all others over seas, by passing over all links until
// nothing changes; 0 where no way leads.
func (m *Map) reckoned(from Area) []int {
	out := make([]int, len(m.Places))
	for changed := true; changed; {
		changed = false
		for x := range m.Places {
			for _, y := range m.next[x] {
				at := Area(x) == from && m.IsSea(y) || m.IsSea(Area(x)) && out[x] > 0
				if n := out[x] + m.Places[y].Difficulty; at && y != from && (out[y] == 0 || n < out[y]) {
					out[y], changed = n, true
				}
			}
		}
	}
	return out
}

func TestCoastal(t *testing.T) {
	m := houseOf(t, "Europe")
	for name, want := range map[string]bool{"Madrid": true, "Bern": false, "Cagliari": true, "North Sea": false} {
		a, _ := m.Area(name)
		if m.coastal(a) != want {
			t.Errorf("%s: coastal is %v", name, !want)
		}
	}
}
