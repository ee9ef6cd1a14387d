package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// A Type is a type of unit.
type Type int

// The types of units, the cheapest first, with fighters before armour: so they are lost where nobody says otherwise
// (DD-29).
const (
	Infantry Type = iota
	Squadron
	Fighter
	Armour
	Fleet
)

// Types are all types in the order in which units are listed.
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

// IsLand reports whether units of a type walk.
func (t Type) IsLand() bool { return t == Infantry || t == Armour }

// IsNaval reports whether they sail.
func (t Type) IsNaval() bool { return t == Fleet || t == Squadron }

// Cost is what a unit of the type costs in money.
func (t Type) Cost() int {
	return [...]int{Infantry: 1, Squadron: 2, Fighter: 3, Armour: 3, Fleet: 3}[t]
}

// Range is how many spaces it goes in one movement.
func (t Type) Range() int {
	return [...]int{Infantry: 1, Squadron: 3, Fighter: 4, Armour: 2, Fleet: 3}[t]
}

// Strength is what it counts in battle.
func (t Type) Strength() int {
	return [...]int{Infantry: 1, Squadron: 1, Fighter: 1, Armour: 2, Fleet: 2}[t]
}

// amphibious is how many sea-zones a land or air unit crosses in one movement.
const amphibious = 3

// A Force is how many units of each type there are, by [Type].
type Force [5]int

// forceOf is so many units of a type.
func forceOf(n int, t Type) (f Force) {
	f[t] = n
	return f
}

// Total is how many units there are.
func (f Force) Total() int { return f[Infantry] + f[Squadron] + f[Fighter] + f[Armour] + f[Fleet] }

// Army is how many land units there are.
func (f Force) Army() int { return f[Infantry] + f[Armour] }

// Ships is how many naval units there are.
func (f Force) Ships() int { return f[Fleet] + f[Squadron] }

// Strength is that of all units (DD-28).
func (f Force) Strength() int {
	n := 0
	for t, k := range f {
		n += k * Type(t).Strength()
	}
	return n
}

// Plus is f and more.
func (f Force) Plus(more Force) Force {
	for t, n := range more {
		f[t] += n
	}
	return f
}

// Minus is f without less, which may leave fewer than none.
func (f Force) Minus(less Force) Force {
	for t, n := range less {
		f[t] -= n
	}
	return f
}

// Has reports whether all of some are among f.
func (f Force) Has(some Force) bool {
	return !slices.ContainsFunc(Types, func(t Type) bool { return some[t] > f[t] })
}

// A Resource is one of the four kinds of cubes.
type Resource int

// The resources. Oil stands for each of the others (DD-5).
const (
	Money Resource = iota
	Supply
	Operations
	Oil
)

// Resources are all kinds, in the order in which they are listed.
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

// Cubes are how many of each resource there are, by [Resource].
type Cubes [4]int

// Total is how many cubes there are.
func (c Cubes) Total() int { return c[Money] + c[Supply] + c[Operations] + c[Oil] }

// Plus is c and more.
func (c Cubes) Plus(more Cubes) Cubes {
	for r, n := range more {
		c[r] += n
	}
	return c
}

// Minus is c without less, which may leave fewer than none.
func (c Cubes) Minus(less Cubes) Cubes {
	for r, n := range less {
		c[r] -= n
	}
	return c
}

// Has reports whether all of some are among c.
func (c Cubes) Has(some Cubes) bool {
	return !slices.ContainsFunc(Resources, func(r Resource) bool { return some[r] > c[r] })
}

// Pay is what n cubes of a resource take out of c: its own first, then oil (DD-5); ok is false if there are not so
// many.
func (c Cubes) Pay(n int, r Resource) (paid Cubes, ok bool) {
	paid[r] = min(n, c[r])
	if r != Oil {
		paid[Oil] = min(n-paid[r], c[Oil])
	}
	return paid, paid.Total() == n
}

// An Area is the number of a region or sea-zone on its board.
type Area int

