package decatur

import (
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/order"
)

// A Region is one of the five parts of the board whose prosperity changes together.
type Region string

// The regions, in no order that matters; precedence among them is the board's.
const (
	Europe     Region = "Europe"
	MiddleAsia Region = "Middle Asia"
	EastAsia   Region = "East Asia"
	Africa     Region = "Africa"
	Oceania    Region = "Oceania"
)

// A Commonwealth is what a location belongs to, and the kind of an influence card.
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

// The oceans from west to east: those next to each other in this order are adjacent.
const (
	Atlantic Ocean = "Atlantic"
	Indian   Ocean = "Indian"
	Pacific  Ocean = "Pacific"
)

// The three kinds of things, in the order in which they are listed.
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
	Oceans       []Ocean // that it is coastal on: none, one or two
}

// A Space is a space of the round track.
type Space struct {
	Clock    bool // the marker is turned up here
	Multiple int  // a shaded space: what the dice must be a multiple of to end the interval; 0: it is not shaded
}

// A Hit says who loses a factor to attrition.
type Hit struct{ Contender, Defender bool }

// A Board is an edition of the board, its cards and its tables. It does not change.
type Board struct {
	pack.Head

	Locations  []Location // in the order of their names
	Track      []Space    // the round track; the first is the space "1"
	Attrition  map[int]Hit
	Precedence []Region // in odd intervals; in even ones from its end (DC-27)
	Prosperity map[Region]int
	Influence  map[Commonwealth]int

	links graph.Graph[Loc]
	words func() *order.Lexicon // in which orders are written
}

// Loc returns the number of the location of that very name.
func (b *Board) Loc(name string) (Loc, bool) {
	i := slices.IndexFunc(b.Locations, func(l Location) bool { return l.Name == name })
	return Loc(i), i >= 0
}

// Name is the name of a location.
func (b *Board) Name(l Loc) string { return b.Locations[l].Name }

// Adjacent reports whether a dashed line connects two locations.
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
