package successors

import (
	"slices"
	"strings"
)

// places reads provinces and seas, puts each in the order of their names, and joins them (U1).
func (r *packReader) places(p *pack) {
	b := r.board
	if n := len(p.Province) + len(p.Sea); n > maxPlaces {
		r.fault("provinces and seas: at most %d, %d given (U1)", maxPlaces, n)
		return
	}
	if len(p.Province) == 0 || len(p.Sea) == 0 {
		r.fault("provinces and seas: %d and %d given, and the map needs some of both (U1)", len(p.Province), len(p.Sea))
	}
	for _, g := range p.Province {
		b.Places = append(b.Places, r.province(g))
	}
	for _, g := range p.Sea {
		b.Places = append(b.Places, Place{Name: g.Name, Sea: true})
	}
	slices.SortStableFunc(b.Places, func(x, y Place) int {
		if x.Sea != y.Sea {
			return map[bool]int{false: -1, true: 1}[x.Sea]
		}
		return strings.Compare(x.Name, y.Name)
	})
	r.names()
	for _, g := range p.Province {
		r.join(g.Name, g.Links, false, false)
		r.join(g.Name, g.Seas, false, true)
	}
	for _, g := range p.Sea {
		r.join(g.Name, g.Links, true, true)
	}
	r.returned()
	for a, place := range b.Places {
		if place.Port && !b.Coastal(Area(a)) {
			r.fault("%s: it has a port, and no sea (K1)", place.Name)
		}
	}
	r.connected()
}

func (r *packReader) province(g provinceText) Place {
	p, name := Place{Name: g.Name, Value: g.Value, Port: g.Port, Rough: g.Terrain == "rough"}, orUnnamed(g.Name)
	if g.Value < 0 || g.Value > 6 {
		r.fault("%s: its value is %d, and must be from 0 to 6 (K1)", name, g.Value)
	}
	if g.Terrain != "normal" && g.Terrain != "rough" {
		r.fault(`%s: its terrain is %q, and must be "normal" or "rough" (K1)`, name, g.Terrain)
	}
	kinds := map[string]Type{"cavalry": Cavalry, "infantry": Infantry, "elephants": Elephant}
	for _, word := range packList(g.Raises) {
		t, ok := kinds[word]
		switch {
		case !ok:
			r.fault("%s: it raises %q, which is not cavalry, infantry or elephants (K1, SU-9)", name, word)
		case slices.Contains(p.Raise, t):
			r.fault("%s: it raises %s twice", name, word)
		default:
			p.Raise = append(p.Raise, t)
		}
	}
	slices.SortFunc(p.Raise, func(x, y Type) int { return slices.Index(Types, x) - slices.Index(Types, y) })
	return p
}

// names checks that each place can be told from all others by its name.
func (r *packReader) names() {
	seen := map[string]string{}
	for _, p := range r.board.Places {
		if !isName(p.Name) {
			r.fault("%s: a name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most %d of all", orUnnamed(p.Name), maxName)
		}
		key := strings.ToLower(strings.ReplaceAll(p.Name, "-", " "))
		if other, twice := seen[key]; twice && p.Name != "" {
			r.fault("%s: its name is that of %s, too", p.Name, other)
		}
		seen[key] = p.Name
	}
}

// isName reports whether text can be a place's name, which orders have to be read by and lists ordered by.
func isName(text string) bool {
	if text == "" || len(text) > maxName || text[0] < 'A' || text[0] > 'Z' {
		return false
	}
	letter := false
	for _, c := range []byte(text) {
		was := letter
		letter = 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
		if !letter && (!was || !strings.ContainsRune(" -'", rune(c))) {
			return false
		}
	}
	return letter
}

// join reads the links of a province or sea to some of the other kind or its own. What a province has by the sea is
// said by the province alone, so that is joined at both ends.
func (r *packReader) join(name, list string, fromSea, toSea bool) {
	b, what := r.board, map[bool]string{false: "province", true: "sea"}
	from, ok := r.place(name, fromSea)
	if !ok {
		return
	}
	for _, other := range packList(list) {
		to, ok := r.place(other, toSea)
		switch {
		case !ok:
			r.fault("%s: it has a link to %q, and there is no such %s", name, other, what[toSea])
		case to == from:
			r.fault("%s: it has a link to itself", name)
		case b.links[[2]Area{from, to}]:
			r.fault("%s: its link to %s comes twice", name, other)
		default:
			b.links[[2]Area{from, to}] = true
			if fromSea != toSea {
				b.links[[2]Area{to, from}] = true
			}
		}
	}
}

func (r *packReader) place(name string, sea bool) (Area, bool) {
	i := slices.IndexFunc(r.board.Places, func(p Place) bool { return p.Name == name && p.Sea == sea })
	return Area(i), i >= 0 && name != ""
}

// returned finds links that stand only at one of their ends.
func (r *packReader) returned() {
	b := r.board
	for _, x := range b.areas() {
		for _, y := range b.areas() {
			if b.links[[2]Area{x, y}] && !b.links[[2]Area{y, x}] {
				r.fault("%s: it has a link to %s, which has none back", b.Name(x), b.Name(y))
			}
		}
	}
}

// connected finds places without a way to them.
func (r *packReader) connected() {
	b := r.board
	if len(b.Places) == 0 {
		return
	}
	reached := make([]bool, len(b.Places))
	reached[0] = true
	for next := []Area{0}; len(next) > 0; next = next[1:] {
		for _, to := range b.areas() {
			if !reached[to] && (b.links[[2]Area{next[0], to}] || b.links[[2]Area{to, next[0]}]) {
				reached[to] = true
				next = append(next, to)
			}
		}
	}
	for i, p := range b.Places {
		if !reached[i] {
			r.fault("%s: no way leads there from %s (SU-10, SU-11)", orUnnamed(p.Name), b.Name(0))
		}
	}
}
