package deadman

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// spy determines which units espionage orders find, from their places at the season's end (DM-10, DM-11, DM-12, DM-13).
// Several spies of one power are independent (DM-14), and an eliminated power has no units to be found (DM-15).
func (s *season) spy() {
	b := standard()
	s.found, s.seenBy = make([][]diplomacy.Loc, len(s.was)), make([][]diplomacy.Power, len(s.was))
	for i, o := range s.orders {
		if o.verb != spy || s.failed[i] {
			continue
		}
		for _, space := range b.asListed(b.Touching(b.Province(s.was[i].At))) {
			j := s.endedIn(space)
			if j < 0 || s.was[j].Power != o.on {
				continue
			}
			s.found[i] = append(s.found[i], space)
			if s.is(optStars, "spy") || !slices.Contains(s.seenBy[j], s.was[i].Power) {
				s.seenBy[j] = append(s.seenBy[j], s.was[i].Power)
			}
		}
	}
}

// endedIn returns the index of the unit in a province at the season's end, or -1.
func (s *season) endedIn(province diplomacy.Loc) int {
	return slices.IndexFunc(s.end, func(at diplomacy.Loc) bool {
		return at != diplomacy.NoLoc && standard().Province(at) == province
	})
}

// asListed sorts spaces as in the example of the rules: seas first, each kind in alphabetical order.
func (b board) asListed(spaces []diplomacy.Loc) []diplomacy.Loc {
	kind := func(l diplomacy.Loc) int {
		if b.Terrain(l) == diplomacy.Sea {
			return 0
		}
		return 1
	}
	slices.SortFunc(spaces, func(x, y diplomacy.Loc) int {
		return cmp.Or(kind(x)-kind(y), strings.Compare(b.Abbr(x), b.Abbr(y)))
	})
	return spaces
}

// peek determines the results of the peeks, from the places of units at the season's end (DM-18, DM-19).
func (s *season) peek() {
	s.peeks = make([][]Peek, len(s.sheets))
	for power, sheet := range s.sheets {
		for _, at := range sheet.peeks {
			s.peeks[power] = append(s.peeks[power], Peek{Space: standard().Abbr(at), Occupied: s.endedIn(at) >= 0})
		}
	}
}

// known returns the latest report on each space that a power was told about, in the order of the board. A spy and a
// peek may have looked at the same space in a season.
func (p *position) known(power diplomacy.Power) []Sighting {
	latest := map[string][]Sighting{}
	for _, s := range p.History {
		for _, seen := range s.Powers[power].sightings(s.Phase) {
			if was := latest[seen.Space]; len(was) > 0 && was[0].Phase != seen.Phase {
				latest[seen.Space] = nil
			}
			latest[seen.Space] = append(latest[seen.Space], seen)
		}
	}
	var out []Sighting
	for _, at := range standard().Provinces() {
		out = append(out, latest[standard().Abbr(at)]...)
	}
	return out
}

// sightings returns what a power was told about single spaces in a season, without duplicates. Reports of spies come
// first, because they say more.
func (part PowerSeason) sightings(phase string) []Sighting {
	var out []Sighting
	add := func(seen Sighting) {
		if !slices.Contains(out, seen) {
			out = append(out, seen)
		}
	}
	for _, l := range part.Lines {
		for _, space := range l.Found {
			add(Sighting{Phase: phase, Space: space, Power: l.Spied, Occupied: true})
		}
	}
	for _, peek := range part.Peeks {
		add(Sighting{Phase: phase, Space: peek.Space, Occupied: peek.Occupied})
	}
	return out
}
