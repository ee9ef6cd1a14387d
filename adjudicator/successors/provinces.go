package successors

import (
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// places reads the provinces and seas, sorts each kind by name, and links them (U1).
func (r *packReader) places(p *edition) {
	b := r.board
	if n := len(p.Province) + len(p.Sea); n > maxPlaces {
		r.Fault("provinces and seas: at most %d, %d given (U1)", maxPlaces, n)
		return
	}
	if len(p.Province) == 0 || len(p.Sea) == 0 {
		r.Fault("provinces and seas: %d and %d given, and the map needs some of both (U1)", len(p.Province), len(p.Sea))
	}
	var sites []pack.Site
	for _, g := range p.Province {
		b.Places = append(b.Places, r.province(g))
		sites = append(sites, pack.Site{Name: g.Name, Links: pack.List[string](g.Links),
			Seas: pack.List[string](g.Seas)})
	}
	for _, g := range p.Sea {
		sites = append(sites, pack.Site{Name: g.Name, Sea: true, Links: pack.List[string](g.Links)})
		b.Places = append(b.Places, Place{Name: g.Name, Sea: true})
	}
	slices.SortStableFunc(b.Places, func(x, y Place) int { return x.site().Order(y.site()) })
	b.links = pack.Sited[Area](&r.Reader, "province", "sea", maxName, sites)
	for a, place := range b.Places {
		if place.Port && !b.Coastal(Area(a)) {
			r.Fault("%s: it has a port, and no sea (K1)", place.Name)
		}
	}
	r.connected()
}

// site returns the fields of a place by which places are sorted.
func (p Place) site() pack.Site { return pack.Site{Name: p.Name, Sea: p.Sea} }

func (r *packReader) province(g provinceText) Place {
	p, name := Place{Name: g.Name, Value: g.Value, Port: g.Port, Rough: g.Terrain == "rough"},
		pack.Named("place", g.Name)
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

func (r *packReader) place(name string, sea bool) (Area, bool) {
	i := slices.IndexFunc(r.board.Places, func(p Place) bool { return p.Name == name && p.Sea == sea })
	return Area(i), i >= 0 && name != ""
}

// connected reports places that can't be reached as faults.
func (r *packReader) connected() {
	b := r.board
	for i, steps := range b.links.Steps(func(a Area) bool { return a == 0 }, nil) {
		if steps == graph.Unreached {
			r.Fault("%s: no way leads there from %s (SU-10, SU-11)", pack.Named("place", b.Places[i].Name), b.Name(0))
		}
	}
}
