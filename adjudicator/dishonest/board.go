package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// A Type is a type of unit.
type Type int

// The types of units, the cheapest first, with fighters before armour: the default order of losses (DD-29).
const (
	Infantry Type = iota
	Squadron
	Fighter
	Armour
	Fleet
)

// Types has all types in the order in which units are listed.
var Types = []Type{Infantry, Armour, Fighter, Fleet, Squadron}

var typeNames = [...]string{"infantry", "squadron", "fighter", "armour", "fleet"}

func (t Type) String() string { return typeNames[t] }

// MarshalText writes the type as its name.
func (t Type) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the name of a type.
func (t *Type) UnmarshalText(text []byte) error {
	i := slices.Index(typeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no type of unit", text)
	}
	*t = Type(i)
	return nil
}

// Land, naval and air units (the table of units, K3).

// IsLand reports whether units of a type are land units.
func (t Type) IsLand() bool { return t == Infantry || t == Armour }

// IsNaval reports whether units of a type are ships.
func (t Type) IsNaval() bool { return t == Fleet || t == Squadron }

// Cost returns the price of a unit of the type, in money.
func (t Type) Cost() int {
	return [...]int{Infantry: 1, Squadron: 2, Fighter: 3, Armour: 3, Fleet: 3}[t]
}

// Range returns the number of spaces that a unit of the type goes in one movement.
func (t Type) Range() int {
	return [...]int{Infantry: 1, Squadron: 3, Fighter: 4, Armour: 2, Fleet: 3}[t]
}

// Strength returns the strength of a unit of the type in battle.
func (t Type) Strength() int {
	return [...]int{Infantry: 1, Squadron: 1, Fighter: 1, Armour: 2, Fleet: 2}[t]
}

// amphibious is the number of sea-zones that a land or air unit crosses in one movement.
const amphibious = 3

// A Force is a number of units of each type, indexed by [Type].
type Force [5]int

// forceOf returns n units of a type.
func forceOf(n int, t Type) (f Force) {
	f[t] = n
	return f
}

// Total returns the number of units.
func (f Force) Total() int { return f[Infantry] + f[Squadron] + f[Fighter] + f[Armour] + f[Fleet] }

// Army returns the number of land units.
func (f Force) Army() int { return f[Infantry] + f[Armour] }

// Ships returns the number of ships.
func (f Force) Ships() int { return f[Fleet] + f[Squadron] }

// Strength returns the total strength of the units (DD-28).
func (f Force) Strength() int {
	n := 0
	for t, k := range f {
		n += k * Type(t).Strength()
	}
	return n
}

// Plus returns the sum of f and more, type by type.
func (f Force) Plus(more Force) Force {
	for t, n := range more {
		f[t] += n
	}
	return f
}

// Minus returns f less the given units, type by type; numbers may become negative.
func (f Force) Minus(less Force) Force {
	for t, n := range less {
		f[t] -= n
	}
	return f
}

// Has reports whether f has at least the given number of each type.
func (f Force) Has(some Force) bool {
	return !slices.ContainsFunc(Types, func(t Type) bool { return some[t] > f[t] })
}

// A Resource is a kind of cube.
type Resource int

// The resources. Oil can replace each of the others (DD-5).
const (
	Money Resource = iota
	Supply
	Operations
	Oil
)

// Resources has all kinds, in the order in which they are listed.
var Resources = []Resource{Money, Supply, Operations, Oil}

var resourceNames = [...]string{"money", "supply", "operations", "oil"}

func (r Resource) String() string { return resourceNames[r] }

// MarshalText writes the resource as its name.
func (r Resource) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the name of a resource.
func (r *Resource) UnmarshalText(text []byte) error {
	i := slices.Index(resourceNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no resource", text)
	}
	*r = Resource(i)
	return nil
}

// Cubes is a number of cubes of each resource, indexed by [Resource].
type Cubes [4]int

// Total returns the number of cubes.
func (c Cubes) Total() int { return c[Money] + c[Supply] + c[Operations] + c[Oil] }

// Plus returns the sum of c and more, resource by resource.
func (c Cubes) Plus(more Cubes) Cubes {
	for r, n := range more {
		c[r] += n
	}
	return c
}

// Minus returns c less the given cubes, resource by resource; numbers may become negative.
func (c Cubes) Minus(less Cubes) Cubes {
	for r, n := range less {
		c[r] -= n
	}
	return c
}

// Has reports whether c has at least the given number of each resource.
func (c Cubes) Has(some Cubes) bool {
	return !slices.ContainsFunc(Resources, func(r Resource) bool { return some[r] > c[r] })
}

// Pay returns the cubes from c that pay for n cubes of a resource: that resource first, then oil (DD-5); ok is false
// if c has too few.
func (c Cubes) Pay(n int, r Resource) (paid Cubes, ok bool) {
	paid[r] = min(n, c[r])
	if r != Oil {
		paid[Oil] = min(n-paid[r], c[Oil])
	}
	return paid, paid.Total() == n
}

