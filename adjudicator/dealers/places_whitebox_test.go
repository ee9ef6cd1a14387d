package dealers

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/pack"
)

// readMapsOf reads the head and the maps of an edition.
func readMapsOf(text string) ([]Map, error) {
	var r pack.Reader
	var p struct {
		pack.Head
		Map []mapText
	}
	if err := r.Decode([]byte(text), &p); err != nil {
		return nil, err
	}
	r.Head(p.Head)
	maps := readMaps(&r, p.Map)
	knownMaps(&r, maps)
	return maps, r.Err()
}

// houseOf returns a map of the house edition.
func houseOf(t *testing.T, title string) *Map {
	t.Helper()
	maps, err := readMapsOf(string(houseMaps))
	if err != nil {
		t.Fatal(err)
	}
	return byName(maps, title, func(m *Map) string { return m.Title })
}

// withPlace returns the house's maps with an entry of a place in the stead of the one that it has, or beside the
// others; a value of "" takes it out.
func withPlace(t *testing.T, text, kind, name, entry, value string) string {
	t.Helper()
	was := regexp.MustCompile(`\[\[map\.` + kind + `\]\]\nname +=\s"` + name + `"\n(.+\n)+`).FindString(text)
	if was == "" {
		t.Fatalf("the house edition has no %s %s", kind, name)
	}
	var is strings.Builder
	for line := range strings.Lines(was) {
		if key, _, _ := strings.Cut(line, " "); key != entry {
			is.WriteString(line)
		}
	}
	if value != "" {
		is.WriteString(entry + " = " + value + "\n")
	}
	return strings.Replace(text, was, is.String(), 1)
}

func TestHouseMaps(t *testing.T) {
	for _, want := range []struct {
		told    string
		players []int
		natives map[int]int
	}{
		{"Europe with 50 territories and 10 seas", []int{3}, map[int]int{2: 22, 3: 19, 5: 6, 6: 3}},
		{"North America with 54 territories and 10 seas", []int{4, 5}, map[int]int{2: 23, 3: 20, 5: 7, 6: 4}},
	} {
		title, _, _ := strings.Cut(want.told, " with")
		m := houseOf(t, title)
		if m == nil || m.told() != want.told || !slices.Equal(m.Players, want.players) {
			t.Errorf("%s is %+v", title, m)
			continue
		}
		for native, n := range want.natives {
			if got := len(m.ofNative(native)); got != n {
				t.Errorf("%s: %d territories have native defence %d, not %d", title, got, native, n)
			}
		}
		for _, start := range m.ofNative(5) {
			checkStart(t, m, start)
		}
	}
}

// checkStart finds what makes a start city better or worse than others.
func checkStart(t *testing.T, m *Map, start Area) {
	t.Helper()
	near := slices.DeleteFunc(slices.Clone(m.next[start]), m.IsSea)
	if len(near) < 3 || len(near) > 5 {
		t.Errorf("%s has %d territories around it", m.Name(start), len(near))
	}
	cities := 0
	for _, a := range near {
		p := m.Places[a]
		if p.Native > 3 || p.Interior > 3 {
			t.Errorf("%s is next to %s", m.Name(start), p.Name)
		}
		for _, further := range m.next[a] {
			switch m.Places[further].Native {
			case 5:
				if further != start {
					t.Errorf("%s is two steps from %s", m.Name(start), m.Name(further))
				}
			case 6:
				cities++
			}
		}
	}
	if cities > 4 {
		t.Errorf("%s is two steps from prize cities in %d ways", m.Name(start), cities)
	}
}

