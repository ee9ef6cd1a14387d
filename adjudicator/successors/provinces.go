package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/pack"
)

// places reads provinces and seas, puts each in the order of their names, and joins them (U1).
func (r *packReader) places(p *edition) {
	b := r.board
	if n := len(p.Province) + len(p.Sea); n > maxPlaces {
		r.Fault("provinces and seas: at most %d, %d given (U1)", maxPlaces, n)
		return
	}
	if len(p.Province) == 0 || len(p.Sea) == 0 {
		r.Fault("provinces and seas: %d and %d given, and the map needs some of both (U1)", len(p.Province), len(p.Sea))
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
	var names []string
	for _, p := range b.Places {
		names = append(names, p.Name)
	}
	r.Names("place", maxName, names)
	for _, g := range p.Province {
		r.join(g.Name, g.Links, false, false)
		r.join(g.Name, g.Seas, false, true)
	}
	for _, g := range p.Sea {
		r.join(g.Name, g.Links, true, true)
	}
	pack.Returned(&r.Reader, b.links, names)
	for a, place := range b.Places {
		if place.Port && !b.Coastal(Area(a)) {
			r.Fault("%s: it has a port, and no sea (K1)", place.Name)
		}
	}
	r.connected()
}

func (r *packReader) province(g provinceText) Place {
	p, name := Place{Name: g.Name, Value: g.Value, Port: g.Port, Rough: g.Terrain == "rough"}, pack.Named("place", g.Name)
	if g.Value < 0 || g.Value > 6 {
		r.Fault("%s: its value is %d, and must be from 0 to 6 (K1)", name, g.Value)
	}
	if g.Terrain != "normal" && g.Terrain != "rough" {
		r.Fault(`%s: its terrain is %q, and must be "normal" or "rough" (K1)`, name, g.Terrain)
	}
	kinds := map[string]Type{"cavalry": Cavalry, "infantry": Infantry, "elephants": Elephant}
	for _, word := range pack.List[string](g.Raises) {
		t, ok := kinds[word]
		switch {
		case !ok:
			r.Fault("%s: it raises %q, which is not cavalry, infantry or elephants (K1, SU-9)", name, word)
		case slices.Contains(p.Raise, t):
			r.Fault("%s: it raises %s twice", name, word)
		default:
			p.Raise = append(p.Raise, t)
		}
	}
	slices.SortFunc(p.Raise, func(x, y Type) int { return slices.Index(Types, x) - slices.Index(Types, y) })
	return p
}

// join reads the links of a province or sea to some of the other kind or its own. What a province has by the sea is
// said by the province alone, so that is joined at both ends.
func (r *packReader) join(name, list string, fromSea, toSea bool) {
	from, ok := r.place(name, fromSea)
	if !ok {
		return
	}
	kind := map[bool]string{false: "province", true: "sea"}[toSea]
	added := pack.Link(&r.Reader, r.board.links, kind, name, from, list, func(name string) (Area, bool) { return r.place(name, toSea) })
	if fromSea != toSea {
		for _, to := range added {
			r.board.links[[2]Area{to, from}] = true
		}
	}
}

func (r *packReader) place(name string, sea bool) (Area, bool) {
	i := slices.IndexFunc(r.board.Places, func(p Place) bool { return p.Name == name && p.Sea == sea })
	return Area(i), i >= 0 && name != ""
}

// connected finds places without a way to them.
func (r *packReader) connected() {
	b := r.board
	reached := pack.Reached(len(b.Places), func(i int) bool { return i == 0 }, func(i, j int) bool { return b.links[[2]Area{Area(i), Area(j)}] })
	for i, p := range b.Places {
		if !reached[i] {
			r.Fault("%s: no way leads there from %s (SU-10, SU-11)", pack.Named("place", p.Name), b.Name(0))
		}
	}
}
