// Package diplomacy resolves Diplomacy, on the standard board and on others.
//
// A Board is data: BoardNamed returns the boards that come with the package, ParseBoard reads others. Its spaces are
// Locs, which are indexes into that board; to store a space, use its code. Board.Resolve, or a Resolver for many
// phases one after another, resolves moves and reports the result of each order with the reason; Board.Retreat and
// Board.Adjust do the same for the phases that follow, Resolver.Explain says in words how a result came about, and
// Board.Possible why an order can't be carried out at all.
//
// It follows the Diplomacy Adjudicator Test Cases (DATC) 3.0, cited in the code by their numbers. Where these know of
// several rules, Rules says which are in force. It is deterministic: the same units and orders give the same outcome,
// and their sequence matters only where the rules say so, as among several orders for one unit.
//
// The package does not read players' letters, and does not keep track of turns, of the ownership of centres, or of
// what players may know.
package diplomacy

import (
	"iter"
	"slices"
)

// Loc is a place where a unit can stand: a province, or one coast of a province with several coasts. It is an index
// into its Board; provinces come first, coasts after them.
type Loc uint8

// NoLoc stands for no location.
const NoLoc Loc = 255

// Power is one of the powers of a Board: an index into Board.Powers.
type Power int8

// Nobody stands for no power.
const Nobody Power = -1

// UnitType is Army or Fleet.
type UnitType uint8

// The two types of unit.
const (
	Army UnitType = iota
	Fleet
)

// String returns "A" or "F".
func (t UnitType) String() string {
	if t == Fleet {
		return "F"
	}
	return "A"
}

// Terrain says which units a space takes.
type Terrain uint8

// The three kinds of space: for armies alone, for both types, for fleets alone.
const (
	Inland Terrain = iota
	Coastal
	Sea
)

// A Board is a map with its powers and centres. It is immutable and safe for concurrent use; slices that it returns
// belong to the caller.
type Board struct {
	title     string
	victory   int
	powers    []string
	homes     [][]Loc
	start     []Unit
	places    []place // all locations, by Loc
	provinces int     // number of provinces among places
	centres   []Loc
	byCode    map[string]Loc
	aliases   []alias

	// Tables for the resolution, by Loc.
	province [256]Loc        // province of each location; NoLoc beyond the last one
	seas     Set             // the provinces that are seas
	shores   Set             // the provinces where a convoy can start or end
	coasts   Set             // the locations that are coasts of a province, not provinces themselves
	stands   [2]Set          // where a unit of each type can be
	reach    [2][maxLocs]Set // by unit type: where a unit may move, with separate coasts
	// the same with provinces in place of coasts: where it can support, on whichever coast (DATC 6.B.4)
	near    [2][maxLocs]Set
	waters  [maxLocs]Set // by province: the seas on any of its shores
	touches [maxLocs]Set // by province: the provinces on any of its borders
}

type place struct {
	code, abbr, name string
	province         Loc
	terrain          Terrain
	coasts           []Loc
	centre           bool
}

type alias struct {
	text string
	loc  Loc
}

// Title returns the name that the pack gives its board.
func (b *Board) Title() string { return b.title }

// Victory returns how many centres win the game.
func (b *Board) Victory() int { return b.victory }

// Powers returns the names of the powers in alphabetical order, by Power.
func (b *Board) Powers() []string { return slices.Clone(b.powers) }

// Power returns the power with exactly that name, or Nobody.
func (b *Board) Power(name string) Power { return Power(slices.Index(b.powers, name)) }

// Locs returns the number of locations, coasts included: they are 0 to Locs-1.
func (b *Board) Locs() int { return len(b.places) }

// Provinces returns the provinces, seas included and coasts not, in board order.
func (b *Board) Provinces() []Loc {
	ps := make([]Loc, b.provinces)
	for i := range ps {
		ps[i] = Loc(i)
	}
	return ps
}

// Province returns the province of a location, which is itself for a province; NoLoc if the board has no such
// location.
func (b *Board) Province(l Loc) Loc { return b.province[l] }

