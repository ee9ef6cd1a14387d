package dishonest

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// A State is what lies open on the table.
type State struct {
	Ruled pack.Precedents // what the game master has ruled on cards; nil in a game that keeps none

	Year     int        // from 1
	Turn     int        `json:",omitempty"` // of the action phase, from 1; 0: the income phase
	Mover    string     `json:",omitempty"` // whose turn it is
	Lap      int        `json:",omitempty"` // the round of turns that all file together, this year, from 1
	Players  []Player   // in the order of the League track, the Speaker first
	Unplayed []Unplayed `json:",omitempty"` // powers that nobody plays (DD-43)
	Areas    []Holding  // of all areas of the board, in its order
	Deck     int        // cards that can be drawn
	Discard  []int      `json:",omitempty"` // the discard pile, by number, the last one last

	board *Board
	rules map[string]string // the rulings
}

// A Player is what all know of one.
type Player struct {
	Seat   string
	Points int    // objectives and scored cards (DD-42)
	Extra  int    `json:",omitempty"` // points that the scenario gives
	Scored []int  `json:",omitempty"` // cards that lie before him, by number
	Cards  int    // in their hand
	Pool   int    // cubes in their supply pool (DD-8)
	Tile   string `json:",omitempty"` // his ideology this year
	Spent  bool   `json:",omitempty"` // it was played
	Passed bool   `json:",omitempty"` // he has no more turns in this action phase
	Missed bool   `json:",omitempty"` // nothing that they filed for their last turn could be carried out (DD-52)
	Ally   string `json:",omitempty"` // (DD-12)
	Won    int    `json:",omitempty"` // battles that he won as the attacker this year
}

// An Unplayed power is one that nobody plays.
type Unplayed struct {
	Seat        string
	Conquerable bool // else it is impassable
}

// A Holding is what stands in an area.
type Holding struct {
	Area     string
	Stacks   []Stack `json:",omitempty"` // one for each power that has units there, in the order of the seats
	Colony   string  `json:",omitempty"` // whose marker lies there
	Garrison int     `json:",omitempty"` // of whoever controls it, or did when it was placed (DD-2): 1 or 2
	Keeper   string  `json:",omitempty"` // whose garrison that is
	Neutral  int     `json:",omitempty"` // the strength of a neutral garrison
	Quagmire bool    `json:",omitempty"` // (DD-24)
}

// A Stack is what one power has in an area.
type Stack struct {
	Seat  string
	Force Force
}

// player finds one by their seat; nil if there is none.
func (s *State) player(seat string) *Player {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// order are the seats of all players as they stand on the League track, the Speaker first.
func (s *State) order() []string {
	var out []string
	for _, p := range s.Players {
		out = append(out, p.Seat)
	}
	return out
}

// rank is a player's place on the League track, from 0; who is not on it comes last.
func (s *State) rank(seat string) int {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return len(s.Players)
	}
	return i
}

// edition is the board of the state; that of the house for one that was read back.
func (s *State) edition() *Board {
	if s.board == nil {
		return House()
	}
	return s.board
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

// unplayed is what is said of a power that nobody plays; nil if somebody does.
func (s *State) unplayed(seat string) *Unplayed {
	i := slices.IndexFunc(s.Unplayed, func(u Unplayed) bool { return u.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Unplayed[i]
}

// force is what a power has in an area.
func (s *State) force(a Area, seat string) Force {
	for _, k := range s.Areas[a].Stacks {
		if k.Seat == seat {
			return k.Force
		}
	}
	return Force{}
}

// place sets what a power has in an area. Stacks are never changed in their place, keep their order, and an empty one
// goes.
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

// add puts units of a power into an area, and take takes them out, which are there.
func (s *State) add(a Area, seat string, f Force)  { s.place(a, seat, s.force(a, seat).Plus(f)) }
func (s *State) take(a Area, seat string, f Force) { s.place(a, seat, s.force(a, seat).Minus(f)) }

// count are all units that a power has on the board.
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

// copy is a state of its own.
func (s *State) copy() State {
	out := *s
	out.Players, out.Areas, out.Discard = slices.Clone(s.Players), slices.Clone(s.Areas), slices.Clone(s.Discard)
	return out
}