// An Area is the number of a region or sea-zone on its board.
type Area int

// nowhere stands for no area: "any" in an order for all places that are not named.
const nowhere Area = -1

// A Place is a region or a sea-zone.
type Place struct {
	Name       string
	Also       []string // other names by which people may call it
	Sea        bool
	Impassable bool     // whether only air units pass
	Continents []string // continents of a region: one, or two on the border of both (DD-44)
	Home       string   // the seat whose homeland it is; "" if nobody's
	// yield of its symbols: factories give money, crates supply, governments operations, derricks oil
	Yield     Cubes
	Objective bool // whether it is worth a point to its holder (DD-42)
	Garrison  int  // strength of its neutral garrison at the start
}

// A Canal joins two sea-zones for the holder of a region and their ally (DD-23).
type Canal struct {
	Name   string
	Region Area
	Seas   [2]Area
}

// A Card is a card of the deck.
type Card struct {
	Number   int
	Title    string
	Text     string // what the card is good for, as told to players, apart from the other fields
	League   bool   // whether it has the symbol of the League of Nations (DD-9)
	Action   bool   // whether its strategy effect uses up the action of the turn (DD-14)
	Strategy []Effect
	Scoring  []Condition // conditions for scoring it, which must all hold (DD-15); none if it can't be scored
	Battle   *Battling   // its battle effect; nil if none
}

// A Battling is the battle effect of a card (DD-28, DD-29).
type Battling struct{ Strength, Swords, Shields, Explosions int }

// A Tile is an ideology (DD-11, DD-39).
type Tile struct {
	Name      string
	Text      string
	Primary   []Effect
	Secondary []Effect
	Passive   Passive
}

// A Passive is the effect that a tile has for its holder throughout the action phase, played or not.
type Passive struct {
	Swords  int // swords in battles of the holder's own turns (DD-30)
	Shields int // in battles in which the holder defends
	Moves   int // extra movements in each tactics action
	Limit   int // extra units that may stand in each space
}

// A Start is a power's initial position in a scenario.
type Start struct {
	Seat     string
	Cubes    Cubes
	Cards    int
	Points   int // points in addition to objectives
	Units    []Posted
	Colonies []Area
	Garrison map[Area]int // strength by region: 1 or 2
}

// A Posted is units with the area where they stand.
type Posted struct {
	Area  Area
	Force Force
}

// A Scenario is the initial position for a number of players.
type Scenario struct {
	Powers []Start // in the order of the League track
	// powers without a player that can be conquered; the other powers without a player are impassable (DD-43)
	Conquered []string
	Allies    [][2]string // alliances before the reset of the first income phase, for completeness only
}

// A Board is an edition of the board and the cards. It is immutable.
type Board struct {
	pack.Head

	Points     int   // number of points that ends the game
	Counters   Force // number of unit counters of each power (DD-45)
	Markers    int   // number of control markers of each power
	Garrisons  int   // number of garrison tokens of each power
	Quagmires  int
	Cards      []Card // by number
	Tiles      []Tile // in the order in which they are listed
	Scenarios  map[int]Scenario
	Places     []Place // regions, then sea-zones, each sorted by name
	Canals     []Canal
	Continents []string

	// between regions by land, between sea-zones, and between a region and a sea-zone on its coast
	links  graph.Graph[Area]
	spoken *vocabulary // the words that people use for areas, units and actions
}

// Area returns the number of the place with exactly this name.
func (b *Board) Area(name string) (Area, bool) {
	i := slices.IndexFunc(b.Places, func(p Place) bool { return p.Name == name })
	return Area(i), i >= 0
}

// Name returns the name of an area.
func (b *Board) Name(a Area) string { return b.Places[a].Name }

// IsSea reports whether an area is a sea-zone.
func (b *Board) IsSea(a Area) bool { return b.Places[a].Sea }

// Linked reports whether two areas are adjacent, not counting canals.
func (b *Board) Linked(x, y Area) bool { return b.links.Linked(x, y) }

// Next returns the areas adjacent to an area, not counting canals, in the order of the board. The caller must not
// modify the slice.
func (b *Board) Next(a Area) []Area { return b.links[a] }

// card returns the card with a number; nil if there is none.
func (b *Board) card(n int) *Card {
	i := slices.IndexFunc(b.Cards, func(c Card) bool { return c.Number == n })
	if i < 0 {
		return nil
	}
	return &b.Cards[i]
}

// tile returns the tile with a name; nil if there is none.
func (b *Board) tile(name string) *Tile {
	i := slices.IndexFunc(b.Tiles, func(t Tile) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &b.Tiles[i]
}
