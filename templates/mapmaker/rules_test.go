//go:build !race

package mapmaker_test

import (
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
	"deaddrop/templates/atlas"
	"deaddrop/templates/mapmaker"
)

// rules returns those that each map is drawn for.
func rules() map[string]mapmaker.Ruled {
	return map[string]mapmaker.Ruled{"standard": diplomacyRules(diplomacy.Standard()), "decatur": decaturRules(decatur.House()), "successors": successorsRules(successors.House()),
		"dishonest": dishonestRules(dishonest.House()), "dealers-europe": dealersRules("Europe"), "dealers-america": dealersRules("North America")}
}

// diplomacyRules returns the borders of a board of Diplomacy.
func diplomacyRules(b *diplomacy.Board) mapmaker.Ruled {
	r := mapmaker.Ruled{Armies: map[string][]string{}, Fleets: map[string][]string{}, Coasts: map[string]map[string][]string{}}
	reach := func(t diplomacy.UnitType, from diplomacy.Loc) []string {
		var out []string
		for _, to := range b.Reach(t, from) {
			out = append(out, b.Abbr(b.Province(to)))
		}
		return out
	}
	for _, p := range b.Provinces() {
		name := b.Abbr(p)
		r.Places = append(r.Places, name)
		if b.IsCentre(p) {
			r.Centres = append(r.Centres, name)
		}
		r.Armies[name] = reach(diplomacy.Army, p)
		r.Fleets[name] = reach(diplomacy.Fleet, p)
		for _, coast := range b.Coasts(p) {
			_, code, _ := strings.Cut(strings.ToLower(b.Code(coast)), "/")
			if r.Coasts[name] == nil {
				r.Coasts[name] = map[string][]string{}
			}
			r.Coasts[name][code] = reach(diplomacy.Fleet, coast)
			r.Fleets[name] = append(r.Fleets[name], r.Coasts[name][code]...)
		}
	}
	return r
}

// decaturRules returns the lines and oceans of a board of Decatur.
func decaturRules(b *decatur.Board) mapmaker.Ruled {
	r := mapmaker.Ruled{Lines: map[string][]string{}, Fleets: map[string][]string{}, Marks: map[string]mapmaker.Marks{}}
	for i, o := range decatur.Oceans {
		r.Places = append(r.Places, string(o))
		if i > 0 {
			r.Fleets[string(o)] = []string{string(decatur.Oceans[i-1])}
		}
	}
	for x, l := range b.Locations {
		r.Places = append(r.Places, l.Name)
		r.Marks[l.Name] = mapmaker.Marks{Symbols: []atlas.Symbol{{Kind: string(l.Commonwealth), Count: 1}}}
		for _, o := range l.Oceans {
			r.Fleets[l.Name] = append(r.Fleets[l.Name], string(o))
		}
		for y, other := range b.Locations {
			if b.Adjacent(decatur.Loc(x), decatur.Loc(y)) {
				r.Lines[l.Name] = append(r.Lines[l.Name], other.Name)
			}
		}
	}
	return r
}

// successorsRules returns the borders of a board of Successors, and what its provinces show.
func successorsRules(b *successors.Board) mapmaker.Ruled {
	r := mapmaker.Ruled{Armies: map[string][]string{}, Fleets: map[string][]string{}, Marks: map[string]mapmaker.Marks{}}
	for i, p := range b.Places {
		r.Places = append(r.Places, p.Name)
		for _, next := range b.Next(successors.Area(i), true) {
			r.Armies[p.Name] = append(r.Armies[p.Name], b.Name(next))
		}
		for _, next := range b.Next(successors.Area(i), false) {
			r.Fleets[p.Name] = append(r.Fleets[p.Name], b.Name(next))
		}
		if !p.Sea {
			m := mapmaker.Marks{Value: strconv.Itoa(p.Value), Rough: p.Rough, Port: p.Port}
			for _, unit := range p.Raise {
				m.Raises = append(m.Raises, unit.String())
			}
			r.Marks[p.Name] = m
		}
	}
	return r
}

// dishonestRules returns the borders and canals of a board of Dishonest Decade, and what its places show.
func dishonestRules(b *dishonest.Board) mapmaker.Ruled {
	r := mapmaker.Ruled{Armies: map[string][]string{}, Fleets: map[string][]string{}, Marks: map[string]mapmaker.Marks{}, Canals: map[string]mapmaker.Canal{}}
	for i, p := range b.Places {
		r.Places = append(r.Places, p.Name)
		for _, next := range b.Next(dishonest.Area(i)) {
			into := r.Fleets
			if !p.Sea && !b.IsSea(next) {
				into = r.Armies
			}
			into[p.Name] = append(into[p.Name], b.Name(next))
		}
		var m mapmaker.Marks
		add := func(kind string, n int) {
			if n > 0 {
				m.Symbols = append(m.Symbols, atlas.Symbol{Kind: kind, Count: n})
			}
		}
		if p.Objective {
			add("objective", 1)
		}
		add("factory", p.Yield[dishonest.Money])
		add("crate", p.Yield[dishonest.Supply])
		add("government", p.Yield[dishonest.Operations])
		add("derrick", p.Yield[dishonest.Oil])
		if p.Impassable {
			add("impassable", 1)
		}
		r.Marks[p.Name] = m
	}
	for _, c := range b.Canals {
		r.Canals[c.Name] = mapmaker.Canal{Land: b.Name(c.Region), Seas: [2]string{b.Name(c.Seas[0]), b.Name(c.Seas[1])}}
	}
	return r
}

// dealersRules returns the borders and arrows of a map of Dealers in Hope, and the numbers of its places.
func dealersRules(title string) mapmaker.Ruled {
	r := mapmaker.Ruled{Armies: map[string][]string{}, Fleets: map[string][]string{}, Crossings: map[string][]string{}, Marks: map[string]mapmaker.Marks{}}
	maps := dealers.House().Maps
	m := &maps[slices.IndexFunc(maps, func(m dealers.Map) bool { return m.Title == title })]
	for i, p := range m.Places {
		r.Places = append(r.Places, p.Name)
		for _, next := range m.Next(dealers.Area(i)) {
			into := r.Fleets
			switch {
			case m.Arrow(dealers.Area(i), next):
				into = r.Crossings
			case !p.Sea && !m.IsSea(next):
				into = r.Armies
			}
			into[p.Name] = append(into[p.Name], m.Name(next))
		}
		symbols := []atlas.Symbol{{Kind: "natives", Count: p.Native}, {Kind: "interior", Count: p.Interior}, {Kind: "border", Count: p.Border}, {Kind: "difficulty", Count: p.Difficulty}}
		r.Marks[p.Name] = mapmaker.Marks{Symbols: slices.DeleteFunc(symbols, func(s atlas.Symbol) bool { return s.Count == 0 })}
	}
	return r
}