// nowhere is no area: "any" in what is said of all that are not named.
const nowhere Area = -1

// A Place is a region or a sea-zone.
type Place struct {
	Name       string
	Also       []string // what else people may call it
	Sea        bool
	Impassable bool     // only air units pass
	Continents []string // of a region: one, or two at the border of both (DD-44)
	Home       string   // whose homeland it is, a seat; "": nobody's
	Yield      Cubes    // the symbols: factories give money, crates supply, governments operations, derricks oil
	Objective  bool     // worth a point to whoever holds it (DD-42)
	Garrison   int      // the strength of the neutral garrison at the start
}

// A Canal joins two sea-zones for whoever holds a region, or their ally (DD-23).
type Canal struct {
	Name   string
	Region Area
	Seas   [2]Area
}

// A Card is a card of the deck.
type Card struct {
	Number   int
	Title    string
	Text     string // for players: what it is good for, without what the other fields say
	League   bool   // has the symbol of the League of Nations (DD-9)
	Action   bool   // its strategy effect is the action of the turn (DD-14)
	Strategy []Effect
	Scoring  []Condition // all must hold (DD-15); none: it can't be scored
	Battle   *Battling   // nil: no battle effect
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

// Passive is what a tile does for its holder all through the action phase, played or not.
type Passive struct {
	Swords  int // in battles of their own turns (DD-30)
	Shields int // in battles in which they defend
	Moves   int // movements more in each tactics action
	Limit   int // units more in each space
}

// A Start is how a power begins in a scenario.
type Start struct {
	Seat     string
	Cubes    Cubes
	Cards    int
	Points   int // beside objectives
	Units    []Posted
	Colonies []Area
	Garrison map[Area]int // by region: 1 or 2
}

// Posted are units with the area where they stand.
type Posted struct {
	Area  Area
	Force Force
}

// A Scenario is the opening for a number of players.
type Scenario struct {
	Powers    []Start     // in the order of the League track
	Conquered []string    // un-played powers that are conquerable; the others are impassable (DD-43)
	Allies    [][2]string // alliances in force until the first income phase's reset, told for completeness
}

// A Board is an edition of the board and the cards. It does not change.
type Board struct {
	pack.Head

	Points     int   // that end the game
	Counters   Force // units of each power (DD-45)
	Markers    int   // control markers of each power
	Garrisons  int   // garrison tokens of each power
	Quagmires  int
	Cards      []Card // by number
	Tiles      []Tile // in the order in which they are listed
	Scenarios  map[int]Scenario
	Places     []Place // regions, then sea-zones, each in the order of their names
	Canals     []Canal
	Continents []string

	links  graph.Graph[Area] // two regions by land, two sea-zones, a region and a sea-zone on its coast
	spoken *vocabulary       // what people call areas, units and actions
}

// Area returns the number of the place of that very name.
func (b *Board) Area(name string) (Area, bool) {
	i := slices.IndexFunc(b.Places, func(p Place) bool { return p.Name == name })
	return Area(i), i >= 0
}

// Name is the name of an area.
func (b *Board) Name(a Area) string { return b.Places[a].Name }

// IsSea reports whether an area is a sea-zone.
func (b *Board) IsSea(a Area) bool { return b.Places[a].Sea }

// Linked reports whether two areas are next to each other, canals apart.
func (b *Board) Linked(x, y Area) bool { return b.links.Linked(x, y) }

// Next are the areas next to one, canals apart, in the order of the board. The caller does not change the slice.
func (b *Board) Next(a Area) []Area { return b.links[a] }

// card finds a card by its number; nil if there is none.
func (b *Board) card(n int) *Card {
	i := slices.IndexFunc(b.Cards, func(c Card) bool { return c.Number == n })
	if i < 0 {
		return nil
	}
	return &b.Cards[i]
}

// tile finds a tile by its name; nil if there is none.
func (b *Board) tile(name string) *Tile {
	i := slices.IndexFunc(b.Tiles, func(t Tile) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &b.Tiles[i]
}
