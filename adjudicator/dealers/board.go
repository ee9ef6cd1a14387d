package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// A Strength is what a card is used for: one of its three values.
type Strength int

// The strengths.
const (
	Attack Strength = iota
	Defence
	Support
)

// Strengths are numbers of each: the values of a card, or the markers of a player.
type Strengths [3]int

var strengthNames = [...]string{"attack", "defence", "support"}

func (x Strength) String() string { return strengthNames[x] }

// Letter is a strength as orders show it: "A", "D", "S".
func (x Strength) Letter() string { return "ADS"[x : x+1] }

// MarshalText writes the strength as its name.
func (x Strength) MarshalText() ([]byte, error) { return []byte(x.String()), nil }

// UnmarshalText reads the name of a strength.
func (x *Strength) UnmarshalText(text []byte) error {
	i := slices.Index(strengthNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no strength", text)
	}
	*x = Strength(i)
	return nil
}

// An Area is a place of a map by its number.
type Area int

// nowhere is no area.
const nowhere Area = -1

// The native defence of cities, which have location cards of their own.
const (
	startCity = 5
	prizeCity = 6
)

// A Place is a territory or a sea.
type Place struct {
	Name string
	Code string   // three letters
	Also []string // what people call it, too
	Sea  bool

	Native   int // 2 or 3: a spoils card is won there; 5: a start city; 6: a prize city
	Interior int // defence against an assault over land
	Border   int // defence against one over sea

	Difficulty int // of a sea
}

// A Map is one side of the board.
type Map struct {
	Title   string  // "Europe"
	Picture string  // a map file of how it is drawn; "" for none
	Players []int   // for so many it is
	Places  []Place // territories, then seas

	next   graph.Graph[Area] // both ways: two territories, two seas, a territory and a sea on its coast
	arrows graph.Graph[Area] // those of the links that are arrows, not borders
}

// Area returns the number of the place of that very name.
func (m *Map) Area(name string) (Area, bool) {
	i := slices.IndexFunc(m.Places, func(p Place) bool { return p.Name == name })
	return Area(i), i >= 0
}

// Name is the name of an area.
func (m *Map) Name(a Area) string { return m.Places[a].Name }

// IsSea reports whether an area is a sea.
func (m *Map) IsSea(a Area) bool { return m.Places[a].Sea }

// Linked reports whether two areas are next to each other.
func (m *Map) Linked(x, y Area) bool { return m.next.Linked(x, y) }

// Next are the areas next to one, in the order of the map. The caller does not change the slice.
func (m *Map) Next(a Area) []Area { return m.next[a] }

// A Kind is a type of deck card, by the colour of its banner.
type Kind string

// The kinds of cards (K6).
const (
	Masses       Kind = "masses"
	Citizen      Kind = "citizen"
	Professional Kind = "professional"
	Leader       Kind = "leader"
)

// A Card is a card that is in decks.
type Card struct {
	Name    string
	Also    []string
	Kind    Kind
	Family  string // of a professional
	Level   int    // of a professional: 1 or 2
	Faction string // of a leader card
	Values  Strengths
	Cost    int // support to train it (DH-17); a leader card can't be trained
	Copies  int // in the supply at the start; of a leader card none
	Effects []Effect
	Text    string // the effects as people read them; "" for none
}

// A Family is a set of professional cards and their master.
type Family struct {
	Name    string // as its cards are called, without the level
	Also    []string
	Cost    int // support to train the master
	Points  int // of the master, in the end
	Effects []Effect
	Passive Passive
	Text    string // of the master
}

// A Location is a card that lies open before who gained it.
type Location struct {
	Name    string   // of a city: that of its territory
	Also    []string // of spoils
	Value   int      // 2 or 3: spoils of war, used once; 5: a start city; 6: a prize city
	Copies  int
	Effects []Effect
	Passive Passive
	Text    string
}

// Spoils reports whether it is used once.
func (l *Location) Spoils() bool { return l.Value < startCity }

// A Faction is a leader with a deck.
type Faction struct {
	Name    string // the leader's
	Also    []string
	Deck    []string // 14 cards by name, the two leader cards among them
	Effects []Effect
	Passive Passive
	Winter  []Scoring
	Text    string
}

// A Group is a column of the action board.
type Group string

// The groups of actions.
const (
	Assault    Group = "assault"
	Train      Group = "train"
	Reorganize Group = "reorganize"
)

