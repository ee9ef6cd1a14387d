package successors

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/order"
)

// A Type is a type of unit. Their order is that of the ranking for losses, the worst first, with fleets apart (SU-17).
type Type int

// The types of units.
const (
	Levy Type = iota
	Elephant
	Infantry
	Cavalry
	Fleet
)

// Types are all types, and Land those that walk, in the order in which units are listed: the best first, fleets last.
var (
	Types = []Type{Cavalry, Infantry, Elephant, Levy, Fleet}
	Land  = []Type{Cavalry, Infantry, Elephant, Levy}
)

var typeNames = [...]string{"levy", "elephant", "infantry", "cavalry", "fleet"}

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

// Units are how many units of each type there are, by [Type].
type Units [5]int

// unitsOf is so many units of a type.
func unitsOf(n int, t Type) (u Units) {
	u[t] = n
	return u
}

// Total is how many units there are, fleets as well.
func (u Units) Total() int { return u.Army() + u.Of(Fleet) }

// Army is how many units there are on land.
func (u Units) Army() int { return u[Levy] + u[Elephant] + u[Infantry] + u[Cavalry] }

// Of is how many there are of a type.
func (u Units) Of(t Type) int { return u[t] }

// Plus is u and more.
func (u Units) Plus(more Units) Units {
	for t, n := range more {
		u[t] += n
	}
	return u
}

// Minus is u without less, which may leave fewer than none.
func (u Units) Minus(less Units) Units {
	for t, n := range less {
		u[t] -= n
	}
	return u
}

// Has reports whether all of some are among u.
func (u Units) Has(some Units) bool {
	return !slices.ContainsFunc(Types, func(t Type) bool { return some[t] > u[t] })
}

// Only is u without units of other types.
func (u Units) Only(types ...Type) Units {
	var out Units
	for _, t := range types {
		out[t] = u[t]
	}
	return out
}

// An Area is the number of a province or sea on its board.
type Area int

// nowhere is no area: "anywhere" in what is said of all that are not named, off the board for a leader.
const nowhere Area = -1

// A Place is a province or a sea.
type Place struct {
	Name  string
	Sea   bool
	Value int    // of a province, in talents a turn and in points at the end (SU-5, SU-24)
	Rough bool   // costs two movement points (SU-10)
	Port  bool   // a province with a port
	Raise []Type // the types that can be raised there (SU-9): infantry, cavalry, elephants
}

// A Fate is what becomes of a fleet that is caught in a port (SU-21).
type Fate string

// The fates.
const (
	Kept   Fate = "kept"   // the captor has it
	Sunk   Fate = "sunk"   // it is removed
	Escape Fate = "escape" // it puts to a sea next to the province; it is sunk if there is none without enemies
)

// A Card is a result of the event tables, or a chit.
type Card struct {
	Number  int    // of the dice, 11 to 66, or on the chit
	Title   string // a few words: "Persia revolts"
	Text    string // a sentence or two for players
	When    When   // of a chit
	Effects []Effect
}

// A When says when a chit may be played (K6).
type When string

// The times. A player's standing orders play chits for them when it is not their turn.
const (
	InTurn      When = "turn"   // in the player's own turn, before they buy
	AnyTurn     When = "any"    // in any player's turn, not within a battle
	AtTurnStart When = "start"  // at the start of a game turn
	OnRevolt    When = "revolt" // at once when a revolt breaks out in a province of the player's
)

// An Op is what an effect does.
type Op = pack.Op

// The vocabulary of effects. An effect has only what its comment here names, beside a Target.
const (
	// Target gains Amount talents, or pays them if it is negative; who can't pay loses a unit (SU-4)
	OpGain = pack.OpGain
	// Target gets Units at Place, as far as there are counters; or, if Amount is negative, loses Units there, or so
	// many of their choice
	OpUnits = pack.OpUnits
	// Target gets white Units at Place in their pay, as far as there are counters: mercenaries (K6, K7)
	OpHire Op = "hire"
	OpHome Op = "home" // the leader of Target goes home
	// white Units appear in Place with a revolt chit, Amount units of whoever controls it go over to them, and they
	// attack all others there
	OpRevolt   Op = "revolt"
	OpInvasion Op = "invasion" // as a revolt, with an invasion chit, which nothing cancels
	// of a chit: cancels a revolt just received; of the game master: the white units and the chit in Place are gone
	OpCancel Op = "cancel"
	// a die for each fleet of Target in Place, or everywhere: Hit or less sinks it; with Patrol those at sea are
	// exempt, as they are on patrol
	OpStorm  Op = "storm"
	OpPlague Op = "plague"    // a die for each land unit in Place: Hit or less removes it
	OpOffer  Op = "offer"     // Target may buy elephants if this is their turn (SU-9)
	OpDraw      = pack.OpDraw // Target draws Amount chits
	OpMarch  Op = "march"     // land units of Target have Amount movement points more in this player's turn
	// cavalry next to a province of the player's choice takes Amount talents from whoever controls that; a die of Hit
	// or more loses a cavalry (K6)
	OpRaid    Op = "raid"
	OpRelease Op = "release" // the captured leader of Target is free without a ransom
	OpGM         = pack.OpGM // only the game master can say: they are asked, with Text
	OpNone       = pack.OpNone
)

