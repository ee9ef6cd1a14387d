package pack

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator/graph"
)

// Link adds the links of a place to a graph, from the names of the places of a kind that it is adjacent to. find
// contains the places by name. It returns the new links.
func Link[Place ~int](r *Reader, links graph.Graph[Place], kind, name string, from Place, list []string,
	find func(name string) (Place, bool)) (added []Place) {
	for _, other := range list {
		to, ok := find(other)
		switch {
		case !ok:
			r.Fault("%s: it has a link to %q, and there is no such %s", name, other, kind)
		case to == from:
			r.Fault("%s: it has a link to itself", name)
		case links.Linked(from, to):
			r.Fault("%s: its link to %s comes twice", name, other)
		default:
			links.Link(from, to)
			added = append(added, to)
		}
	}
	return added
}

// Returned adds a fault for each link that is listed at only one of its ends.
func Returned[Place ~int](r *Reader, links graph.Graph[Place], names []string) {
	for from, name := range names {
		for _, to := range links[from] {
			if !links.Linked(to, Place(from)) {
				r.Fault("%s: it has a link to %s, which has none back", name, names[to])
			}
		}
	}
}

// A Site is a place on a board of lands and seas, with the names of the adjacent places of its own kind and, for a
// land, of the seas on its coast.
type Site struct {
	Name        string
	Sea         bool
	Links, Seas []string
}

// Order compares two sites by their order on a board: lands before seas, each sorted by name.
func (s Site) Order(other Site) int {
	if s.Sea != other.Sea {
		return map[bool]int{false: -1, true: 1}[s.Sea]
	}
	return cmp.Compare(s.Name, other.Name)
}

// Sited checks the names of sites, of at most most bytes each, and returns their graph, in the order of the sites.
// The seas of a land are listed only at the land; all other links must be listed at both ends. land and sea are the
// words for such places in faults.
func Sited[Place ~int](r *Reader, land, sea string, most int, sites []Site) graph.Graph[Place] {
	sites = slices.SortedStableFunc(slices.Values(sites), Site.Order)
	names := make([]string, len(sites))
	for i, s := range sites {
		names[i] = s.Name
	}
	r.Names("place", most, names)
	links := graph.New[Place](len(sites))
	join := func(i int, list []string, toSea bool) {
		kind := map[bool]string{false: land, true: sea}[toSea]
		added := Link(r, links, kind, names[i], Place(i), list, func(name string) (Place, bool) {
			k := slices.IndexFunc(sites, func(s Site) bool { return s.Name == name && s.Sea == toSea })
			return Place(k), k >= 0 && name != ""
		})
		for _, to := range added {
			if sites[i].Sea != toSea {
				links.Link(to, Place(i))
			}
		}
	}
	for i, s := range sites {
		join(i, s.Links, s.Sea)
		join(i, s.Seas, true)
	}
	Returned(r, links, names)
	return links
}