// An Action is a box of the action board.
type Action struct {
	Name  string // "Train 2"
	Also  []string
	Group Group
	Slots int // 0: any number of cubes

	Attack, Defence int // of an assault: for this one, and for the rest of the year (DH-24)

	Support     int    // of training
	Least, Most int    // cards to train (DH-18)
	From        Source // where the card that is needed for the next level may be, too

	Spoils  int  // of reorganizing: so many spoils of value 3 (DH-13)
	Dismiss int  // so many cards are dismissed (DH-12)
	Shuffle bool // discard and draw pile are shuffled together (DH-14)
	Ready   int  // so many hand cards go to the ready area (DH-15)
	Points  int  // (DH-16)
}

// A Source is where the card may be that a level 2 card or a master needs.
type Source string

// The sources.
const (
	FromPlay    Source = ""        // in the play area, and played in this turn (DH-17)
	FromDiscard Source = "discard" // there, or in the discard pile (DH-19)
	// in hand or discard pile, from where it is dismissed; then the new card costs nothing (DH-20)
	FromDismiss Source = "dismiss"
)

// An Era is one side of the action board.
type Era struct {
	Actions []Action
	Dismiss int // cards that may be dismissed before each reorganize action (DH-11)
	Points  int // won before each reorganize action
}

// A Board is an edition of the game.
type Board struct {
	pack.Head
	Maps      []Map
	Eras      [2]Era
	Cards     []Card // masses, citizens, professionals by family and level, leader cards
	Families  []Family
	Locations []Location
	Factions  []Faction

	InPlay         int         // families of a game
	Hand           int         // cards in a hand
	Cubes          map[int]int // action cubes of a player for a year, by the number of players
	Pieces         int         // control markers of a player
	TerritoryWorth int         // points of each territory in the end (DH-30)

	spoken lexicons // the words in which orders are written, by the titles of maps
}

// mapFor is the map for so many players; nil if there is none.
func (b *Board) mapFor(players int) *Map {
	i := slices.IndexFunc(b.Maps, func(m Map) bool { return slices.Contains(m.Players, players) })
	if i < 0 {
		return nil
	}
	return &b.Maps[i]
}

// card finds a card by its name, with or without the mark of a faction's copy; nil if there is none.
func (b *Board) card(name string) *Card {
	return byName(b.Cards, plain(name), func(c *Card) string { return c.Name })
}

// family, location and faction find one by its name; nil if there is none.
func (b *Board) family(name string) *Family {
	return byName(b.Families, name, func(f *Family) string { return f.Name })
}

func (b *Board) location(name string) *Location {
	return byName(b.Locations, name, func(l *Location) string { return l.Name })
}

func (b *Board) faction(name string) *Faction {
	return byName(b.Factions, name, func(f *Faction) string { return f.Name })
}

// action finds a box of an era by its name; nil if there is none.
func (e *Era) action(name string) *Action {
	return byName(e.Actions, name, func(a *Action) string { return a.Name })
}

// byName finds an item of a list by its name; nil if there is none.
func byName[T any](list []T, name string, of func(*T) string) *T {
	for i := range list {
		if of(&list[i]) == name {
			return &list[i]
		}
	}
	return nil
}

func (b *Board) cardNames() []string {
	return eachName(b.Cards, func(c Card) string { return c.Name })
}

func (b *Board) familyNames() []string {
	return eachName(b.Families, func(f Family) string { return f.Name })
}

func (b *Board) factionNames() []string {
	return eachName(b.Factions, func(f Faction) string { return f.Name })
}

// abilityNames are those of all but cards that can be used: locations, leaders, and families for their masters.
func (b *Board) abilityNames() []string {
	locations := eachName(b.Locations, func(l Location) string { return l.Name })
	return slices.Concat(locations, b.factionNames(), b.familyNames())
}

// traineeNames are those of all that can be trained: cards, families for their masters, and the top of the masses.
func (b *Board) traineeNames() []string {
	return slices.Concat(b.cardNames(), b.familyNames(), []string{topMasses})
}

// boxNames are the boxes of both sides of the action board.
func (b *Board) boxNames() []string {
	return eachName(slices.Concat(b.Eras[0].Actions, b.Eras[1].Actions), func(a Action) string { return a.Name })
}

// draftNames are the leaders, and the start cities of a map.
func (b *Board) draftNames(m *Map) []string {
	out := b.factionNames()
	for _, l := range b.Locations {
		if _, ok := m.Area(l.Name); ok && l.Value == startCity {
			out = append(out, l.Name)
		}
	}
	return out
}
