package successors

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/order"
)

// A Type is a type of unit. The types are in the order in which they are lost, the worst first, with fleets apart
// (SU-17).
type Type int

// The types of units.
const (
	Levy Type = iota
	Elephant
	Infantry
	Cavalry
	Fleet
)

// Types has all types, and Land the land types, in the order in which units are listed: the best first, fleets last.
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

// Units is a number of units of each type, indexed by [Type].
type Units [5]int

// unitsOf returns n units of a type.
func unitsOf(n int, t Type) (u Units) {
	u[t] = n
	return u
}

// Total returns the number of units, including fleets.
func (u Units) Total() int { return u.Army() + u.Of(Fleet) }

// Army returns the number of land units.
func (u Units) Army() int { return u[Levy] + u[Elephant] + u[Infantry] + u[Cavalry] }

// Of returns the number of units of a type.
func (u Units) Of(t Type) int { return u[t] }

// Plus returns the sum of u and more, type by type.
func (u Units) Plus(more Units) Units {
	for t, n := range more {
		u[t] += n
	}
	return u
}

// Minus returns u less the given units, type by type; numbers may become negative.
func (u Units) Minus(less Units) Units {
	for t, n := range less {
		u[t] -= n
	}
	return u
}

// Has reports whether u has at least the given number of each type.
func (u Units) Has(some Units) bool {
	return !slices.ContainsFunc(Types, func(t Type) bool { return some[t] > u[t] })
}

// Only returns u without units of other types.
func (u Units) Only(types ...Type) Units {
	var out Units
	for _, t := range types {
		out[t] = u[t]
	}
	return out
}

// An Area is the number of a province or sea on its board.
type Area int

// nowhere stands for no area: "anywhere" in an entry for all places that are not named; for a leader, off the board.
const nowhere Area = -1

// A Place is a province or a sea.
type Place struct {
	Name  string
	Sea   bool
	Value int    // value of a province, in talents a turn and points at the end (SU-5, SU-24)
	Rough bool   // whether entering it costs two movement points (SU-10)
	Port  bool   // whether it is a province with a port
	Raise []Type // types that can be raised there (SU-9): infantry, cavalry, elephants
}

// A Fate is what happens to a fleet that is caught in a port (SU-21).
type Fate string

// The fates.
const (
	Kept   Fate = "kept"   // the captor takes it over
	Sunk   Fate = "sunk"   // it is removed
	Escape Fate = "escape" // it puts out to an adjacent sea; it is sunk if there is none without enemies
)

// A Card is a result of an event table, or a chit.
type Card struct {
	Number  int    // the dice, 11 to 66, or the number on the chit
	Title   string // a few words, such as "Persia revolts"
	Text    string // a sentence or two for players
	When    When   // when the chit can be played; unused for events
	Effects []Effect
}

// A When is the time at which a chit may be played (K6).
type When string

// The times at which a chit may be played. Outside their own turn, players play chits by their standing orders.
const (
	InTurn      When = "turn"   // in the player's own turn, before they buy
	AnyTurn     When = "any"    // in any player's turn, but not during a battle
	AtTurnStart When = "start"  // at the start of a game turn
	OnRevolt    When = "revolt" // at once when a revolt breaks out in one of the player's provinces
)

// An Op is the kind of an effect.
type Op = pack.Op

// The kinds of effects. Apart from Target, an effect uses only the fields that the comment on its kind names.
const (
	// Target gains Amount talents, or pays them if negative; a player who can't pay loses a unit (SU-4)
	OpGain = pack.OpGain
	// Target gets Units at Place, as far as there are counters; if Amount is negative, Target loses Units there, or
	// that many units of their choice
	OpUnits = pack.OpUnits
	// Target gets white Units at Place as mercenaries, as far as there are counters (K6, K7)
	OpHire Op = "hire"
	OpHome Op = "home" // the leader of Target goes home
	// white Units appear in Place with a revolt chit, Amount units of the controlling player go over to them, and
	// they attack everybody else there
	OpRevolt   Op = "revolt"
	OpInvasion Op = "invasion" // like a revolt, but with an invasion chit, and nothing cancels it
	// on a chit: cancels a revolt that has just broken out; by the game master: removes the white units and the chit
	// in Place
	OpCancel Op = "cancel"
	// a die for each fleet of Target in Place, or everywhere: Hit or less sinks it; with Patrol, fleets at sea are
	// exempt, as they are on patrol
	OpStorm  Op = "storm"
	OpPlague Op = "plague"    // a die for each land unit in Place: Hit or less removes it
	OpOffer  Op = "offer"     // Target may buy elephants if it is their turn (SU-9)
	OpDraw      = pack.OpDraw // Target draws Amount chits
	OpMarch  Op = "march"     // land units of Target have Amount more movement points in this player's turn
	// cavalry next to a province of the player's choice takes Amount talents from its controller; a roll of Hit or
	// more loses a cavalry (K6)
	OpRaid    Op = "raid"
	OpRelease Op = "release" // the captured leader of Target is freed without a ransom
	OpGM         = pack.OpGM // left to the game master, who is shown Text
	OpNone       = pack.OpNone
)

