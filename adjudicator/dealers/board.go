package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// A Strength is one of the three values of a card, for one of which it is played.
type Strength int

// The strengths.
const (
	Attack Strength = iota
	Defence
	Support
)

// Strengths is a number for each strength: the values of a card, or the markers of a player.
type Strengths [3]int

var strengthNames = [...]string{"attack", "defence", "support"}

func (x Strength) String() string { return strengthNames[x] }

// Letter returns the letter for a strength in orders: "A", "D" or "S".
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

// An Area is the number of a place on a map.
type Area int

// nowhere stands for an area that does not exist, such as one that is not given.
const nowhere Area = -1

// The native defence of cities, which have location cards of their own.
const (
	startCity = 5
	prizeCity = 6
)

// A Place is a territory or a sea.
type Place struct {
	Name string
	Code string   // three-letter code
	Also []string // other names by which people may call it
	Sea  bool

	Native   int // 2 or 3 where a spoils card is won, 5 for a start city, 6 for a prize city
	Interior int // defence against an assault over land
	Border   int // defence against an assault over sea

	Difficulty int // difficulty of a sea
}

// A Map is one side of the board.
type Map struct {
	Title   string  // title, such as "Europe"
	Picture string  // name of the picture; "" if none
	Players []int   // numbers of players that it is for
	Places  []Place // territories, then seas

	// adjacency in both directions: between territories, between seas, and between a territory and a sea on its coast
	next   graph.Graph[Area]
	arrows graph.Graph[Area] // the links that are arrows, not borders
}

// Area returns the number of the place with exactly this name.
func (m *Map) Area(name string) (Area, bool) {
	i := slices.IndexFunc(m.Places, func(p Place) bool { return p.Name == name })
	return Area(i), i >= 0
}

// Name returns the name of an area.
func (m *Map) Name(a Area) string { return m.Places[a].Name }

// IsSea reports whether an area is a sea.
func (m *Map) IsSea(a Area) bool { return m.Places[a].Sea }

// Linked reports whether two areas are adjacent.
func (m *Map) Linked(x, y Area) bool { return m.next.Linked(x, y) }

// Next returns the areas adjacent to an area, in the order of the map. The caller must not modify the slice.
func (m *Map) Next(a Area) []Area { return m.next[a] }

// A Kind is a type of card in decks, by the colour of its banner.
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
	Family  string // name of the family, for a professional
	Level   int    // level of a professional: 1 or 2
	Faction string // faction of a leader card
	Values  Strengths
	Cost    int // support needed to train it (DH-17); a leader card can't be trained
	Copies  int // number in the supply at the start; a leader card has none
	Effects []Effect
	Text    string // the effects in words; "" if none
}

// A Family is a set of professional cards and their master.
type Family struct {
	Name    string // name of its cards, without the level
	Also    []string
	Cost    int // support needed to train the master
	Points  int // points for the master at the end
	Effects []Effect
	Passive Passive
	Text    string // the effects of the master in words
}

// A Location is a card that lies open before the player who gained it.
type Location struct {
	Name    string   // for a city, the name of its territory
	Also    []string // other names of spoils
	Value   int      // 2 or 3 for spoils of war, used once; 5 for a start city, 6 for a prize city
	Copies  int
	Effects []Effect
	Passive Passive
	Text    string
}

// Spoils reports whether the card is spoils, which are used once.
func (l *Location) Spoils() bool { return l.Value < startCity }

// A Faction is a leader with a deck.
type Faction struct {
	Name    string // name of the leader
	Also    []string
	Deck    []string // names of its 14 cards, including the two leader cards
	Effects []Effect
	Passive Passive
	Winter  []Scoring
	Start   map[int]int // points that its player begins with, by the number of players
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
	Name  string // such as "Train 2"
	Also  []string
	Group Group
	Slots int // number of cubes that it holds; 0 for any number

	Attack, Defence int // for an assault: attack in this one; defence for the rest of the year (DH-24)

	Support     int    // support for training
	Least, Most int    // numbers of cards to train (DH-18)
	From        Source // where else the card may be that is needed for the next level

	Spoils  int  // for reorganizing: number of spoils of value 3 (DH-13)
	Dismiss int  // number of cards to dismiss (DH-12)
	Shuffle bool // whether discard and draw pile are shuffled together (DH-14)
	Ready   int  // number of hand cards for the ready area (DH-15)
	Points  int  // points gained (DH-16)
}

// A Source is where the card may be that is needed to train a level 2 card or a master.
type Source string

// The sources.
const (
	FromPlay    Source = ""        // in the play area, and played in this turn (DH-17)
	FromDiscard Source = "discard" // in the play area or in the discard pile (DH-19)
	// in hand or discard pile, from where it is dismissed; then the new card is free (DH-20)
	FromDismiss Source = "dismiss"
)

// An Era is one side of the action board.
type Era struct {
	Actions []Action
	Dismiss int // number of cards that may be dismissed before each reorganize action (DH-11)
	Points  int // points gained before each reorganize action
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

	InPlay         int         // number of families in a game
	Hand           int         // number of cards in a hand
	Cubes          map[int]int // action cubes of a player for a year, by the number of players
	Pieces         int         // control markers of a player
	TerritoryWorth int         // points for each territory at the end (DH-30)

	spoken lexicons // the vocabulary of orders, by the titles of maps
}

// mapFor returns the map for a number of players; nil if there is none.
func (b *Board) mapFor(players int) *Map {
	i := slices.IndexFunc(b.Maps, func(m Map) bool { return slices.Contains(m.Players, players) })
	if i < 0 {
		return nil
	}
	return &b.Maps[i]
}

// card returns the card with a name, with or without the mark of a faction's copy; nil if there is none.
func (b *Board) card(name string) *Card {
	return byName(b.Cards, plain(name), func(c *Card) string { return c.Name })
}

// family returns the family with a name; nil if there is none. location and faction do the same.
func (b *Board) family(name string) *Family {
	return byName(b.Families, name, func(f *Family) string { return f.Name })
}

func (b *Board) location(name string) *Location {
	return byName(b.Locations, name, func(l *Location) string { return l.Name })
}

func (b *Board) faction(name string) *Faction {
	return byName(b.Factions, name, func(f *Faction) string { return f.Name })
}

// action returns the box of an era with a name; nil if there is none.
func (e *Era) action(name string) *Action {
	return byName(e.Actions, name, func(a *Action) string { return a.Name })
}

// byName returns the element of a list with a name; nil if there is none.
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

// abilityNames returns the names of everything that can be used except cards: locations, leaders, and families for
// their masters.
func (b *Board) abilityNames() []string {
	locations := eachName(b.Locations, func(l Location) string { return l.Name })
	return slices.Concat(locations, b.factionNames(), b.familyNames())
}

// traineeNames returns the names of everything that can be trained: cards, families for their masters, and the top
// card of the masses.
func (b *Board) traineeNames() []string {
	return slices.Concat(b.cardNames(), b.familyNames(), []string{topMasses})
}

// boxNames returns the names of the boxes on both sides of the action board.
func (b *Board) boxNames() []string {
	return eachName(slices.Concat(b.Eras[0].Actions, b.Eras[1].Actions), func(a Action) string { return a.Name })
}

// draftNames returns the names of the leaders and of the start cities of a map.
func (b *Board) draftNames(m *Map) []string {
	out := b.factionNames()
	for _, l := range b.Locations {
		if _, ok := m.Area(l.Name); ok && l.Value == startCity {
			out = append(out, l.Name)
		}
	}
	return out
}
