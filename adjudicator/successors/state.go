package successors

import (
	"slices"

	"deaddrop/adjudicator/pack"
)

// A State is the public state of the game.
type State struct {
	Ruled pack.Precedents // the game master's rulings on cards; nil in a game that keeps none

	Turn    int // the game turn, from 1; 0 during the set-up
	Turns   int
	Mover   string    `json:",omitempty"` // the seat whose turn it is; "" in a set-up for everybody
	Players []Player  // in the order of play (SU-3); during the set-up in the order of choosing (SU-1)
	Areas   []Holding // one for each area of the board, in its order
	Offer   bool      `json:",omitempty"` // whether elephants may be bought in this player's turn (SU-9)
	Deck    int       // number of chits that can be drawn
}

// A Player is the public state of one player.
type Player struct {
	Seat    string
	Home    string `json:",omitempty"` // the player's home province; "" before it is chosen
	Talents int
	Chits   int      // number of chits in hand
	Leader  Leader   // the player's leader
	Allies  []string `json:",omitempty"` // players with whom an alliance is in force (SU-13), in the order of the seats
	March   int      `json:",omitempty"` // extra movement points this turn
	Out     bool     `json:",omitempty"` // whether the player is eliminated (SU-23)
}

// A Leader is the location of a player's leader.
type Leader struct {
	At     string `json:",omitempty"` // a province, or a sea while the leader's fleet fights there; "" if off the board
	Captor string `json:",omitempty"` // the seat or White that holds the leader for ransom (SU-20); "" if free
}

// A Holding is the contents of an area.
type Holding struct {
	Area   string
	Stacks []Stack `json:",omitempty"` // one for each side that has units there, in the order of play, white last
	Unrest Unrest  `json:",omitempty"`
	Marker string  `json:",omitempty"` // the last player to control the province, where markers count (SU-5)
}

// Unrest is the chit on a province: while it is there, the province gives no revenue, and is worth nothing at the end
// (SU-6).
type Unrest string

// The kinds of unrest.
const (
	Revolt   Unrest = "revolt"
	Invasion Unrest = "invasion"
)

// A Stack is the units of one side in an area.
type Stack struct {
	Side  string // a seat or White
	Units Units
	Hired Units // the mercenaries among the units: white counters in the side's pay
}

// player returns the player with a seat; nil if there is none.
func (s *State) player(seat string) *Player {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// seats returns the seats of all players, in the order of play.
func (s *State) seats() []string {
	var out []string
	for _, p := range s.Players {
		out = append(out, p.Seat)
	}
	return out
}

// left returns the players who are still in the game, in the order of play.
func (s *State) left() []string {
	return slices.DeleteFunc(s.seats(), func(seat string) bool { return s.player(seat).Out })
}

// homeOf returns the seat whose home a province is; "" if it is nobody's.
func (s *State) homeOf(a Area) string {
	for _, p := range s.Players {
		if p.Home == s.Areas[a].Area && !p.Out {
			return p.Seat
		}
	}
	return ""
}

// units returns the units of a side in an area.
func (s *State) units(a Area, side string) Units { return s.stack(a, side).Units }

// stack returns the stack of a side in an area; an empty one if it has nothing there.
func (s *State) stack(a Area, side string) Stack {
	for _, k := range s.Areas[a].Stacks {
		if k.Side == side {
			return k
		}
	}
	return Stack{Side: side}
}

// place sets the stack of a side in an area. Stacks keep their order, and an empty one is removed.
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

// rank returns a side's place in the order of play; white is last.
func (s *State) rank(side string) int {
	for i, p := range s.Players {
		if p.Seat == side {
			return i
		}
	}
	return len(s.Players)
}

// add adds units of a side to an area; hired is the number of mercenaries among them.
func (s *State) add(a Area, side string, units, hired Units) {
	k := s.stack(a, side)
	k.Units, k.Hired = k.Units.Plus(units), k.Hired.Plus(hired)
	s.place(a, k)
}

// take removes units of a side, which must be there, from an area. Mercenaries are removed first; it returns their
// number.
func (s *State) take(a Area, side string, units Units) (hired Units) {
	k := s.stack(a, side)
	for _, t := range Types {
		hired[t] = min(units[t], k.Hired[t])
	}
	k.Units, k.Hired = k.Units.Minus(units), k.Hired.Minus(hired)
	s.place(a, k)
	return hired
}

// friendly reports whether two sides are the same, or allied (SU-13).
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

// bars reports whether a province has units that are unfriendly to a side and stop its marching units. Whether fleets
// alone do so depends on the ruling for SU-27.
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

// free returns the number of counters of a type that a colour has off the map (SU-9), or that white has for White.
// Mercenaries use white counters.
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

// allUnits returns all units that a side has on the board.
func (s *State) allUnits(side string) Units {
	var out Units
	for a := range s.Areas {
		out = out.Plus(s.units(Area(a), side))
	}
	return out
}

// copy returns an independent copy of the state.
func (s *State) copy() State {
	out := *s
	out.Players, out.Areas = slices.Clone(s.Players), slices.Clone(s.Areas) // stacks are never modified in place
	return out
}
