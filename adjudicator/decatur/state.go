package decatur

import "slices"

// A State is the public state of the game.
type State struct {
	Interval  int // number of the interval, from 1
	Intervals int // number of intervals in the game (DC-29)
	Round     int // number of the round in the interval, from 1
	Space     int // space of the clock marker on the round track, from 1
	Up        bool
	Players   []Player // in the order of play, starting with the first player of the interval
	Locations []Holding
	Open      []Region       // the prosperity cards that are face up
	Deck      int            // number of influence cards in the deck
	Discards  []Commonwealth // discarded influence cards, the newest last
}

// A Player is the public state of a player.
type Player struct {
	Seat         string
	InPlay       []Commonwealth // influence cards in play, the oldest first
	Hand         int            // number of cards in hand
	Restructured bool           `json:",omitempty"` // whether they have restructured in this interval (DC-14)
}

// A Holding is the state of a location. A location belongs to the player who has a factor or a port there (DC-11).
type Holding struct {
	Location string
	Owner    string `json:",omitempty"` // "" if it is empty
	Factors  int    `json:",omitempty"`
	Port     Ocean  `json:",omitempty"` // the ocean of its port's fleet; "" if there is no port
}

const (
	maxFactors = 7 // factors in a location (DC-10)
	maxHand    = 3 // influence cards in hand outside of a turn (DC-12)
	maxInPlay  = 3 // influence cards in play (DC-12)
	maxPorts   = 6 // ports of a player (DC-16)
	maxFleets  = 2 // fleets of a player in an ocean (DC-16)
)

// player returns the player of a seat, or nil.
func (s *State) player(seat string) *Player {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.Seat == seat })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// at returns the state of a location.
func (s *State) at(l Loc) *Holding { return &s.Locations[l] }

// owns reports whether a player controls a location (DC-11).
func (s *State) owns(seat string, l Loc) bool { return s.Locations[l].Owner == seat }

// Fleets returns the number of a player's fleets in an ocean.
func (s *State) Fleets(seat string, o Ocean) int {
	n := 0
	for _, h := range s.Locations {
		if h.Owner == seat && h.Port == o {
			n++
		}
	}
	return n
}

// Ports returns the number of a player's ports.
func (s *State) Ports(seat string) int {
	n := 0
	for _, h := range s.Locations {
		if h.Owner == seat && h.Port != "" {
			n++
		}
	}
	return n
}

// Factors returns the number of a player's factors on the board.
func (s *State) Factors(seat string) int {
	n := 0
	for _, h := range s.Locations {
		if h.Owner == seat {
			n += h.Factors
		}
	}
	return n
}

// matching returns the number of a player's cards in play of a kind.
func (p *Player) matching(c Commonwealth) int {
	n := 0
	for _, card := range p.InPlay {
		if card == c {
			n++
		}
	}
	return n
}
