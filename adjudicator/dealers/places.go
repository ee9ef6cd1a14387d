package dealers

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// houseMaps is the text of the head and the maps of the house edition.
//
//go:embed maps.toml
var houseMaps []byte

type mapText struct {
	Title, Players string
	Picture        string
	Territory      []territoryText
	Sea            []seaText
}

type territoryText struct {
	Name, Code, Also         string
	Native, Interior, Border int
	Links, Arrows, Seas      string
}

type seaText struct {
	Name, Code, Also, Links string
	Difficulty              int
}

// The limits of a map. They are not from the rules, but guard against slips and nonsense.
const (
	maxPlaces = 90 // territories and seas together
	maxValue  = 9  // a defence or a difficulty
	maxAlso   = 8  // other names of a place
	maxName   = 18 // bytes in a name, for which the tables in letters have room
	minSeats  = 3
	maxSeats  = 5
)

// natives returns all values of native defence: two of spoils, and those of start cities and prize cities.
func natives() []int { return []int{2, 3, 5, 6} }

// A mapReader turns the text of a map into a map and collects its faults.
type mapReader struct {
	*pack.Reader
	m *Map
}

// readMaps reads the maps of an edition: one for each number of players (U1, U2).
func readMaps(r *pack.Reader, given []mapText) []Map {
	if n := len(given); n > maxSeats-minSeats+1 {
		r.Fault("maps: at most %d, %d given (U1)", maxSeats-minSeats+1, n)
		return nil
	}
	var out []Map
	var titles []string
	for _, g := range given {
		out = append(out, Map{Title: g.Title, Picture: g.Picture})
		titles = append(titles, g.Title)
		mr := mapReader{r, &out[len(out)-1]}
		mr.players(g.Players)
		mr.places(g)
	}
	r.Names("map", maxName, titles)
	for n := minSeats; n <= maxSeats; n++ {
		var of []string
		for i := range out {
			if slices.Contains(out[i].Players, n) {
				of = append(of, out[i].Title)
			}
		}
		if len(of) != 1 {
			r.Fault("maps: for %d players there must be one, and there are %d (U1)", n, len(of))
		}
	}
	return out
}

// players reads the numbers of players that a map is for.
func (r mapReader) players(text string) {
	for _, word := range pack.List[string](text) {
		n, err := strconv.Atoi(word)
		if err != nil || n < minSeats || n > maxSeats {
			r.Fault("%s: it is for %q, which must be a number of players from %d to %d", pack.Named("map", r.m.Title),
				word, minSeats, maxSeats)
			continue
		}
		r.m.Players = append(r.m.Players, n)
	}
}

// places reads territories and seas, sorts each kind by name, and links them (U1).
func (r mapReader) places(g mapText) {
	m, title := r.m, pack.Named("map", g.Title)
	if n := len(g.Territory) + len(g.Sea); n > maxPlaces {
		r.Fault("%s: territories and seas: at most %d, %d given (U1)", title, maxPlaces, n)
		return
	}
	if len(g.Territory) == 0 || len(g.Sea) == 0 {
		r.Fault("%s: %d territories and %d seas are given, and it needs some of both (U1)", title,
			len(g.Territory), len(g.Sea))
	}
	var sites []pack.Site
	for _, t := range g.Territory {
		next := slices.Concat(pack.List[string](t.Links), pack.List[string](t.Arrows))
		sites = append(sites, pack.Site{Name: t.Name, Links: next, Seas: pack.List[string](t.Seas)})
		m.Places = append(m.Places, Place{Name: t.Name, Code: t.Code, Also: pack.List[string](t.Also),
			Native: t.Native, Interior: t.Interior, Border: t.Border})
	}
	for _, s := range g.Sea {
		sites = append(sites, pack.Site{Name: s.Name, Sea: true, Links: pack.List[string](s.Links)})
		m.Places = append(m.Places, Place{Name: s.Name, Code: s.Code, Also: pack.List[string](s.Also),
			Sea: true, Difficulty: s.Difficulty})
	}
	slices.SortStableFunc(m.Places, func(x, y Place) int { return x.site().Order(y.site()) })
	m.next = pack.Sited[Area](r.Reader, "territory", "sea", maxName, sites)
	r.others()
	r.arrows(g.Territory)
	r.values()
	r.cities(title)
}

// site returns the fields of a place by which places are sorted.
func (p Place) site() pack.Site { return pack.Site{Name: p.Name, Sea: p.Sea} }