// An Effect is one thing that a card does. Its target may also be "controller": the player who controls Place and
// Also. A Place is the name of a province or sea, or "home" (the target's home, or where their leader is if enemies
// hold it; the default for new units), "leader" (where the target's leader is), "random" (a random province that the
// target controls, other than a home), or, on a chit, "choice" (of the player).
type Effect struct {
	pack.Effect
	Also   string // a second province that a "controller" has to control as well
	Units  Units
	Hit    int
	Patrol bool
}

// A Board is an edition of the board with its cards and tables. It is immutable.
type Board struct {
	pack.Head

	Turns    int
	Counters Units // number of counters of each colour
	White    Units // number of counters of rebels, invaders and mercenaries
	Hit      Units // lowest roll with which a land unit hits in a round of battle (SU-16), or a fleet at sea (SU-12)
	First    int   // lowest roll with which cavalry hits before the battle (SU-15)
	Elephant int   // price of an elephant when elephants are offered (SU-9)
	Caught   [6]Fate
	Odd      map[int]Card // 36 in each table, by the tens and ones dice
	Even     map[int]Card
	Chits    []Card // each chit once, by number

	Places []Place // provinces, then seas, each sorted by name

	links   graph.Graph[Area]     // between provinces by land, between seas, and between a province and a sea
	lexicon func() *order.Lexicon // vocabulary of letters about the board
}

// Area returns the number of the place with exactly this name.
func (b *Board) Area(name string) (Area, bool) {
	i := slices.IndexFunc(b.Places, func(p Place) bool { return p.Name == name })
	return Area(i), i >= 0
}

// Name returns the name of an area.
func (b *Board) Name(a Area) string { return b.Places[a].Name }

// IsSea reports whether an area is a sea.
func (b *Board) IsSea(a Area) bool { return b.Places[a].Sea }

// Walks reports whether two areas are provinces that are adjacent by land.
func (b *Board) Walks(x, y Area) bool { return b.links.Linked(x, y) && !b.IsSea(x) && !b.IsSea(y) }

// Sails reports whether a fleet can go from one area to the other in one step: they are adjacent, and at least one of
// them is a sea.
func (b *Board) Sails(x, y Area) bool { return b.links.Linked(x, y) && (b.IsSea(x) || b.IsSea(y)) }

// lands reports whether troops at sea can go ashore from one area to the other, a province.
func (b *Board) lands(from, to Area) bool { return b.IsSea(from) && !b.IsSea(to) && b.Sails(from, to) }

// Coastal reports whether an area is a province that borders on a sea.
func (b *Board) Coastal(a Area) bool {
	return !b.IsSea(a) && slices.ContainsFunc(b.links[a], b.IsSea)
}

// Cost returns the movement points that a land unit pays to enter a province (SU-10).
func (b *Board) Cost(a Area) int {
	if b.Places[a].Rough {
		return 2
	}
	return 1
}

// Raises reports whether units of a type can be raised in a province.
func (b *Board) Raises(a Area, t Type) bool { return slices.Contains(b.Places[a].Raise, t) }

// Next returns the areas that are one step away, in the order of the board: by land if walking, otherwise for fleets.
func (b *Board) Next(a Area, walking bool) []Area {
	return slices.DeleteFunc(slices.Clone(b.links[a]), func(o Area) bool { return b.Walks(a, o) != walking })
}

// areas returns all areas in the order of the board.
func (b *Board) areas() []Area {
	out := make([]Area, len(b.Places))
	for i := range out {
		out[i] = Area(i)
	}
	return out
}

// chit returns the chit with a number; nil if there is none.
func (b *Board) chit(n int) *Card {
	i := slices.IndexFunc(b.Chits, func(c Card) bool { return c.Number == n })
	if i < 0 {
		return nil
	}
	return &b.Chits[i]
}

// chits returns the chits with the given numbers.
func (b *Board) chits(numbers []int) []Card {
	var out []Card
	for _, n := range numbers {
		if c := b.chit(n); c != nil {
			out = append(out, *c)
		}
	}
	return out
}
