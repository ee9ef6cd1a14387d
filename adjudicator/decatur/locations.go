package decatur

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// locations reads what each location is, and puts them in the order of their names.
func (r *packReader) locations(given []locationText) {
	b := r.board
	for _, g := range given {
		l := Location{Name: g.Name, Region: Region(g.Region), Commonwealth: Commonwealth(g.Commonwealth)}
		name := orUnnamed(g.Name)
		if !isName(g.Name) {
			r.fault("%s: a location's name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most %d of all", name, maxName)
		}
		if !slices.Contains(Regions, l.Region) {
			r.fault("%s: its region is %q, and must be one of %s (K6)", name, l.Region, adjudicator.Listed(Regions, "or"))
		}
		if !slices.Contains(Commonwealths, l.Commonwealth) {
			r.fault("%s: its commonwealth is %q, and must be one of %s (K6)", name, l.Commonwealth, adjudicator.Listed(Commonwealths, "or"))
		}
		for _, o := range packList[Ocean](g.Coast) {
			switch {
			case !slices.Contains(Oceans, o):
				r.fault("%s: its coast is on %q, which is not %s (K6)", name, o, adjudicator.Listed(Oceans, "or"))
			case slices.Contains(l.Oceans, o):
				r.fault("%s: its coast has %s twice", name, o)
			default:
				l.Oceans = append(l.Oceans, o)
			}
		}
		slices.SortFunc(l.Oceans, func(x, y Ocean) int { return slices.Index(Oceans, x) - slices.Index(Oceans, y) })
		b.Locations = append(b.Locations, l)
	}
	slices.SortStableFunc(b.Locations, func(x, y Location) int { return strings.Compare(x.Name, y.Name) })
	seen := map[string]string{}
	for _, l := range b.Locations {
		key := strings.ToLower(strings.ReplaceAll(l.Name, "-", " "))
		if other, twice := seen[key]; twice && l.Name != "" {
			r.fault("%s: its name is that of %s, too", l.Name, other)
		}
		seen[key] = l.Name
	}
	r.inhabited()
}

// inhabited finds regions and commonwealths without a location.
func (r *packReader) inhabited() {
	regions, commonwealths := slices.Clone(Regions), slices.Clone(Commonwealths)
	for _, l := range r.board.Locations {
		regions = slices.DeleteFunc(regions, func(g Region) bool { return g == l.Region })
		commonwealths = slices.DeleteFunc(commonwealths, func(c Commonwealth) bool { return c == l.Commonwealth })
	}
	if len(regions) > 0 {
		r.fault("locations: none is in the region %s (K6)", adjudicator.Listed(regions, "or"))
	}
	if len(commonwealths) > 0 {
		r.fault("locations: none is of the commonwealth %s (K6)", adjudicator.Listed(commonwealths, "or"))
	}
}

// isName reports whether text can be a location's name, which orders have to be read by and lists ordered by.
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

// links reads the dashed lines, each of which stands at both of its ends.
func (r *packReader) links(given []locationText) {
	b := r.board
	number := map[string]Loc{}
	for i, l := range b.Locations {
		number[l.Name] = Loc(i)
	}
	for _, g := range given {
		from := number[g.Name]
		for _, name := range packList[string](g.Links) {
			to, ok := number[name]
			switch {
			case !ok || name == "":
				r.fault("%s: it has a link to %q, and there is no such location", orUnnamed(g.Name), name)
			case to == from:
				r.fault("%s: it has a link to itself", g.Name)
			case b.links[[2]Loc{from, to}]:
				r.fault("%s: its link to %s comes twice", g.Name, name)
			default:
				b.links[[2]Loc{from, to}] = true
			}
		}
	}
	for from := range b.Locations {
		for to := range b.Locations {
			if x, y := Loc(from), Loc(to); b.Adjacent(x, y) && !b.Adjacent(y, x) {
				r.fault("%s: it has a link to %s, which has none back", b.Name(x), b.Name(y))
			}
		}
	}
}

// connected finds locations without a way to them. All with a coast have one, as each ocean is next to the Indian.
func (r *packReader) connected() {
	b := r.board
	reached := make([]bool, len(b.Locations))
	var next []Loc
	reach := func(l Loc) {
		if !reached[l] {
			reached[l] = true
			next = append(next, l)
		}
	}
	for i, l := range b.Locations {
		if len(l.Oceans) > 0 {
			reach(Loc(i))
		}
	}
	for len(next) > 0 {
		l := next[0]
		next = next[1:]
		for to := range b.Locations {
			if b.Adjacent(l, Loc(to)) || b.Adjacent(Loc(to), l) {
				reach(Loc(to))
			}
		}
	}
	for i, l := range b.Locations {
		if !reached[i] {
			r.fault("%s: no dashed line and no ocean leads there (DC-18)", orUnnamed(l.Name))
		}
	}
}
