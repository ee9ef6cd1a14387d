package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

type regionText struct {
	Name, Also, Continent, Home, Symbols, Links, Seas string
	Impassable, Objective                             bool
	Garrison                                          int
}

type seaText struct {
	Name, Also, Links string
	Impassable        bool
}

type canalText struct{ Name, Region, Seas string }

// continents returns all continents (DD-44).
func continents() []string { return []string{"Americas", "Europe", "Africa", "Middle East", "Asia"} }

// The symbols of regions, by what they yield.
var symbolNames = map[string]Resource{
	"factory": Money, "factories": Money, "crate": Supply, "crates": Supply,
	"government": Operations, "governments": Operations, "derrick": Oil, "derricks": Oil,
}

// places reads regions and sea-zones, sorts each kind by name, and links them (U2).
func (r *packReader) places(p *edition) {
	b := r.board
	if n := len(p.Region) + len(p.Sea); n > maxPlaces {
		r.Fault("regions and sea-zones: at most %d, %d given (U2)", maxPlaces, n)
		return
	}
	if len(p.Region) == 0 || len(p.Sea) == 0 {
		r.Fault("regions and sea-zones: %d and %d given, and the board needs some of both (U2)",
			len(p.Region), len(p.Sea))
	}
	var sites []pack.Site
	for _, g := range p.Region {
		b.Places = append(b.Places, r.region(g))
		sites = append(sites, pack.Site{Name: g.Name, Links: pack.List[string](g.Links),
			Seas: pack.List[string](g.Seas)})
	}
	for _, g := range p.Sea {
		sites = append(sites, pack.Site{Name: g.Name, Sea: true, Links: pack.List[string](g.Links)})
		b.Places = append(b.Places, Place{Name: g.Name, Also: pack.List[string](g.Also), Sea: true,
			Impassable: g.Impassable})
	}
	slices.SortStableFunc(b.Places, func(x, y Place) int { return x.site().Order(y.site()) })
	b.links = pack.Sited[Area](&r.Reader, "region", "sea-zone", maxName, sites)
	r.others()
	for a, p := range b.Places {
		if len(b.links[a]) == 0 {
			r.Fault("%s: nothing is next to it (U2)", pack.Named("place", p.Name))
		}
	}
	r.homes()
}

// site returns the fields of a place by which places are sorted.
func (p Place) site() pack.Site { return pack.Site{Name: p.Name, Sea: p.Sea} }

func (r *packReader) region(g regionText) Place {
	name := pack.Named("place", g.Name)
	p := Place{Name: g.Name, Also: pack.List[string](g.Also), Impassable: g.Impassable,
		Continents: pack.List[string](g.Continent), Home: g.Home, Objective: g.Objective, Garrison: g.Garrison}
	for i, c := range p.Continents {
		switch {
		case !slices.Contains(r.board.Continents, c):
			r.Fault("%s: its continent is %q, and must be %s (DD-44)", name, c,
				adjudicator.Listed(r.board.Continents, "or"))
		case slices.Contains(p.Continents[:i], c):
			r.Fault("%s: its continent %s comes twice", name, c)
		}
	}
	if n := len(p.Continents); n < 1 || n > 2 {
		r.Fault("%s: it lies in one continent, or at the border of two, and %d are given (DD-44)", name, n)
	}
	if _, ok := seatOf(g.Home); !ok && g.Home != "" {
		r.Fault("%s: its home is %q, which is no power (K5, U1)", name, g.Home)
	}
	p.Yield = r.symbols(name, g.Symbols)
	if g.Garrison < 0 || g.Garrison > maxStrong {
		r.Fault("%s: its garrison is %d, and must be from 0 to %d (U4)", name, g.Garrison, maxStrong)
	}
	switch {
	case g.Impassable && (g.Home != "" || g.Objective),
		g.Impassable && (g.Garrison != 0 || p.Yield != Cubes{}):
		r.Fault("%s: nobody can ever hold an impassable region, so it has no home, symbols, objective or garrison",
			name)
	case g.Home != "" && g.Garrison != 0:
		r.Fault("%s: a homeland has no neutral garrison, as it is not neutral", name)
	}
	return p
}