// An Effect is one thing that a card does. Its target may be "controller", too: of Place and Also. A Place is the name
// of a province or sea, or "home" (the target's, or where their leader is if enemies hold it; that is the default for
// new units), "leader" (where the target's leader is), "random" (a province that the target controls, but no home, by
// lot), or, of a chit, "choice" (the player's).
type Effect struct {
	pack.Effect
	Also   string // a second province that "controller" has to control
	Units  Units
	Hit    int
	Patrol bool
}

// A Board is an edition of the board, its cards and its tables. It does not change.
type Board struct {
	pack.Head

	Turns    int
	Counters Units // of each colour
	White    Units // of rebels, invaders and mercenaries
	Hit      Units // the least throw of a land unit in a round of battle (SU-16); of Fleet: at sea (SU-12)
	First    int   // the least throw of cavalry before the battle (SU-15)
	Elephant int   // what an elephant costs when they are offered (SU-9)
	Caught   [6]Fate
	Odd      map[int]Card // 36 each, by tens and ones
	Even     map[int]Card
	Chits    []Card // each once, by number

	Places []Place // provinces, then seas, each in the order of their names

	links   graph.Graph[Area]     // of two provinces by land, of two seas, and of a province and a sea
	lexicon func() *order.Lexicon // the words of letters about it
}

// Area returns the number of the place of that very name.
func (b *Board) Area(name string) (Area, bool) {
	i := slices.IndexFunc(b.Places, func(p Place) bool { return p.Name == name })
	return Area(i), i >= 0
}

// Name is that of an area.
func (b *Board) Name(a Area) string { return b.Places[a].Name }

// IsSea reports whether an area is a sea.
func (b *Board) IsSea(a Area) bool { return b.Places[a].Sea }

// Walks reports whether two areas are provinces next to each other by land.
func (b *Board) Walks(x, y Area) bool { return b.links.Linked(x, y) && !b.IsSea(x) && !b.IsSea(y) }

// Sails reports whether a fleet goes from one to the other in one step: at least one of them is a sea.
func (b *Board) Sails(x, y Area) bool { return b.links.Linked(x, y) && (b.IsSea(x) || b.IsSea(y)) }

// lands reports whether troops at sea can go ashore in a province.
func (b *Board) lands(from, to Area) bool { return b.IsSea(from) && !b.IsSea(to) && b.Sails(from, to) }

// Coastal reports whether an area is a province on a sea.
func (b *Board) Coastal(a Area) bool {
	return !b.IsSea(a) && slices.ContainsFunc(b.links[a], b.IsSea)
}

// Cost is what entering a province costs a land unit in movement points (SU-10).
func (b *Board) Cost(a Area) int {
	if b.Places[a].Rough {
		return 2
	}
	return 1
}

// Raises reports whether units of a type can be raised in a province.
func (b *Board) Raises(a Area, t Type) bool { return slices.Contains(b.Places[a].Raise, t) }

// Next are the areas that one step leads to, in the order of the board, by land for walkers, else for fleets.
func (b *Board) Next(a Area, walking bool) []Area {
	return slices.DeleteFunc(slices.Clone(b.links[a]), func(o Area) bool { return b.Walks(a, o) != walking })
}

// areas are all areas, in their order.
func (b *Board) areas() []Area {
	out := make([]Area, len(b.Places))
	for i := range out {
		out[i] = Area(i)
	}
	return out
}

// chit is one by its number; nil if there is none.
func (b *Board) chit(n int) *Card {
	i := slices.IndexFunc(b.Chits, func(c Card) bool { return c.Number == n })
	if i < 0 {
		return nil
	}
	return &b.Chits[i]
}

// chits are those of these numbers.
func (b *Board) chits(numbers []int) []Card {
	var out []Card
	for _, n := range numbers {
		if c := b.chit(n); c != nil {
			out = append(out, *c)
		}
	}
	return out
}
