package dishonest

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/graph"
)

// A knownPlace is a region or sea-zone that the rules mention (K6).
type knownPlace struct {
	name string
	sea  bool
	in   []string // its continents
}

func knownPlaces() []knownPlace {
	europe, east := "Europe", "Middle East"
	return []knownPlace{
		{name: "Hawaii", in: []string{"Americas"}},
		{name: "Moscow", in: []string{europe}}, {name: "Caucasus", in: []string{europe}},
		{name: "Turkey", in: []string{europe, east}}, {name: "Ukraine", in: []string{europe}},
		{name: "Romania", in: []string{europe}}, {name: "Balkans", in: []string{europe}},
		{name: "Egypt", in: []string{"Africa"}}, {name: "Libya", in: []string{"Africa"}},
		{name: "Levant", in: []string{east}}, {name: "Iraq", in: []string{east}}, {name: "Persia", in: []string{east}},
		{name: "Afghanistan", in: []string{east}}, {name: "Formosa", in: []string{"Asia"}},
		{name: "Central Pacific", sea: true}, {name: "East China Sea", sea: true}, {name: "Aegean Sea", sea: true},
	}
}

// known checks that an edition agrees with everything that is publicly known of the published game.
func (r *packReader) known() {
	b := r.board
	for _, k := range knownPlaces() {
		a, ok := r.place(k.name, k.sea)
		switch {
		case !ok && k.sea:
			r.Fault("sea-zones: there must be one that is called %s (K6)", k.name)
		case !ok:
			r.Fault("regions: there must be one that is called %s (K6)", k.name)
		case !k.sea && !sameParts(b.Places[a].Continents, k.in):
			r.Fault("%s: it must lie in %s (K6)", k.name, adjudicator.Listed(k.in, "and"))
		}
	}
	for _, p := range b.Places {
		is := func(k knownPlace) bool { return k.name == p.Name }
		if slices.Contains(p.Continents, "Middle East") && !slices.ContainsFunc(knownPlaces(), is) {
			r.Fault("%s: it can't lie in the Middle East, which is Turkey, Levant, Iraq, Persia and Afghanistan (K6)",
				p.Name)
		}
	}
	if a, ok := r.place("Levant", false); ok && !slices.Contains(b.Places[a].Also, "Palestine") {
		r.Fault("Levant: it must also be called Palestine (K6)")
	}
	if a, ok := r.place("Ukraine", false); ok && b.Places[a].Home != "USSR" {
		r.Fault("Ukraine: it must be a homeland of the USSR (K7)")
	}
	if a, ok := r.place("Egypt", false); ok && !b.Places[a].Objective {
		r.Fault("Egypt: it must have an objective (K7)")
	}
	r.knownWays()
}

// sameParts reports whether two lists have the same elements in any order.
func sameParts(x, y []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y)))
}

// knownWays checks the paths in the examples of the rules (K7).
func (r *packReader) knownWays() {
	b := r.board
	for _, k := range [][2]string{{"Ukraine", "Romania"}, {"Ukraine", "Caucasus"}, {"Levant", "Egypt"},
		{"Egypt", "Aegean Sea"}, {"East China Sea", "Central Pacific"}, {"Formosa", "East China Sea"}} {
		x, ok := b.Area(k[0])
		y, ok2 := b.Area(k[1])
		if ok && ok2 && !b.Linked(x, y) {
			r.Fault("%s: %s must be next to it (K7)", k[0], k[1])
		}
	}
	byLand := func(a Area) bool { return !b.IsSea(a) && !b.Places[a].Impassable }
	bySea := func(a Area) bool { return b.IsSea(a) && !b.Places[a].Impassable }
	within := func(from, to Area, n int, through func(Area) bool) bool {
		steps := b.links.Steps(func(a Area) bool { return a == from }, through)[to]
		return steps != graph.Unreached && steps <= n
	}
	libya, ok := b.Area("Libya")
	egypt, ok2 := b.Area("Egypt")
	if ok && ok2 && !within(libya, egypt, 2, byLand) {
		r.Fault("Libya: Egypt must be one or two regions away (K7)")
	}
	balkans, ok := b.Area("Balkans")
	aegean, ok2 := b.Area("Aegean Sea")
	if ok && ok2 && !within(balkans, aegean, amphibious, bySea) {
		r.Fault("Balkans: the Aegean Sea must be in reach within %d sea-zones (K7)", amphibious)
	}
}
