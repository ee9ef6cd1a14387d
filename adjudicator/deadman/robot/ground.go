package robot

import (
	"slices"
	"sync"

	"deaddrop/adjudicator/diplomacy"
)

// A ground is a board with what robots look up often.
type ground struct {
	*diplomacy.Board
	reach   [2][][]diplomacy.Loc     // by type and location: where a unit can go
	borders [2][][]diplomacy.Loc     // the same as provinces, each once
	centres []diplomacy.Loc          // the supply centres
	places  map[string]diplomacy.Loc // locations by their abbreviations
	powers  []string
}

// standard returns the board that all games are played on.
var standard = sync.OnceValue(func() *ground {
	g := &ground{Board: diplomacy.Standard(), places: map[string]diplomacy.Loc{}}
	g.centres, g.powers = g.Centres(), g.Powers()
	for l := range diplomacy.Loc(g.Locs()) {
		g.places[g.Abbr(l)] = l
		for kind := range diplomacy.Fleet + 1 {
			reach := g.Reach(kind, l)
			var provinces []diplomacy.Loc
			for _, to := range reach {
				if p := g.Province(to); !slices.Contains(provinces, p) {
					provinces = append(provinces, p)
				}
			}
			g.reach[kind], g.borders[kind] = append(g.reach[kind], reach), append(g.borders[kind], provinces)
		}
	}
	return g
})

// unit returns a unit of a power from its name, such as "F Spa(sc)".
func (g *ground) unit(name string, power diplomacy.Power) diplomacy.Unit {
	u := diplomacy.Unit{Power: power, Type: diplomacy.Army, At: g.place(name[2:])}
	if name[0] == 'F' {
		u.Type = diplomacy.Fleet
	}
	return u
}

// units returns units of a power from their names. It leaves out names that are not of a unit, as a letter may be
// unlike any that the robot knows.
func (g *ground) units(names []string, power diplomacy.Power) []diplomacy.Unit {
	var out []diplomacy.Unit
	for _, name := range names {
		if len(name) < len("A Par") {
			continue
		}
		if u := g.unit(name, power); u.At != diplomacy.NoLoc && g.CanStand(u.Type, u.At) {
			out = append(out, u)
		}
	}
	return out
}

// spaces returns locations from their abbreviations, without those that there are not.
func (g *ground) spaces(abbrs []string) []diplomacy.Loc {
	var out []diplomacy.Loc
	for _, abbr := range abbrs {
		if l := g.place(abbr); l != diplomacy.NoLoc {
			out = append(out, l)
		}
	}
	return out
}

// place returns a location from its abbreviation.
func (g *ground) place(abbr string) diplomacy.Loc {
	if l, ok := g.places[abbr]; ok {
		return l
	}
	return diplomacy.NoLoc
}

// name returns a unit as people write it: "F Spa(sc)".
func (g *ground) name(u diplomacy.Unit) string { return u.Type.String() + " " + g.Abbr(u.At) }

// A world is the board as a robot sees or imagines it.
type world struct {
	units []diplomacy.Unit
	owner []diplomacy.Power // by province; Nobody for places that are not centres
}

// of returns the units of a power.
func (w world) of(power diplomacy.Power) []diplomacy.Unit {
	var out []diplomacy.Unit
	for _, u := range w.units {
		if u.Power == power {
			out = append(out, u)
		}
	}
	return out
}

// held counts the centres of each power.
func (w world) held(g *ground) []int {
	n := make([]int, len(g.powers))
	for _, c := range g.centres {
		if o := w.owner[c]; o != diplomacy.Nobody {
			n[o]++
		}
	}
	return n
}

// A pressure is the number of units of each power that can go to a province, by power and province.
type pressure [7][128]int8

// pressure counts who can go where.
func (g *ground) pressure(units []diplomacy.Unit) (out pressure) {
	for _, u := range units {
		for _, p := range g.borders[u.Type][u.At] {
			out[u.Power][p]++
		}
	}
	return out
}

// rivals returns, for each province, the largest number of units that one other power can send there.
func (p *pressure) rivals(me diplomacy.Power) (out [128]int8) {
	for power := range p {
		if diplomacy.Power(power) == me {
			continue
		}
		for l, n := range p[power] {
			out[l] = max(out[l], n)
		}
	}
	return out
}
