package dishonest

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// A State is the public state of the game.
type State struct {
	Ruled pack.Precedents // the game master's rulings on cards; nil in a game that keeps none

	Year     int        // year of the game, from 1
	Turn     int        `json:",omitempty"` // turn of the action phase, from 1; 0 in the income phase
	Mover    string     `json:",omitempty"` // the seat whose turn it is
	Lap      int        `json:",omitempty"` // this year's round of turns for which everybody files at once, from 1
	Players  []Player   // in the order of the League track, the Speaker first
	Unplayed []Unplayed `json:",omitempty"` // powers that nobody plays (DD-43)
	Areas    []Holding  // one for each area of the board, in its order
	Deck     int        // number of cards that can be drawn
	Discard  []int      `json:",omitempty"` // numbers of the cards in the discard pile, the last one last

	board *Board
	rules map[string]string // options in force
}

// A Player is the public state of one player.
type Player struct {
	Seat   string
	Points int    // points for objectives and scored cards (DD-42)
	Extra  int    `json:",omitempty"` // points that the scenario gives
	Scored []int  `json:",omitempty"` // numbers of the scored cards that lie before the player
	Cards  int    // number of cards in hand
	Pool   int    // number of cubes in the supply pool (DD-8)
	Tile   string `json:",omitempty"` // the player's ideology this year
	Spent  bool   `json:",omitempty"` // whether the tile was played
	Passed bool   `json:",omitempty"` // whether the player has no more turns in this action phase
	// whether nothing that the player filed for their last turn could be carried out (DD-52)
	Missed bool   `json:",omitempty"`
	Ally   string `json:",omitempty"` // the player's ally; "" if none (DD-12)
	Won    int    `json:",omitempty"` // number of battles won as the attacker this year
}

// An Unplayed is a power that nobody plays.
type Unplayed struct {
	Seat        string
	Conquerable bool // whether the area can be conquered; if not, it is impassable
}

// A Holding is the contents of an area.
type Holding struct {
	Area   string
	Stacks []Stack `json:",omitempty"` // one for each power that has units there, in the order of the seats
	Colony string  `json:",omitempty"` // owner of the marker there; "" if none
	// strength of the garrison of a power that controls the area, or did when it was placed (DD-2): 1 or 2
	Garrison int    `json:",omitempty"`
	Keeper   string `json:",omitempty"` // owner of the garrison
	Neutral  int    `json:",omitempty"` // strength of the neutral garrison
	Quagmire bool   `json:",omitempty"` // whether there is a quagmire (DD-24)
}

// A Stack is the units of one power in an area.
type Stack struct {
	Seat  string
	Force Force
}

// player returns the player with a seat; nil if there is none.
func (s *State) player(seat string) *Player {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// order returns the seats of all players in the order of the League track, the Speaker first.
func (s *State) order() []string {
	var out []string
	for _, p := range s.Players {
		out = append(out, p.Seat)
	}
	return out
}

// rank returns a player's place on the League track, from 0; a power that is not on it comes last.
func (s *State) rank(seat string) int {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return len(s.Players)
	}
	return i
}

// edition returns the board of the state; the house edition for a state that was decoded.
func (s *State) edition() *Board {
	if s.board == nil {
		return House()
	}
	return s.board
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

// unplayed returns the entry for a power that nobody plays; nil if somebody does.
func (s *State) unplayed(seat string) *Unplayed {
	i := slices.IndexFunc(s.Unplayed, func(u Unplayed) bool { return u.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Unplayed[i]
}

// force returns the units of a power in an area.
func (s *State) force(a Area, seat string) Force {
	for _, k := range s.Areas[a].Stacks {
		if k.Seat == seat {
			return k.Force
		}
	}
	return Force{}
}

// place sets the units of a power in an area. Stacks are never modified in place, keep their order, and are removed
// when empty.
func (s *State) place(a Area, seat string, f Force) {
	h := &s.Areas[a]
	stacks := slices.DeleteFunc(slices.Clone(h.Stacks), func(o Stack) bool { return o.Seat == seat })
	if f.Total() > 0 {
		i := slices.IndexFunc(stacks, func(o Stack) bool { return o.Seat > seat })
		if i < 0 {
			i = len(stacks)
		}
		stacks = slices.Insert(stacks, i, Stack{seat, f})
	}
	if len(stacks) == 0 {
		stacks = nil
	}
	h.Stacks = stacks
}

// add adds units of a power to an area, and take removes units, which must be there.
func (s *State) add(a Area, seat string, f Force)  { s.place(a, seat, s.force(a, seat).Plus(f)) }
func (s *State) take(a Area, seat string, f Force) { s.place(a, seat, s.force(a, seat).Minus(f)) }

// count returns all units that a power has on the board.
func (s *State) count(seat string) Force {
	var out Force
	for a := range s.Areas {
		out = out.Plus(s.force(Area(a), seat))
	}
	return out
}

// allied reports whether two powers are allies (DD-12); nobody is their own ally.
func (s *State) allied(x, y string) bool {
	p := s.player(x)
	return p != nil && y != "" && p.Ally == y
}

// copy returns an independent copy of the state.
func (s *State) copy() State {
	out := *s
	out.Players, out.Areas, out.Discard = slices.Clone(s.Players), slices.Clone(s.Areas), slices.Clone(s.Discard)
	return out
}
