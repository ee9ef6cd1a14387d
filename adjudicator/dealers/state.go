package dealers

import (
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// A State is the public state of the game.
type State struct {
	Ruled pack.Precedents // the game master's rulings on cards; nil in a game that keeps none

	Map     string   // title of the map in play
	Year    int      // year of the game, from 1; 0 in the draft
	Turn    int      `json:",omitempty"` // turn of the year, from 1; 0 in the draft and in winter
	Mover   string   `json:",omitempty"` // the seat whose turn it is
	Lap     int      `json:",omitempty"` // this year's round of turns for which everybody files at once, from 1
	Starter string   // the seat with the start player token
	First   string   // the seat that began the game
	Passes  int      `json:",omitempty"` // number of consecutive passes so far
	Players []Player // in the order of the table, clockwise
	Owners  []string // holders of all areas of the map, in its order; "" if nobody

	Families []string // families in play, in the order of the board
	Supply   []Pile   // citizens and professionals, in the order of the board
	Masses   Stack    // the masses to train
	Spoils   [2]Stack // spoils of value 2, and of value 3, which are face down until they are gained
	Placed   []Cube   `json:",omitempty"` // cubes on the action board this year

	board *Board
	rules map[string]string // options in force
}

// A Player is the public state of one player.
type Player struct {
	Seat    string
	Faction string `json:",omitempty"`
	Capital string `json:",omitempty"`
	Points  int
	Cubes   int  // number of small action cubes left this year
	Leader  bool `json:",omitempty"` // whether the leader cube is left in this era
	Token   bool `json:",omitempty"` // whether the player has the start player token, and has not used it this year
	Pieces  int  // number of control markers left

	Hand, Draw, Discard int      // numbers of cards
	Top                 string   `json:",omitempty"` // top card of the discard pile
	Open                []string `json:",omitempty"` // the discard pile, under the ruling that it is open

	Play      []string  `json:",omitempty"` // cards in the play area
	Ready     []string  `json:",omitempty"` // cards in the ready area
	Locations []string  `json:",omitempty"` // location cards, in the order in which they were gained
	Masters   []string  `json:",omitempty"` // families of the masters, in the order in which they were trained
	Markers   Strengths // markers, of which defence stays until the player's next turn (DH-27)
	Shield    int       `json:",omitempty"` // defence for this year by the action board (DH-24)

	Taken, Won, Trained, Defended int // counts of this year, for the leaders' scores
}

// A Pile is identical cards in the supply.
type Pile struct {
	Card string
	N    int
}

// A Stack is a stack of cards of which at most the top one is known.
type Stack struct {
	Top string `json:",omitempty"`
	N   int
}

// A Cube is a cube on the action board.
type Cube struct {
	Action string
	Seat   string
	By     By
}

// A By is the cube with which an action was chosen (DH-3, DH-6).
type By string

// The cubes.
const (
	ByCube   By = "cube"
	ByToken  By = "token"
	ByLeader By = "leader"
)

// own marks a faction's copy of a card, which leaves the game when it is dismissed (DH-12).
const own = "*"

// plain returns the name of a card in a deck without its mark, and isOwn reports whether it is a faction's copy.
func plain(card string) string {
	card, _ = taken(card)
	return strings.TrimSuffix(card, own)
}
func isOwn(card string) bool { return strings.HasSuffix(card, own) }

// player returns the player with a seat; nil if there is none.
func (s *State) player(seat string) *Player {
	return byName(s.Players, seat, func(p *Player) string { return p.Seat })
}

// from returns the seats of all players in turn order, clockwise, starting with one.
func (s *State) from(seat string) []string {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	var out []string
	for k := range s.Players {
		out = append(out, s.Players[(i+k)%len(s.Players)].Seat)
	}
	return out
}

// edition returns the board of the state; the house edition for a state that was decoded.
func (s *State) edition() *Board {
	if s.board == nil {
		return House()
	}
	return s.board
}

// on returns the map in play.
func (s *State) on() *Map {
	return byName(s.edition().Maps, s.Map, func(m *Map) string { return m.Title })
}

// late reports whether it is the late era, after each player has been start player once.
func (s *State) late() bool { return s.Year > s.early() }

// early returns the number of years in the early era: half of all, or one more than the late era (DH-41).
func (s *State) early() int { return (s.years() + 1) / 2 }

// era returns the current side of the action board.
func (s *State) era() *Era {
	if s.late() {
		return &s.edition().Eras[1]
	}
	return &s.edition().Eras[0]
}

// value returns the value of an option; the default for a state that was decoded.
func (s *State) value(option string) string {
	if value, ok := s.rules[option]; ok {
		return value
	}
	i := slices.IndexFunc(options, func(o adjudicator.Option) bool { return o.Name == option })
	return options[i].Values[0]
}

// is reports whether an option has a value.
func (s *State) is(option, value string) bool { return s.value(option) == value }

// owner returns the holder of an area; "" if nobody.
func (s *State) owner(a Area) string { return s.Owners[a] }

// capital returns the seat whose capital a territory is (DH-23); "" if nobody's.
func (s *State) capital(a Area) string {
	name := s.on().Name(a)
	for _, p := range s.Players {
		if p.Capital == name {
			return p.Seat
		}
	}
	return ""
}

// territories returns the territories that a player holds, in the order of the map.
func (s *State) territories(seat string) []Area {
	var out []Area
	for a, o := range s.Owners {
		if o == seat {
			out = append(out, Area(a))
		}
	}
	return out
}

// free returns the number of cubes that an action can still take: -1 for any number, and 0 for none (DH-6).
func (s *State) free(a *Action) int {
	if a.Slots == 0 {
		return -1
	}
	n := a.Slots
	for _, c := range s.Placed {
		// a leader cube fills a place unless it shares the box (DH-33)
		if c.Action == a.Name && (c.By != ByLeader || s.is(optLeader, "fills")) {
			n--
		}
	}
	return max(n, 0)
}

// cubes returns the number of actions that a player can still choose in this year (DH-3, DH-4).
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

// pile returns the number of cards of a name in the supply.
func (s *State) pile(card string) int {
	for _, p := range s.Supply {
		if p.Card == card {
			return p.N
		}
	}
	return 0
}

// stock adds n to the number of cards of a name in the supply.
func (s *State) stock(card string, n int) {
	s.Supply = slices.Clone(s.Supply)
	for i := range s.Supply {
		if s.Supply[i].Card == card {
			s.Supply[i].N += n
		}
	}
}

// copy returns an independent copy of the state.
func (s *State) copy() State {
	out := *s
	out.Players, out.Owners, out.Supply, out.Placed = slices.Clone(s.Players), slices.Clone(s.Owners),
		slices.Clone(s.Supply), slices.Clone(s.Placed)
	out.rules = maps.Clone(s.rules)
	return out
}