// arrows reads which links are arrows. An arrow is one in both directions.
func (r mapReader) arrows(given []territoryText) {
	m := r.m
	m.arrows = graph.New[Area](len(m.Places))
	for _, t := range given {
		from, _ := m.Area(t.Name)
		for _, name := range pack.List[string](t.Arrows) {
			if to, ok := m.Area(name); ok && m.Linked(from, to) {
				m.arrows.Link(from, to)
			}
		}
	}
	for from, next := range m.arrows {
		for _, to := range next {
			if m.Linked(to, Area(from)) && !m.arrows.Linked(to, Area(from)) {
				r.Fault("%s: it has an arrow to %s, which has a link back and no arrow", m.Name(Area(from)), m.Name(to))
			}
		}
	}
}

// others checks that the codes and other names of places are unambiguous.
func (r mapReader) others() {
	whole := func(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", " ")) }
	seen := map[string]string{}
	for _, p := range r.m.Places {
		seen[whole(p.Name)] = p.Name
	}
	for _, p := range r.m.Places {
		name := pack.Named("place", p.Name)
		if len(p.Code) != 3 || strings.ContainsFunc(p.Code, func(c rune) bool { return c < 'a' || c > 'z' }) {
			r.Fault("%s: its code is %q, and must have three small letters", name, p.Code)
		} else if isShortWord(p.Code) {
			r.Fault("%s: its code is %s, which is a word of orders", name, p.Code)
		} else if other, twice := seen[p.Code]; twice {
			r.Fault("%s: its code is %s, and that is %s", name, p.Code, other)
		}
		seen[p.Code] = p.Name
	}
	for _, p := range r.m.Places {
		name := pack.Named("place", p.Name)
		if n := len(p.Also); n > maxAlso {
			r.Fault("%s: at most %d other names, %d given", name, maxAlso, n)
		}
		for _, also := range p.Also {
			if !pack.IsName(also, maxName) {
				r.Fault("%s: it is also called %q, which is no name of plain letters", name, also)
			}
			if other, twice := seen[whole(also)]; twice {
				r.Fault("%s: it is also called %s, and that is %s", name, also, other)
			}
			seen[whole(also)] = p.Name
		}
	}
}

// values checks the numbers of each place. A coast without a border defence gets its interior one (DH-22).
func (r mapReader) values() {
	for i := range r.m.Places {
		p := &r.m.Places[i]
		name := pack.Named("place", p.Name)
		within := func(what string, n int) {
			if n < 1 || n > maxValue {
				r.Fault("%s: its %s is %d, and must be from 1 to %d (U1)", name, what, n, maxValue)
			}
		}
		if len(r.m.next[i]) == 0 {
			r.Fault("%s: nothing is next to it (U1)", name)
		}
		if p.Sea {
			within("difficulty", p.Difficulty)
			continue
		}
		if !slices.Contains(natives(), p.Native) {
			r.Fault("%s: its native defence is %d, and must be 2, 3, 5 or 6 (U1)", name, p.Native)
		}
		within("interior defence", p.Interior)
		switch coastal := r.m.coastal(Area(i)); {
		case coastal && p.Border == 0:
			p.Border = p.Interior
		case coastal:
			within("border defence", p.Border)
		case p.Border != 0:
			r.Fault("%s: it has a border defence, and is on no sea", name)
		}
	}
}

// cities checks that there is a start city for each player, and that all territories can be reached from them (U2).
func (r mapReader) cities(title string) {
	m := r.m
	starts := m.ofNative(5)
	if most := slices.Max(append(slices.Clone(m.Players), 0)); len(starts) < most {
		r.Fault("%s: for %d players it needs as many start cities, which have native defence 5, and has %d (U2)",
			title, most, len(starts))
	}
	if len(starts) == 0 {
		return
	}
	for i, steps := range m.next.Steps(func(a Area) bool { return a == starts[0] }, nil) {
		if steps == graph.Unreached {
			r.Fault("%s: no way leads there from %s (U1)", pack.Named("place", m.Places[i].Name), m.Name(starts[0]))
		}
	}
}

// ofNative returns all territories with a native defence, in the order of the map.
func (m *Map) ofNative(n int) []Area {
	var out []Area
	for i, p := range m.Places {
		if !p.Sea && p.Native == n {
			out = append(out, Area(i))
		}
	}
	return out
}

// told returns a summary of a map.
func (m *Map) told() string {
	seas := 0
	for _, p := range m.Places {
		if p.Sea {
			seas++
		}
	}
	return fmt.Sprintf("%s with %d territories and %d seas", m.Title, len(m.Places)-seas, seas)
}
