package decatur

import (
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/order"
)

// A Region is one of the five parts of the board. The prosperity of a region changes as a whole.
type Region string

// The regions. Their order here has no meaning; the board defines precedence.
const (
	Europe     Region = "Europe"
	MiddleAsia Region = "Middle Asia"
	EastAsia   Region = "East Asia"
	Africa     Region = "Africa"
	Oceania    Region = "Oceania"
)

// A Commonwealth is a group of locations, and the corresponding kind of influence card.
type Commonwealth string

// The commonwealths, in the order in which cards are listed.
const (
	British     Commonwealth = "British"
	Crescent    Commonwealth = "Crescent"
	Independent Commonwealth = "Independent"
	Orient      Commonwealth = "Orient"
	Russian     Commonwealth = "Russian"
)

// An Ocean carries fleets. The Indian Ocean lies between the other two, which are not adjacent.
type Ocean string

// The oceans from west to east; neighbours in this list are adjacent.
const (
	Atlantic Ocean = "Atlantic"
	Indian   Ocean = "Indian"
	Pacific  Ocean = "Pacific"
)

// Lists of all regions, commonwealths and oceans.
var (
	Regions       = []Region{Europe, MiddleAsia, EastAsia, Africa, Oceania}
	Commonwealths = []Commonwealth{British, Crescent, Independent, Orient, Russian}
	Oceans        = []Ocean{Atlantic, Indian, Pacific}
)

// A Loc is the number of a location on its board.
type Loc int

// A Location is a place that a player can control.
type Location struct {
	Name         string
	Region       Region
	Commonwealth Commonwealth
	Oceans       []Ocean // the oceans that it is on the coast of: none, one or two
}

// A Space is a space of the round track.
type Space struct {
	Clock bool // whether the clock marker is turned face up here
	// for a shaded space, the number of which the dice must be a multiple for the interval to end; otherwise 0
	Multiple int
}

// A Hit says which sides lose a factor in attrition.
type Hit struct{ Contender, Defender bool }

// A Board is an edition of the board, its cards and its tables. It is immutable.
type Board struct {
	pack.Head

	Locations  []Location // sorted by name
	Track      []Space    // the round track; the first element is space 1
	Attrition  map[int]Hit
	Precedence []Region // precedence in odd intervals; reversed in even ones (DC-27)
	Prosperity map[Region]int
	Influence  map[Commonwealth]int

	links graph.Graph[Loc]
	words func() *order.Lexicon // returns the lexicon of orders
}

// Loc returns the number of the location with exactly that name.
func (b *Board) Loc(name string) (Loc, bool) {
	i := slices.IndexFunc(b.Locations, func(l Location) bool { return l.Name == name })
	return Loc(i), i >= 0
}

// Name returns the name of a location.
func (b *Board) Name(l Loc) string { return b.Locations[l].Name }

// Adjacent reports whether two locations are connected by a dashed line.
func (b *Board) Adjacent(x, y Loc) bool { return b.links.Linked(x, y) }

// SameOcean reports whether two locations are coastal on the same ocean.
func (b *Board) SameOcean(x, y Loc) bool {
	return slices.ContainsFunc(b.Locations[x].Oceans, func(o Ocean) bool {
		return slices.Contains(b.Locations[y].Oceans, o)
	})
}

// Near reports whether factors can be consolidated from one location to another: adjacent, or on the same ocean
// (DC-17).
func (b *Board) Near(x, y Loc) bool { return x != y && (b.Adjacent(x, y) || b.SameOcean(x, y)) }

// InReach reports whether a venture can go from one location to another: adjacent, on the same ocean, or one ocean
// away (DC-18).
func (b *Board) InReach(x, y Loc) bool {
	if x == y {
		return false
	}
	if b.Adjacent(x, y) {
		return true
	}
	for _, p := range b.Locations[x].Oceans {
		for _, q := range b.Locations[y].Oceans {
			if d := slices.Index(Oceans, p) - slices.Index(Oceans, q); -1 <= d && d <= 1 {
				return true
			}
		}
	}
	return false
}
