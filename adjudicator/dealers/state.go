package dealers

import (
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// A State is what lies open on the table.
type State struct {
	Ruled pack.Precedents // what the game master has ruled on cards; nil in a game that keeps none

	Map     string   // in play
	Year    int      // from 1; 0: the draft
	Turn    int      `json:",omitempty"` // of the year, from 1; 0: the draft, or winter
	Mover   string   `json:",omitempty"` // whose turn it is
	Lap     int      `json:",omitempty"` // the round of turns that all file together, this year, from 1
	Starter string   // who has the start player token
	First   string   // who began the game
	Passes  int      `json:",omitempty"` // in succession, until now
	Players []Player // in the order of the table, clockwise
	Owners  []string // of all areas of the map, in its order; "" for nobody

	Families []string // in play, in the order of the board
	Supply   []Pile   // of citizens and professionals, in the order of the board
	Masses   Stack    // the masses to train
	Spoils   [2]Stack // spoils of value 2, and of value 3; what they are is not seen before they are gained
	Placed   []Cube   `json:",omitempty"` // on the action board this year

	board *Board
	rules map[string]string // the rulings
}

// A Player is what all know of one.
type Player struct {
	Seat    string
	Faction string `json:",omitempty"`
	Capital string `json:",omitempty"`
	Points  int
	Cubes   int  // small action cubes that are left in this year
	Leader  bool `json:",omitempty"` // the leader cube is left in this era
	Token   bool `json:",omitempty"` // the start player token is his, and not used this year
	Pieces  int  // control markers that are left

	Hand, Draw, Discard int      // so many cards
	Top                 string   `json:",omitempty"` // of his discard pile
	Open                []string `json:",omitempty"` // his discard pile, where all see it by ruling

	Play      []string  `json:",omitempty"` // cards in his play area
	Ready     []string  `json:",omitempty"` // cards in his ready area
	Locations []string  `json:",omitempty"` // location cards before him, in the order in which he gained them
	Masters   []string  `json:",omitempty"` // families, in the order in which he trained them
	Markers   Strengths // of which defence stays until their next turn (DH-27)
	Shield    int       `json:",omitempty"` // defence of this year by the action board (DH-24)

	Taken, Won, Trained, Defended int // in this year, as leaders score them
}

// A Pile is cards in the supply that are all alike.
type Pile struct {
	Card string
	N    int
}

// A Stack is cards face up or down of which at most the first is seen.
type Stack struct {
	Top string `json:",omitempty"`
	N   int
}

// A Cube is one on the action board.
type Cube struct {
	Action string
	Seat   string
	By     By
}

// By is with what an action was chosen (DH-3, DH-6).
type By string

// The cubes.
const (
	ByCube   By = "cube"
	ByToken  By = "token"
	ByLeader By = "leader"
)

// own marks a faction's own copy of a card, which leaves the game when it is dismissed (DH-12).
const own = "*"

// plain is the name of a card in a deck, and isOwn reports whether it is a faction's own copy.
func plain(card string) string {
	card, _ = taken(card)
	return strings.TrimSuffix(card, own)
}
func isOwn(card string) bool { return strings.HasSuffix(card, own) }

// player finds one by their seat; nil if there is none.
func (s *State) player(seat string) *Player {
	return byName(s.Players, seat, func(p *Player) string { return p.Seat })
}

// from are the seats of all players in turn order, clockwise, from one on.
func (s *State) from(seat string) []string {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	var out []string
	for k := range s.Players {
		out = append(out, s.Players[(i+k)%len(s.Players)].Seat)
	}
	return out
}

// edition is the board of the state; that of the house for one that was read back.
func (s *State) edition() *Board {
	if s.board == nil {
		return House()
	}
	return s.board
}

// on is the map in play.
func (s *State) on() *Map {
	return byName(s.edition().Maps, s.Map, func(m *Map) string { return m.Title })
}

// late reports whether it is the late era: each player has been start player once.
func (s *State) late() bool { return s.Year > s.early() }

// early is how many years the early era has: half of all, or one more than the late era (DH-41).
func (s *State) early() int { return (s.years() + 1) / 2 }

// era is the side of the action board that is up.
func (s *State) era() *Era {
	if s.late() {
		return &s.edition().Eras[1]
	}
	return &s.edition().Eras[0]
}

// value is that of an option; for a state that was read back, its default.
func (s *State) value(option string) string {
	if value, ok := s.rules[option]; ok {
		return value
	}
	i := slices.IndexFunc(options, func(o adjudicator.Option) bool { return o.Name == option })
	return options[i].Values[0]
}

// is reports whether an option has a value.
func (s *State) is(option, value string) bool { return s.value(option) == value }

// owner is who holds an area; "" for nobody.
func (s *State) owner(a Area) string { return s.Owners[a] }

// capital is whose capital a territory is (DH-23); "" for nobody's.
func (s *State) capital(a Area) string {
	name := s.on().Name(a)
	for _, p := range s.Players {
		if p.Capital == name {
			return p.Seat
		}
	}
	return ""
}

// territories are those that a player holds, in the order of the map.
func (s *State) territories(seat string) []Area {
	var out []Area
	for a, o := range s.Owners {
		if o == seat {
			out = append(out, Area(a))
		}
	}
	return out
}

// free is how many cubes an action can still take: -1 for any number, and 0 for none (DH-6).
func (s *State) free(a *Action) int {
	if a.Slots == 0 {
		return -1
	}
	n := a.Slots
	for _, c := range s.Placed {
		if c.Action == a.Name && (c.By != ByLeader || s.is(optLeader, "fills")) {
			n--
		}
	}
	return max(n, 0)
}

// cubes is how many actions a player can still choose in this year (DH-3, DH-4).
func (p *Player) cubes() int {
	n := p.Cubes
	if p.Token {
		n++
	}
	if p.Leader {
		n++
	}
	return n
}

// pile is how many cards of a name are in the supply.
func (s *State) pile(card string) int {
	for _, p := range s.Supply {
		if p.Card == card {
			return p.N
		}
	}
	return 0
}

// stock changes how many cards of a name are in the supply.
func (s *State) stock(card string, n int) {
	s.Supply = slices.Clone(s.Supply)
	for i := range s.Supply {
		if s.Supply[i].Card == card {
			s.Supply[i].N += n
		}
	}
}

// copy is a state of its own.
func (s *State) copy() State {
	out := *s
	out.Players, out.Owners, out.Supply, out.Placed = slices.Clone(s.Players), slices.Clone(s.Owners),
		slices.Clone(s.Supply), slices.Clone(s.Placed)
	out.rules = maps.Clone(s.rules)
	return out
}