// Coasts returns the coasts of a province with several, and nil for others.
func (b *Board) Coasts(p Loc) []Loc { return slices.Clone(b.places[p].coasts) }

// Terrain returns the kind of a space; a coast is Coastal.
func (b *Board) Terrain(l Loc) Terrain { return b.places[l].terrain }

// Code returns the code of a location in capitals, "NTH", "SPA/SC", or "" for NoLoc and other invalid locations.
func (b *Board) Code(l Loc) string { return b.place(l).code }

// Abbr returns the abbreviation that zines print, "Nth", "Spa(sc)", or "".
func (b *Board) Abbr(l Loc) string { return b.place(l).abbr }

// Name returns the full name, "North Sea", "Spain (south coast)", or "".
func (b *Board) Name(l Loc) string { return b.place(l).name }

func (b *Board) place(l Loc) *place {
	if int(l) >= len(b.places) {
		return &place{}
	}
	return &b.places[l]
}

// Lookup returns the location with exactly that code, or NoLoc.
func (b *Board) Lookup(code string) Loc {
	if l, ok := b.byCode[code]; ok {
		return l
	}
	return NoLoc
}

// Aliases yields every spelling of every location: full name, code, abbreviation and the others that the pack lists.
// Spellings are capitalised as in the pack, but case is not significant. An ambiguous spelling comes once with each
// of its spaces.
func (b *Board) Aliases() iter.Seq2[string, Loc] {
	return func(yield func(string, Loc) bool) {
		for _, a := range b.aliases {
			if !yield(a.text, a.loc) {
				return
			}
		}
	}
}

// Centres returns the provinces with a supply centre in board order.
func (b *Board) Centres() []Loc { return slices.Clone(b.centres) }

// IsCentre reports whether province p has a supply centre.
func (b *Board) IsCentre(p Loc) bool { return b.places[p].centre }

// Homes returns the home centres of a power in the order of the pack.
func (b *Board) Homes(p Power) []Loc { return slices.Clone(b.homes[p]) }

// Start returns the units with which the game starts, power by power, each
// power's in the order of the pack; none if the pack has none.
func (b *Board) Start() []Unit { return slices.Clone(b.start) }

// Touching returns the provinces that share a border with province p whatever
// the terrain: where an army or a fleet, on any of its coasts, may go from
// there. Board order.
func (b *Board) Touching(p Loc) []Loc { return b.touches[p].list() }

// CanStand reports whether a unit of type t can be at exactly l: an army in a
// province with land, a fleet at sea, in a coastal province of one shore, or
// on one coast of a split one.
func (b *Board) CanStand(t UnitType, l Loc) bool { return t <= Fleet && b.stands[t&1].Has(l) }

// CanReach reports whether a unit of type t can move directly from exactly
// from to exactly to: a fleet bound for a split province needs the coast.
func (b *Board) CanReach(t UnitType, from, to Loc) bool {
	return int(from) < len(b.places) && b.reach[t&1][from].Has(to)
}

// Reach returns all locations for which CanReach is true, in board order.
func (b *Board) Reach(t UnitType, from Loc) []Loc { return b.reach[t&1][from].list() }

// landing returns where exactly a fleet ordered from from to to would arrive,
// NoLoc if it cannot (DATC 4.B.1 to 4.B.3).
func (b *Board) landing(from, to Loc, rules *Rules) Loc {
	if b.reach[Fleet][from].Has(to) {
		return to
	}
	p := b.province[to]
	if to != p && rules[ImpossibleCoast] == WrongCoastStays {
		return NoLoc
	}
	first, more := NoLoc, false
	for _, c := range b.places[p].coasts {
		if b.reach[Fleet][from].Has(c) {
			first, more = min(first, c), first != NoLoc
		}
	}
	stays := rules[CoastOfOne] == OneCoastStays
	if more {
		stays = rules[CoastOfTwo] == TwoCoastsStay
	}
	if stays && to == p {
		return NoLoc
	}
	return first
}