// Each fault of a map has a line, which says where it is and what is needed.
func TestMapFaults(t *testing.T) {
	house := string(houseMaps)
	bad := func(want, text string) {
		t.Helper()
		if _, err := readMapsOf(text); err == nil || !slices.Contains(strings.Split(err.Error(), "\n"), want) {
			t.Errorf("the faults are\n%v\nwithout\n%s", err, want)
		}
	}
	edit := func(was, is string) string {
		t.Helper()
		if !strings.Contains(house, was) {
			t.Fatalf("the house edition has no %q", was)
		}
		return strings.Replace(house, was, is, 1)
	}
	territory := func(name, entry, value string) string {
		return withPlace(t, house, "territory", name, entry, value)
	}
	sea := func(name, entry, value string) string { return withPlace(t, house, "sea", name, entry, value) }

	bad(`maps: for 5 players there must be one, and there are 0 (U1)`, edit(`"4, 5"`, `"4"`))
	bad(`maps: for 4 players there must be one, and there are 2 (U1)`, edit(`players = "3"`, `players = "3, 4"`))
	bad(`Europe: it is for "6", which must be a number of players from 3 to 5`, edit(`players = "3"`, `players = "3, 6"`))
	bad(`Europe: it is for "three", which must be a number of players from 3 to 5`, edit(`players = "3"`, `players = "three"`))
	bad(`maps: at most 3, 4 given (U1)`, house+strings.Repeat("[[map]]\n", 2))
	bad(`a map without a name: 0 territories and 0 seas are given, and it needs some of both (U1)`, house+"[[map]]\n")
	bad(`North America: territories and seas: at most 90, 91 given (U1)`, house+strings.Repeat("[[map.sea]]\n", 27))

	// The places.
	const letters = `: a name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most 18 of all`
	bad("zurich"+letters, territory("Bern", "name", `"zurich"`))
	bad(`Bern: its name is that of Bern, too`, territory("Dublin", "name", `"Bern"`))
	bad(`Bern: its code is "be", and must have three small letters`, territory("Bern", "code", `"be"`))
	bad(`Bern: its code is "BRN", and must have three small letters`, territory("Bern", "code", `"BRN"`))
	bad(`Bern: its code is min, which is a word of orders`, territory("Bern", "code", `"min"`))
	bad(`Dublin: its code is brn, and that is Bern`, territory("Dublin", "code", `"brn"`))
	bad(`Bern: it is also called "the alps", which is no name of plain letters`, territory("Bern", "also", `"the alps"`))
	bad(`Bern: it is also called Dublin, and that is Dublin`, territory("Bern", "also", `"Dublin"`))
	bad(`Bern: it is also called Dub, and that is Dublin`, territory("Bern", "also", `"Dub"`))
	bad(`Bern: at most 8 other names, 9 given`, territory("Bern", "also", `"Aa, Ab, Ac, Ad, Ae, Af, Ag, Ah, Ai"`))
	bad(`Dublin: its native defence is 4, and must be 2, 3, 5 or 6 (U1)`, territory("Dublin", "native", "4"))
	bad(`Dublin: its interior defence is 0, and must be from 1 to 9 (U1)`, territory("Dublin", "interior", ""))
	bad(`Dublin: its border defence is 10, and must be from 1 to 9 (U1)`, territory("Dublin", "border", "10"))
	bad(`Bern: it has a border defence, and is on no sea`, territory("Bern", "border", "2"))
	bad(`North Sea: its difficulty is 0, and must be from 1 to 9 (U1)`, sea("North Sea", "difficulty", ""))
	bad(`Hudson Bay: its difficulty is 10, and must be from 1 to 9 (U1)`, sea("Hudson Bay", "difficulty", "10"))

	// Faults in which places are next to each other.
	bad(`Bern: it has a link to "Mars", and there is no such territory`, territory("Bern", "links", `"Mars"`))
	bad(`Bern: it has a link to "North Sea", and there is no such territory`, territory("Bern", "links", `"North Sea"`))
	bad(`Dublin: it has a link to "Bern", and there is no such sea`, territory("Dublin", "seas", `"Bern"`))
	bad(`North Sea: it has a link to "Bern", and there is no such sea`, sea("North Sea", "links", `"Bern"`))
	bad(`Bern: it has a link to itself`, territory("Bern", "links", `"Bern"`))
	bad(`Milan: it has a link to Bern, which has none back`, territory("Bern", "links", `"Lyon"`))
	bad(`Baltic Sea: it has a link to North Sea, which has none back`, sea("North Sea", "links", `"Norwegian Sea"`))
	bad(`Dublin: it has a link to Cardiff, which has none back`, territory("Cardiff", "arrows", ""))
	bad(`Dublin: it has an arrow to Cardiff, which has a link back and no arrow`, withPlace(t, territory("Cardiff", "arrows", ""), "territory", "Cardiff", "links", `"Birmingham, Dublin"`))
	bad(`Dublin: its link to Cardiff comes twice`, territory("Dublin", "links", `"Cardiff"`))
	bad(`Havana: nothing is next to it (U1)`, withPlace(t, territory("Havana", "seas", ""), "territory", "Havana", "arrows", ""))
	bad(`Cagliari: no way leads there from Ankara (U1)`, territory("Cagliari", "seas", ""))

	// The cities.
	few := house
	for _, name := range []string{"Atlanta", "Chicago", "Montreal"} {
		few = withPlace(t, few, "territory", name, "native", "3")
	}
	bad(`North America: for 5 players it needs as many start cities, which have native defence 5, and has 4 (U2)`, few)

	// Departures from what is known of the published game.
	bad(`maps: there must be one that is called Europe (K3)`, edit(`"Europe"`, `"Asia"`))
	bad(`North America: it must be for 5 players (K3)`, edit(`"4, 5"`, `"4"`))
	for _, name := range []string{"Ankara", "Bern", "Madrid", "Milan"} {
		bad(`Europe: there must be a territory that is called `+name+` (K4)`, territory(name, "name", `"Atlantis"`))
	}
	bad(`Milan: it must have native defence 3 and interior defence 3 (K5)`, territory("Milan", "native", "2"))
	bad(`Milan: it must have native defence 3 and interior defence 3 (K5)`, territory("Milan", "interior", "2"))
	bad(`Milan: Bern must be next to it (K5)`, territory("Milan", "links", `"Lyon"`))
	bad(`Madrid: it must be a start city, with native defence 5 (K5)`, territory("Madrid", "native", "3"))
	const north = `Ankara: next to it must be a territory with native defence 3 and border defence 3, to which the cheapest way from Madrid leads over two seas of difficulty 3 each (K5)`
	bad(north, territory("Sinop", "native", "2"))
	bad(north, territory("Sinop", "border", "2"))
	bad(north, territory("Sinop", "seas", `"Black Sea, Mediterranean"`))
	bad(north, sea("Black Sea", "difficulty", "2"))
	bad(north, sea("Mediterranean", "difficulty", "4"))
	round := sea("Black Sea", "difficulty", "2") // over three seas, which are 6 in all as well
	for name, links := range map[string]string{"Black Sea": `"Adriatic Sea"`, "Adriatic Sea": `"Black Sea, Mediterranean"`, "Mediterranean": `"Adriatic Sea, Atlantic Ocean"`} {
		round = withPlace(t, round, "sea", name, "links", links)
	}
	bad(north, round)
}

// A coast without a border defence has the interior one (DH-22).
func TestBorderAsInterior(t *testing.T) {
	maps, err := readMapsOf(withPlace(t, string(houseMaps), "territory", "Edinburgh", "border", ""))
	if err != nil {
		t.Fatal(err)
	}
	m := &maps[0]
	a, _ := m.Area("Edinburgh")
	if p := m.Places[a]; p.Border != p.Interior {
		t.Errorf("the border defence is %d and the interior one %d", p.Border, p.Interior)
	}
}
