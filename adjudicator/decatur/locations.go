package decatur

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// locations reads the properties of the locations, and sorts them by name.
func (r *packReader) locations(given []locationText) {
	b := r.board
	for _, g := range given {
		l := Location{Name: g.Name, Region: Region(g.Region), Commonwealth: Commonwealth(g.Commonwealth)}
		name := pack.Named("location", g.Name)
		if !slices.Contains(Regions, l.Region) {
			r.Fault("%s: its region is %q, and must be one of %s (K6)", name, l.Region,
				adjudicator.Listed(Regions, "or"))
		}
		if !slices.Contains(Commonwealths, l.Commonwealth) {
			r.Fault("%s: its commonwealth is %q, and must be one of %s (K6)", name, l.Commonwealth,
				adjudicator.Listed(Commonwealths, "or"))
		}
		for _, o := range pack.List[Ocean](g.Coast) {
			switch {
			case !slices.Contains(Oceans, o):
				r.Fault("%s: its coast is on %q, which is not %s (K6)", name, o, adjudicator.Listed(Oceans, "or"))
			case slices.Contains(l.Oceans, o):
				r.Fault("%s: its coast has %s twice", name, o)
			default:
				l.Oceans = append(l.Oceans, o)
			}
		}
		slices.SortFunc(l.Oceans, func(x, y Ocean) int { return slices.Index(Oceans, x) - slices.Index(Oceans, y) })
		b.Locations = append(b.Locations, l)
	}
	slices.SortStableFunc(b.Locations, func(x, y Location) int { return strings.Compare(x.Name, y.Name) })
	var names []string
	for _, l := range b.Locations {
		names = append(names, l.Name)
	}
	r.Names("location", maxName, names)
	r.inhabited()
}

// inhabited adds faults for regions and commonwealths without locations.
func (r *packReader) inhabited() {
	regions, commonwealths := slices.Clone(Regions), slices.Clone(Commonwealths)
	for _, l := range r.board.Locations {
		regions = slices.DeleteFunc(regions, func(g Region) bool { return g == l.Region })
		commonwealths = slices.DeleteFunc(commonwealths, func(c Commonwealth) bool { return c == l.Commonwealth })
	}
	if len(regions) > 0 {
		r.Fault("locations: none is in the region %s (K6)", adjudicator.Listed(regions, "or"))
	}
	if len(commonwealths) > 0 {
		r.Fault("locations: none is of the commonwealth %s (K6)", adjudicator.Listed(commonwealths, "or"))
	}
}

// links reads the dashed lines, each of which must be listed at both ends.
func (r *packReader) links(given []locationText) {
	b := r.board
	var names []string
	for _, l := range b.Locations {
		names = append(names, l.Name)
	}
	find := func(name string) (Loc, bool) {
		i := slices.Index(names, name)
		return Loc(i), i >= 0 && name != ""
	}
	b.links = graph.New[Loc](len(names))
	for _, g := range given {
		if from, ok := find(g.Name); ok {
			pack.Link(&r.Reader, b.links, "location", g.Name, from, pack.List[string](g.Links), find)
		}
	}
	pack.Returned(&r.Reader, b.links, names)
}

// connected adds faults for locations that can't be reached. Those on a coast always can, because each ocean is
// adjacent to the Indian Ocean.
func (r *packReader) connected() {
	b := r.board
	for i, steps := range b.links.Steps(func(l Loc) bool { return len(b.Locations[l].Oceans) > 0 }, nil) {
		if steps == graph.Unreached {
			r.Fault("%s: no dashed line and no ocean leads there (DC-18)", pack.Named("location", b.Locations[i].Name))
		}
	}
}
