package successors

import (
	"slices"

	"deaddrop/adjudicator/pack"
)

// A State is what lies open on the table.
type State struct {
	Ruled pack.Precedents // what the game master has ruled on cards; nil in a game that keeps none

	Turn    int // of the game, from 1; 0: the set-up
	Turns   int
	Mover   string    `json:",omitempty"` // whose turn it is; "" in a set-up for all
	Players []Player  // in the order of play (SU-3); in the set-up in that of choosing (SU-1)
	Areas   []Holding // of all areas of the board, in its order
	Offer   bool      `json:",omitempty"` // elephants may be bought in this player's turn (SU-9)
	Deck    int       // chits that can be drawn
}

// A Player is what all know of one.
type Player struct {
	Seat    string
	Home    string `json:",omitempty"` // his home province; "" before he has chosen
	Talents int
	Chits   int      // how many they have
	Leader  Leader   // their leader
	Allies  []string `json:",omitempty"` // with whom an alliance is in force (SU-13), in the order of the seats
	March   int      `json:",omitempty"` // movement points more this turn
	Out     bool     `json:",omitempty"` // he is eliminated (SU-23)
}

// A Leader is where a player's leader is.
type Leader struct {
	At     string `json:",omitempty"` // a province, or a sea while his fleet fights there; "": not on the board
	Captor string `json:",omitempty"` // who holds him for a ransom, a seat or White (SU-20)
}

// A Holding is what stands in an area.
type Holding struct {
	Area   string
	Stacks []Stack `json:",omitempty"` // one for each side that has units there, in the order of play, white last
	Unrest Unrest  `json:",omitempty"`
	Marker string  `json:",omitempty"` // who controlled the province last, where markers count (SU-5)
}

// Unrest is the chit on a province: it gives no revenue, and is worth nothing at the end (SU-6).
type Unrest string

// The kinds of unrest.
const (
	Revolt   Unrest = "revolt"
	Invasion Unrest = "invasion"
)

// A Stack is what one side has in an area.
type Stack struct {
	Side  string // a seat or White
	Units Units
	Hired Units // of these, mercenaries: white counters in its pay
}

// player finds one by their seat; nil if there is none.
func (s *State) player(seat string) *Player {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// seats are those of all players, in the order of play.
func (s *State) seats() []string {
	var out []string
	for _, p := range s.Players {
		out = append(out, p.Seat)
	}
	return out
}

// left are the players who are still in the game, in the order of play.
func (s *State) left() []string {
	return slices.DeleteFunc(s.seats(), func(seat string) bool { return s.player(seat).Out })
}

// homeOf is whose home a province is; "" if it is nobody's.
func (s *State) homeOf(a Area) string {
	for _, p := range s.Players {
		if p.Home == s.Areas[a].Area && !p.Out {
			return p.Seat
		}
	}
	return ""
}

// units are what a side has in an area.
func (s *State) units(a Area, side string) Units { return s.stack(a, side).Units }

// stack is what a side has in an area; an empty one if it has nothing there.
func (s *State) stack(a Area, side string) Stack {
	for _, k := range s.Areas[a].Stacks {
		if k.Side == side {
			return k
		}
	}
	return Stack{Side: side}
}

// place sets what a side has in an area. Stacks keep their order, and an empty one goes.
func (s *State) place(a Area, k Stack) {
	h := &s.Areas[a]
	stacks := slices.DeleteFunc(slices.Clone(h.Stacks), func(o Stack) bool { return o.Side == k.Side })
	if k.Units.Total() > 0 {
		i := slices.IndexFunc(stacks, func(o Stack) bool { return s.rank(o.Side) > s.rank(k.Side) })
		if i < 0 {
			i = len(stacks)
		}
		stacks = slices.Insert(stacks, i, k)
	}
	if len(stacks) == 0 {
		stacks = nil
	}
	h.Stacks = stacks
}

// rank is a side's place in the order of play; white is last.
func (s *State) rank(side string) int {
	for i, p := range s.Players {
		if p.Seat == side {
			return i
		}
	}
	return len(s.Players)
}

// add puts units of a side into an area; hired are those of them that are mercenaries.
func (s *State) add(a Area, side string, units, hired Units) {
	k := s.stack(a, side)
	k.Units, k.Hired = k.Units.Plus(units), k.Hired.Plus(hired)
	s.place(a, k)
}

// take takes units of a side out of an area, which are there. Mercenaries go first; it returns how many they were.
func (s *State) take(a Area, side string, units Units) (hired Units) {
	k := s.stack(a, side)
	for _, t := range Types {
		hired[t] = min(units[t], k.Hired[t])
	}
	k.Units, k.Hired = k.Units.Minus(units), k.Hired.Minus(hired)
	s.place(a, k)
	return hired
}

// friendly reports whether two sides are one, or allied (SU-13).
func (s *State) friendly(x, y string) bool {
	if x == y {
		return true
	}
	p := s.player(x)
	return p != nil && slices.Contains(p.Allies, y)
}

// hostile reports whether an area has land units that are unfriendly to a side.
func (s *State) hostile(a Area, side string) bool {
	return slices.ContainsFunc(s.Areas[a].Stacks, func(k Stack) bool {
		return k.Units.Army() > 0 && !s.friendly(side, k.Side)
	})
}

// bars reports whether a province has units that are unfriendly to a side, and stop those who march into it. Fleets
// alone do by the ruling of SU-27.
func (s *State) bars(rules map[string]string, a Area, side string) bool {
	if rules[optLone] == "pass" {
		return s.hostile(a, side)
	}
	return slices.ContainsFunc(s.Areas[a].Stacks, func(k Stack) bool { return !s.friendly(side, k.Side) })
}

// leads reports whether a side's leader is free and in an area.
func (s *State) leads(a Area, side string) bool {
	p := s.player(side)
	return p != nil && p.Leader.At == s.Areas[a].Area && p.Leader.Captor == ""
}

// free is how many counters of a type a colour has off the map (SU-9); of white for White. Mercenaries are white.
func (s *State) free(b *Board, side string, t Type) int {
	n := b.Counters[t]
	if side == white {
		n = b.White[t]
	}
	for _, h := range s.Areas {
		for _, k := range h.Stacks {
			switch {
			case side == white && k.Side != white:
				n -= k.Hired[t]
			case k.Side == side:
				n -= k.Units[t] - k.Hired[t]
			}
		}
	}
	return max(0, n)
}

// allUnits are all that a side has on the board.
func (s *State) allUnits(side string) Units {
	var out Units
	for a := range s.Areas {
		out = out.Plus(s.units(Area(a), side))
	}
	return out
}

// copy is a state of its own.
func (s *State) copy() State {
	out := *s
	out.Players, out.Areas = slices.Clone(s.Players), slices.Clone(s.Areas) // stacks are never changed in their place
	return out
}