// symbols reads the yield of a region, such as "2 factories, 1 crate" (U3).
func (r *packReader) symbols(name, text string) (out Cubes) {
	r.Count(name+": symbols (U3)", text, "factories, crates, governments or derricks", maxYield,
		func(word string) *int {
			kind, ok := symbolNames[word]
			if !ok {
				return nil
			}
			return &out[kind]
		})
	return out
}

// others checks that the other names of places are unambiguous.
func (r *packReader) others() {
	whole := func(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", " ")) }
	seen := map[string]string{}
	for _, p := range r.board.Places {
		seen[whole(p.Name)] = p.Name
	}
	for _, p := range r.board.Places {
		if n := len(p.Also); n > maxAlso {
			r.Fault("%s: at most %d other names, %d given", p.Name, maxAlso, n)
		}
		for _, name := range p.Also {
			if !pack.IsName(name, maxName) {
				r.Fault("%s: it is also called %q, which is no name of plain letters",
					pack.Named("place", p.Name), name)
			}
			if other, twice := seen[whole(name)]; twice {
				r.Fault("%s: it is also called %s, and that is %s", pack.Named("place", p.Name), name, other)
			}
			seen[whole(name)] = p.Name
		}
	}
}

func (r *packReader) place(name string, sea bool) (Area, bool) {
	i := slices.IndexFunc(r.board.Places, func(p Place) bool { return p.Name == name && p.Sea == sea })
	return Area(i), i >= 0 && name != ""
}

// homes checks that each power has a homeland with factories and governments, without which it could do nothing (U1,
// U3).
func (r *packReader) homes() {
	for _, s := range seats() {
		n, yield := 0, Cubes{}
		for _, p := range r.board.Places {
			if p.Home == string(s) {
				n, yield = n+1, yield.Plus(p.Yield)
			}
		}
		switch {
		case n == 0:
			r.Fault("%s: it needs a homeland (K5, U1)", s)
		case yield[Money] == 0 || yield[Operations] == 0:
			r.Fault("%s: its homeland needs a factory and a government (U3)", s)
		}
	}
}

// canals reads the canals, which join sea-zones for the holder of a region (U2, DD-23).
func (r *packReader) canals(given []canalText) {
	b := r.board
	if n := len(given); n > maxCanals {
		r.Fault("canals: at most %d, %d given", maxCanals, n)
		return
	}
	for i, g := range given {
		name := g.Name
		if !pack.IsName(name, maxName) {
			name = "a canal"
			r.Fault("canal %d: its name has plain letters, and at most %d of them", i+1, maxName)
		}
		if slices.ContainsFunc(b.Canals, func(c Canal) bool { return c.Name == g.Name }) {
			r.Fault("%s: there are two canals of that name", name)
		}
		region, ok := r.place(g.Region, false)
		if !ok {
			r.Fault("%s: its region is %q, and there is no such region", name, g.Region)
			continue
		}
		c := Canal{Name: g.Name, Region: region}
		seas := pack.List[string](g.Seas)
		if len(seas) != 2 {
			r.Fault("%s: it joins two sea-zones, and %d are given", name, len(seas))
			continue
		}
		whole := true
		for k, sea := range seas {
			a, ok := r.place(sea, true)
			if !ok || !b.Linked(region, a) {
				r.Fault("%s: it joins %q, which is no sea-zone on %s", name, sea, g.Region)
				whole = false
			}
			c.Seas[k] = a
		}
		if whole && (c.Seas[0] == c.Seas[1] || b.Linked(c.Seas[0], c.Seas[1])) {
			r.Fault("%s: %s and %s are joined without it", name, seas[0], seas[1])
		}
		b.Canals = append(b.Canals, c)
	}
}
